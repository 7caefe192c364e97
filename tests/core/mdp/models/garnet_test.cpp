#include "core/mdp/models/garnet.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "core/mdp/sparse_mdp.hpp"
#include "tests/core/mdp/models/support.hpp"

namespace aleator {
namespace {

using reference::Row;
using reference::row_of;
using reference::told;
using reference::Transition;
using Lines = std::vector<std::string>;

constexpr auto cuts = GarnetProbabilities::cuts;
constexpr auto levels = GarnetProbabilities::levels;

/// Calls f(row) for every row.
template <class F>
void for_rows(const Garnet& garnet, F f) {
  for (State s = 0; s < garnet.num_states(); ++s) {
    for (Action a = 0; a < garnet.num_actions(s); ++a) f(row_of(garnet, s, a));
  }
}

/// How far the counts are from equal shares, in standard deviations of the chi-square of that many bins.
double unevenness(const std::vector<double>& counts) {
  double total = 0;
  for (const double count : counts) total += count;
  const double expected = total / static_cast<double>(counts.size());
  double chi_square = 0;
  for (const double count : counts) chi_square += (count - expected) * (count - expected) / expected;
  const double freedom = static_cast<double>(counts.size()) - 1;
  return (chi_square - freedom) / std::sqrt(2 * freedom);
}

TEST(Garnet, has_the_sizes_it_was_given) {
  const Garnet garnet({30, 3, 5, 1, cuts});
  const SparseMdp mdp = build_sparse(garnet);
  EXPECT_EQ(mdp.num_states(), 30);
  EXPECT_EQ(mdp.num_rows(), 90);
  EXPECT_EQ(mdp.num_transitions(), 450);
  EXPECT_EQ(garnet.initial_state(), 0);
}

TEST(Garnet, makes_a_row_the_same_every_time_and_in_any_order) {
  const GarnetRules rules{50, 4, 7, 99, cuts};
  const Garnet garnet(rules);
  std::vector<Row> rows;
  for_rows(garnet, [&](const Row& row) { rows.push_back(row); });
  const Garnet again(rules);
  for (std::size_t i = rows.size(); i-- > 0;) {
    EXPECT_EQ(row_of(again, static_cast<State>(i / 4), static_cast<Action>(i % 4)), rows[i]);
  }
}

TEST(Garnet, stays_what_it_was_when_it_was_first_released) {
  const Row row = row_of(Garnet({1'000'000, 8, 4, 7, levels}), 123'456, 5);
  const double reward = 0.81236581890572224;
  EXPECT_EQ(row, (Row{{182'900, 20 / 64.0, reward},
                      {343'982, 26 / 64.0, reward},
                      {755'328, 8 / 64.0, reward},
                      {978'241, 10 / 64.0, reward}}));
}

TEST(Garnet, rows_differ_by_seed_state_and_action) {
  std::set<std::vector<State>> seen;
  for (const std::int64_t seed : {0, 1, 2}) {
    for_rows(Garnet({1000, 4, 6, seed, cuts}), [&](const Row& row) {
      std::vector<State> next;
      for (const Transition& t : row) next.push_back(t.next);
      EXPECT_TRUE(seen.insert(next).second);
    });
  }
}

TEST(Garnet, next_states_of_a_row_are_different_and_ascend) {
  for (const std::int64_t branching : {1, 2, 20, 39, 40}) {
    for_rows(Garnet({40, 3, branching, 5, cuts}), [&](const Row& row) {
      ASSERT_EQ(std::ssize(row), branching);
      for (std::size_t i = 1; i < row.size(); ++i) ASSERT_LT(row[i - 1].next, row[i].next);
      ASSERT_TRUE(row.front().next >= 0 && row.back().next < 40);
    });
  }
}

TEST(Garnet, rows_longer_than_64_are_drawn_in_the_same_way) {
  for (const std::int64_t branching : {64, 65, 300}) {
    const Garnet garnet({300, 2, branching, 5, cuts});
    reference::expect_rows_of_probabilities(garnet, 0);
    EXPECT_EQ(build_sparse(garnet).num_transitions(), 600 * branching);
  }
}

TEST(Garnet, sums_to_1_exactly_in_any_order) {
  for (const auto probabilities : {cuts, levels}) {
    for (const std::int64_t branching : {1, 2, 3, 8, 33, 64}) {
      for_rows(Garnet({70, 3, branching, 11, probabilities}), [](const Row& row) {
        double forward = 0;
        double backward = 0;
        for (const Transition& t : row) forward += t.probability;
        for (std::size_t i = row.size(); i-- > 0;) backward += row[i].probability;
        ASSERT_EQ(forward, 1);
        ASSERT_EQ(backward, 1);
      });
    }
  }
}

TEST(Garnet, levels_are_multiples_of_a_64th_and_not_0) {
  for (const std::int64_t branching : {1, 2, 8, 64}) {
    for_rows(Garnet({100, 3, branching, 3, levels}), [](const Row& row) {
      for (const Transition& t : row) {
        ASSERT_EQ(t.probability * 64, std::round(t.probability * 64));
        ASSERT_GE(t.probability, 1.0 / 64);
      }
    });
  }
}

TEST(Garnet, next_states_are_uniform_also_in_pairs) {
  std::vector<double> single(12);
  std::vector<double> pairs(12 * 11 / 2);
  const auto index = [](State low, State high) { return static_cast<std::size_t>(high * (high - 1) / 2 + low); };
  for (std::int64_t seed = 0; seed < 1000; ++seed) {
    for_rows(Garnet({12, 4, 3, seed, cuts}), [&](const Row& row) {
      for (std::size_t i = 0; i < row.size(); ++i) {
        single[static_cast<std::size_t>(row[i].next)] += 1;
        for (std::size_t k = 0; k < i; ++k) pairs[index(row[k].next, row[i].next)] += 1;
      }
    });
  }
  EXPECT_LT(std::abs(unevenness(single)), 4);
  EXPECT_LT(std::abs(unevenness(pairs)), 4);
}

TEST(Garnet, rewards_are_uniform_and_one_for_each_action) {
  std::vector<double> tenths(10);
  for (std::int64_t seed = 0; seed < 10; ++seed) {
    for_rows(Garnet({500, 4, 3, seed, cuts}), [&](const Row& row) {
      for (const Transition& t : row) ASSERT_EQ(t.reward, row.front().reward);
      tenths[static_cast<std::size_t>(row.front().reward * 10)] += 1;
    });
  }
  EXPECT_LT(std::abs(unevenness(tenths)), 4);
}

TEST(Garnet, each_piece_of_cuts_is_beta_distributed) {
  // A piece of n has P(piece > x) = (1 - x)^(n-1): its complement's power is uniform.
  const std::int64_t n = 4;
  std::vector<std::vector<double>> tenths(n, std::vector<double>(10));
  for (std::int64_t seed = 0; seed < 10; ++seed) {
    for_rows(Garnet({500, 4, n, seed, cuts}), [&](const Row& row) {
      for (std::size_t i = 0; i < row.size(); ++i) {
        tenths[i][static_cast<std::size_t>(std::pow(1 - row[i].probability, n - 1) * 9.9999999)] += 1;
      }
    });
  }
  for (const auto& place : tenths) EXPECT_LT(std::abs(unevenness(place)), 4);
}

TEST(Garnet, all_rows_of_levels_are_equally_likely) {
  // Two successors: the first one's 64ths are uniform on 1 ... 63.
  std::vector<double> first(63);
  for (std::int64_t seed = 0; seed < 10; ++seed) {
    for_rows(Garnet({500, 4, 2, seed, levels}),
             [&](const Row& row) { first[static_cast<std::size_t>(row[0].probability * 64) - 1] += 1; });
  }
  EXPECT_LT(std::abs(unevenness(first)), 4);
}

TEST(GarnetProblems, are_none_by_default) {
  EXPECT_EQ(told(GarnetRules{}), Lines{});
  EXPECT_EQ(told(GarnetRules{64, 1, 64, 0, levels}), Lines{});
  EXPECT_EQ(told(GarnetRules{2147483647, 2147483647, 65, 0, cuts}), Lines{});
}

TEST(GarnetProblems, name_what_is_out_of_range) {
  EXPECT_EQ(told(GarnetRules{0, 0, 0, -1, cuts}),
            (Lines{"states: 0 is out of range: 1 to 2147483647", "actions: 0 is out of range: 1 to 2147483647",
                   "seed: -1 is out of range: 0 to 9223372036854775807",
                   "branching: 0 is out of range: it must be at least 1"}));
  EXPECT_EQ(told(GarnetRules{2147483648, 1, 1, 1, cuts}),
            (Lines{"states: 2147483648 is out of range: 1 to 2147483647"}));
}

TEST(GarnetProblems, name_a_branching_that_cannot_be) {
  EXPECT_EQ(told(GarnetRules{4, 1, 5, 1, cuts}), (Lines{"branching: 5 different next states of 4 states"}));
  EXPECT_EQ(told(GarnetRules{100, 1, 65, 1, levels}),
            (Lines{"branching: 65 multiples of 1/64 above 0 cannot sum to 1"}));
  EXPECT_THROW(Garnet({4, 1, 5, 1, cuts}), std::invalid_argument);
}

}  // namespace
}  // namespace aleator
