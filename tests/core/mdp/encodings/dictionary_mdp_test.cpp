#include "core/mdp/encodings/dictionary_mdp.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "core/games/chutes/rules.hpp"
#include "core/mdp/models/garnet.hpp"
#include "tests/core/mdp/reference/random_process.hpp"
#include "tests/core/refusal.hpp"

namespace aleator {
namespace {

using reference::levelled;

/// One chain state for each probability: p to itself, 1 - p to state 0.
SparseMdp with_probabilities(const std::vector<double>& probabilities) {
  SparseMdpBuilder builder(static_cast<State>(probabilities.size() + 1));
  builder.end_state(0);
  for (std::size_t i = 0; i < probabilities.size(); ++i) {
    builder.add_transition(static_cast<State>(i) + 1, probabilities[i], 1);
    builder.add_transition(0, 1 - probabilities[i], 1);
    builder.end_action();
    builder.end_state(0);
  }
  return std::move(builder).finish();
}

/// k / 1024 for k = 1 ... n.
std::vector<double> thousandths(int n) {
  std::vector<double> values;
  for (int k = 1; k <= n; ++k) values.push_back(k / 1024.0);
  return values;
}

std::vector<std::uint64_t> bits(const std::vector<double>& values) {
  std::vector<std::uint64_t> result;
  for (const double value : values) result.push_back(std::bit_cast<std::uint64_t>(value));
  return result;
}

std::vector<std::uint64_t> bits(const Change& change) {
  return bits(std::vector<double>{change.smallest, change.largest, change.total});
}

/// Backups of both, in blocks of any size, from random values.
void expect_the_same_backups(const SparseMdp& mdp, const DictionaryMdp& dictionary, std::mt19937_64& random,
                             State longest_block = 40) {
  std::normal_distribution<double> value;
  std::vector<double> v;
  for (State s = 0; s < mdp.num_states(); ++s) v.push_back(random() % 8 ? value(random) : -0.0);
  for (const Sense sense : {Sense::max, Sense::min}) {
    std::vector<double> plain(v.size(), 77);
    std::vector<double> coded(v.size(), 77);
    for (State begin = 0; begin < mdp.num_states();) {
      const State end = std::min<State>(
          mdp.num_states(), begin + 1 + static_cast<State>(random() % static_cast<std::uint64_t>(longest_block)));
      const Change a = bellman_backup({mdp, 0.9, sense}, {begin, end}, v, plain);
      const Change b = bellman_backup(dictionary, 0.9, sense, {begin, end}, v, coded);
      ASSERT_EQ(bits(a), bits(b));
      begin = end;
    }
    ASSERT_EQ(bits(plain), bits(coded));
  }
}

/// `times` copies of the process one after the other, the transitions of each going on in the next.
SparseMdp stretched(const SparseMdp& mdp, State times) {
  const State n = mdp.num_states();
  SparseMdpBuilder builder(n * times);
  for (State s = 0; s < n * times; ++s) {
    for (Action a = 0; a < mdp.num_actions(s % n); ++a) {
      const std::int64_t row = mdp.action_begin[s % n] + a;
      for (std::int64_t i = mdp.row_begin[row]; i < mdp.row_begin[row + 1]; ++i) {
        builder.add_transition((s / n * n + n + mdp.next_state[i]) % (n * times), mdp.probability[i], 0);
      }
      builder.end_action(mdp.reward[row]);
    }
    builder.end_state(mdp.fixed_value[s % n], mdp.is_game() ? mdp.owner[s % n] : Sense::max);
  }
  return std::move(builder).finish();
}

TEST(DictionaryMdp, numbers_the_probabilities_by_their_first_appearance) {
  const DictionaryMdp mdp = build_dictionary(with_probabilities({0.25, 0.5, 0.75}));
  EXPECT_EQ(std::vector<double>(mdp.levels().begin(), mdp.levels().end()), (std::vector<double>{0.25, 0.75, 0.5}));
  EXPECT_EQ(mdp.num_states(), 4);
  EXPECT_EQ(mdp.num_rows(), 3);
  EXPECT_EQ(mdp.num_transitions(), 6);
}

TEST(DictionaryMdp, is_the_process_it_was_built_from) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 200; ++i) {
    const SparseMdp mdp = levelled(random, {30, 0, 0, 32, i % 2 == 0});
    const SparseMdp again = build_sparse(build_dictionary(mdp));
    ASSERT_EQ(again.action_begin, mdp.action_begin);
    ASSERT_EQ(again.row_begin, mdp.row_begin);
    ASSERT_EQ(again.next_state, mdp.next_state);
    ASSERT_EQ(again.probability, mdp.probability);
    ASSERT_EQ(again.fixed_value, mdp.fixed_value);
    ASSERT_EQ(again.owner, mdp.owner);
    for (std::size_t row = 0; row < mdp.reward.size(); ++row) {
      ASSERT_NEAR(again.reward[row], mdp.reward[row], 1e-14);
    }
  }
}

TEST(DictionaryMdp, backs_up_to_the_last_bit_like_the_plain_rows) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 500; ++i) {
    const SparseMdp mdp = levelled(random, {40, 0, 0, 64, i % 2 == 0});
    expect_the_same_backups(mdp, build_dictionary(mdp), random);
  }
}

TEST(DictionaryMdp, backs_up_rows_of_every_fixed_length) {
  std::mt19937_64 random(3);
  for (std::int64_t length = 1; length <= 20; ++length) {
    for (const Action actions : {0, 1, 3}) {
      const SparseMdp mdp = levelled(random, {60, actions, length, 64, length % 4 == 0});
      const DictionaryMdp dictionary = build_dictionary(mdp);
      expect_the_same_backups(mdp, dictionary, random);
      const auto begins = actions > 0 ? 0 : 61 * 4;
      const auto owners = mdp.is_game() ? 60 : 0;
      const std::int64_t ends =
          std::count_if(mdp.fixed_value.begin(), mdp.fixed_value.end(), [](double x) { return x != 0; });
      EXPECT_EQ(static_cast<std::int64_t>(dictionary.bytes()),
                5 * mdp.num_transitions() + 8 * mdp.num_rows() + begins + owners + 16 * ends + 256 * 8);
    }
  }
}

TEST(DictionaryMdp, backs_up_values_that_are_far_apart) {
  std::mt19937_64 random(6);
  const Garnet garnet({40'000, 2, 8, 1, GarnetProbabilities::levels});
  expect_the_same_backups(build_sparse(garnet), build_dictionary(garnet), random, 9000);
  for (const std::int64_t length : {1, 3, 9, 17}) {
    const SparseMdp local = stretched(levelled(random, {60, 0, length, 64, false}), 700);
    expect_the_same_backups(local, build_dictionary(local), random, 9000);
  }
  const SparseMdp ragged = stretched(levelled(random, {60, 0, 0, 64, true}), 700);
  expect_the_same_backups(ragged, build_dictionary(ragged), random, 9000);
}

TEST(DictionaryMdp, takes_6_bytes_a_transition_for_rows_of_8) {
  const DictionaryMdp mdp = build_dictionary(Garnet({2000, 8, 8, 1, GarnetProbabilities::levels}));
  EXPECT_EQ(mdp.bytes(), 6u * 2000 * 64 + 256 * 8);
}

TEST(DictionaryMdp, is_the_same_from_rules_block_by_block) {
  const Garnet garnet({5000, 3, 6, 1, GarnetProbabilities::levels});
  const SparseMdp mdp = build_sparse(garnet);
  std::mt19937_64 random(4);
  const DictionaryMdp dictionary = build_dictionary(garnet);
  expect_the_same_backups(mdp, dictionary, random);
  EXPECT_EQ(row_facts(dictionary).longest, 6);
  for (int i = 0; i < 5; ++i) {
    const SparseMdp large = levelled(random, {3000, 0, 5, 64, i % 2 == 0});
    const DictionaryMdp from_rules = build_dictionary(SparseRules(large));
    ASSERT_EQ(build_sparse(from_rules).next_state, large.next_state);
    ASSERT_EQ(build_sparse(from_rules).owner, large.owner);
  }
  const SparseMdp chutes = build_sparse(Chutes({}));
  expect_the_same_backups(chutes, build_dictionary(Chutes({})), random);
}

TEST(DictionaryMdp, knows_the_facts_of_its_rows) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 50; ++i) {
    const SparseMdp mdp = levelled(random, {30, 0, 0, 60, false});
    const RowFacts plain = row_facts(mdp);
    const RowFacts coded = row_facts(build_dictionary(mdp));
    EXPECT_EQ(coded.smallest_sum, plain.smallest_sum);
    EXPECT_EQ(coded.largest_sum, plain.largest_sum);
    EXPECT_EQ(coded.longest, plain.longest);
    EXPECT_EQ(coded.largest_reward, plain.largest_reward);
    EXPECT_EQ(coded.largest_fixed, plain.largest_fixed);
  }
}

TEST(DictionaryMdp, has_room_for_256_probabilities) {
  // p and 1 - p of k/1024, k = 1 ... 128.
  const SparseMdp mdp = with_probabilities(thousandths(128));
  const DictionaryMdp dictionary = build_dictionary(mdp);
  EXPECT_EQ(dictionary.levels().size(), 256u);
  EXPECT_EQ(build_sparse(dictionary).probability, mdp.probability);
  EXPECT_TRUE(try_build_dictionary(mdp).has_value());
}

TEST(DictionaryMdp, refuses_more_probabilities_and_says_how_many) {
  const SparseMdp mdp = with_probabilities(thousandths(129));
  const std::string why = " distinct probabilities, and a dictionary has room for 256";
  EXPECT_EQ(refusal([&] { build_dictionary(mdp); }), "258" + why);
  EXPECT_EQ(refusal([&] { build_dictionary(SparseRules(mdp)); }), "258" + why);
  EXPECT_FALSE(try_build_dictionary(mdp).has_value());
  EXPECT_FALSE(try_build_dictionary(SparseRules(mdp)).has_value());
  const Garnet cuts({3000, 8, 4, 1, GarnetProbabilities::cuts});
  EXPECT_EQ(refusal([&] { build_dictionary(cuts); }), "more than 65536" + why);
}

/// A probability of its own for each state; the last state's do not sum to 1.
struct Varied {
  State num_states() const { return 2001; }
  Action num_actions(State) const { return 1; }
  double fixed_value(State) const { return 0; }
  template <class Visit>
  void for_each_transition(State s, Action, Visit&& visit) const {
    visit(0, (s + 1) / 4096.0, 0.0);
    visit(1, s < 2000 ? 1 - (s + 1) / 4096.0 : 7, 0.0);
  }
};

TEST(DictionaryMdp, gives_up_as_soon_as_there_are_too_many) {
  EXPECT_FALSE(try_build_dictionary(Varied{}).has_value());
  EXPECT_NE(refusal([] { build_dictionary(Varied{}); }).find("state 2000, action 0"), std::string::npos);
}

TEST(DictionaryMdp, of_no_states_or_no_actions_is_nothing_to_back_up) {
  EXPECT_EQ(build_dictionary(SparseMdpBuilder(0).finish()).num_states(), 0);
  SparseMdpBuilder builder(3);
  for (const double value : {3.0, 0.0, -4.0}) builder.end_state(value);
  const DictionaryMdp mdp = build_dictionary(std::move(builder).finish());
  const std::vector<double> v = {3, 0, -4};
  std::vector<double> next(3, 9);
  EXPECT_EQ(bellman_backup(mdp, 0.5, Sense::max, {0, 3}, v, next).absolute(), 0);
  EXPECT_EQ(next, v);
  for (State s = 0; s < 3; ++s) EXPECT_EQ(mdp.fixed_value(s), v[static_cast<std::size_t>(s)]);
}

}  // namespace
}  // namespace aleator
