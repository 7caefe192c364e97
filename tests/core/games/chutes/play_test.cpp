// Simulated games against exact distributions, within standard errors; the seeds are fixed.
#include "core/games/chutes/play.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "core/mdp/action_tables.hpp"
#include "core/mdp/methods/value_iteration.hpp"
#include "tests/core/games/chutes/dense_reference.hpp"

namespace aleator {
namespace {

constexpr StreamKey key = {2012, 8};
constexpr double discount = 0.9;

TurnCounts play(const ChutesRules& rules, const ChutesPolicy& policy, const PlayOptions& options,
                const StreamKey& stream_key = key) {
  SerialExecutor executor;
  return play_games(ChutesPlayer(Chutes(rules), policy), options, stream_key, executor);
}

std::int64_t games_of(const TurnCounts& counts) {
  return std::accumulate(counts.finished.begin(), counts.finished.end(), counts.cut);
}

/// The finest comparison there is of counts with exact probabilities: chi-square over bins of at least 20 expected
/// games.
void expect_distributed_as(const TurnCounts& counts, const reference::Vector& probability) {
  const double games = static_cast<double>(games_of(counts));
  double chi_square = 0;
  double degrees = -1;
  double expected = 0;
  double observed = 0;
  double left = games;
  const auto close_bin = [&] {
    chi_square += (observed - expected) * (observed - expected) / expected;
    degrees += 1;
    expected = observed = 0;
  };
  for (std::size_t t = 0; t < probability.size(); ++t) {
    const double here = games * static_cast<double>(probability[t]);
    expected += here;
    left -= here;
    const double seen = t < counts.finished.size() ? static_cast<double>(counts.finished[t]) : 0;
    if (here == 0) {
      EXPECT_EQ(seen, 0) << "no game can take " << t << " turns";
    }
    observed += seen;
    if (expected >= 20 && left >= 20) close_bin();
  }
  expected += left;
  observed += static_cast<double>(counts.cut);
  for (std::size_t t = probability.size(); t < counts.finished.size(); ++t) {
    observed += static_cast<double>(counts.finished[t]);
  }
  close_bin();
  ASSERT_GT(degrees, 5);
  // Nearly normal with this mean and variance: a 4-sigma test.
  EXPECT_LT(std::abs(chi_square - degrees), 4 * std::sqrt(2 * degrees)) << chi_square << " for " << degrees;
}

std::vector<Action> optimal_policy(const ChutesRules& rules) {
  const SparseMdp mdp = build_sparse(Chutes(rules));
  SerialExecutor executor;
  const Solution solution = value_iteration(mdp, {discount, 1e-9, StopRule::sup, 100'000}, executor);
  return action_tables({mdp, discount}, solution.value, solution.error_bound).policy;
}

std::vector<std::size_t> dense_policy(const std::vector<Action>& policy) {
  return {policy.begin(), policy.end() - 1};
}

/// Plays and compares mean turns, mean return and the distribution of turns with the exact ones.
void expect_play_agrees(const ChutesRules& rules, const ChutesPolicy& policy, std::int64_t max_turns = 100'000) {
  const reference::DenseChutes dense(rules);
  const auto mix = policy ? dense.pure(dense_policy(*policy)) : dense.uniform();
  const PlayOptions options{60'000, max_turns, 8192};
  const TurnCounts counts = play(rules, policy, options);
  ASSERT_EQ(games_of(counts), options.games);
  const PlayStatistics statistics = play_statistics(counts, rules, discount, max_turns);
  const double exact_return = static_cast<double>(dense.values(mix, discount)[0]);
  EXPECT_GT(statistics.return_mean_se, 0);
  EXPECT_NEAR(statistics.return_mean, exact_return, 4 * statistics.return_mean_se + statistics.cut_bound);
  if (counts.cut == 0) {
    const double exact_turns = static_cast<double>(dense.accumulate(mix, 1, 1, 0)[0]);
    EXPECT_NEAR(statistics.turns_mean, exact_turns, 4 * statistics.turns_mean_se);
    EXPECT_EQ(statistics.cut_bound, 0);
  }
  expect_distributed_as(counts, dense.turn_probabilities(mix, std::min<std::int64_t>(max_turns, 400)));
}

TEST(ChutesPlay, optimal_play_agrees_with_the_exact_chain) {
  const ChutesRules rules = reference::hasbro_rules();
  expect_play_agrees(rules, optimal_policy(rules));
}

TEST(ChutesPlay, random_play_agrees_with_the_exact_chain) {
  expect_play_agrees(reference::hasbro_rules(), std::nullopt);
}

TEST(ChutesPlay, a_policy_of_one_step_agrees_with_the_exact_chain) {
  const ChutesRules rules = reference::hasbro_rules();
  expect_play_agrees(rules, std::vector<Action>(101, 0));
  expect_play_agrees(rules, std::vector<Action>(101, 3), 60);  // step 4 never leaves tile 99: most games are cut
}

TEST(ChutesPlay, step_rewards_and_odd_slips_agree_with_the_exact_chain) {
  ChutesRules rules = reference::hasbro_rules();
  rules.step_reward = -3;
  rules.slip = {0.0, 0.1, 0.0, 0.6, 0.3, 0.0};
  rules.slip_offsets = {5, -2, 7, 0, 3, 9};
  rules.overshoot = Overshoot::bounce;
  expect_play_agrees(rules, optimal_policy(rules));
  expect_play_agrees(rules, std::nullopt);
}

TEST(ChutesPlay, cut_games_stay_within_their_bound) {
  ChutesRules rules = reference::hasbro_rules();
  for (const double step_reward : {0.0, 2.0, -5.0}) {
    rules.step_reward = step_reward;
    for (const std::int64_t max_turns : {15, 25, 60}) expect_play_agrees(rules, std::nullopt, max_turns);
  }
}

TEST(ChutesPlay, rolls_of_a_die_take_as_long_as_published) {
  // Uncontrolled snakes and ladders: the only step is 0, chance adds 1 to 6; past the last tile a roll does not count.
  // Mean 39.2251..., Althoen, King and Schilling (1993); deviation, and P(done by turn), exact as well.
  ChutesRules rules;
  rules.board = "milton-bradley";
  rules.actions = {0};
  rules.slip.assign(6, 1.0 / 6);
  rules.slip_offsets = {1, 2, 3, 4, 5, 6};
  rules.overshoot = Overshoot::stay;
  const PlayOptions options{200'000, 100'000, 8192};
  const TurnCounts counts = play(rules, std::nullopt, options);
  const PlayStatistics statistics = play_statistics(counts, rules, discount, options.max_turns);
  const double deviation = 25.224957115257062;
  EXPECT_NEAR(statistics.turns_mean_se, deviation / std::sqrt(200'000), 0.001);
  EXPECT_NEAR(statistics.turns_mean, 39.225122308234960369, 4 * statistics.turns_mean_se);
  for (int t = 0; t < 7; ++t) EXPECT_EQ(counts.finished[static_cast<std::size_t>(t)], 0);
  const double done_by_20 = std::accumulate(counts.finished.begin(), counts.finished.begin() + 21, 0.0) / 200'000;
  EXPECT_NEAR(done_by_20, 0.22338713402496335, 4 * std::sqrt(0.2234 * 0.7766 / 200'000));
}

TEST(ChutesPlay, plays_exactly_the_games_that_were_asked_for) {
  const ChutesRules rules = reference::hasbro_rules();
  for (const std::int64_t games : {0, 1, 99, 100, 101, 250}) {
    EXPECT_EQ(games_of(play(rules, std::nullopt, {games, 10'000, 100})), games);
  }
}

TEST(ChutesPlay, the_games_of_a_block_do_not_depend_on_how_many_blocks_follow) {
  const ChutesRules rules = reference::hasbro_rules();
  const TurnCounts first = play(rules, std::nullopt, {100, 10'000, 100});
  const TurnCounts both = play(rules, std::nullopt, {150, 10'000, 100});
  const Chutes game(rules);
  TurnCounts sum = first;
  sum.merge(ChutesPlayer(game, std::nullopt).play(50, 10'000, PhiloxStream(key, 0, 1)));
  EXPECT_EQ(sum.finished, both.finished);
  EXPECT_NE(first.finished, ChutesPlayer(game, std::nullopt).play(100, 10'000, PhiloxStream(key, 0, 1)).finished);
}

TEST(ChutesPlay, another_block_size_or_another_key_plays_other_games) {
  const ChutesRules rules = reference::hasbro_rules();
  const auto counts = play(rules, std::nullopt, {1000, 10'000, 100});
  EXPECT_EQ(counts.finished, play(rules, std::nullopt, {1000, 10'000, 100}).finished);
  EXPECT_NE(counts.finished, play(rules, std::nullopt, {1000, 10'000, 250}).finished);
  EXPECT_NE(counts.finished, play(rules, std::nullopt, {1000, 10'000, 100}, {2012, 9}).finished);
  EXPECT_NE(counts.finished, play(rules, std::nullopt, {1000, 10'000, 100}, {2013, 8}).finished);
}

TEST(ChutesPlay, stops_when_asked_to) {
  std::stop_source source;
  source.request_stop();
  SerialExecutor executor;
  const ChutesPlayer player(Chutes({}), std::nullopt);
  EXPECT_EQ(games_of(play_games(player, {}, key, executor, source.get_token())), 0);
}

TEST(ChutesPlay, refuses_options_that_mean_nothing) {
  const ChutesRules rules = reference::hasbro_rules();
  EXPECT_THROW(play(rules, std::nullopt, {-1, 10, 10}), std::invalid_argument);
  EXPECT_THROW(play(rules, std::nullopt, {1, -1, 10}), std::invalid_argument);
  EXPECT_THROW(play(rules, std::nullopt, {1, 10, 0}), std::invalid_argument);
}

TEST(ChutesPlayer, refuses_a_policy_that_is_none_of_the_game) {
  const Chutes game({});
  EXPECT_THROW(ChutesPlayer(game, std::vector<Action>(100, 0)), std::invalid_argument);
  EXPECT_THROW(ChutesPlayer(game, std::vector<Action>(101, 6)), std::invalid_argument);
  EXPECT_THROW(ChutesPlayer(game, std::vector<Action>(101, -1)), std::invalid_argument);
  std::vector<Action> policy(101, 5);
  policy[100] = -1;  // the last tile's action is not read
  EXPECT_NO_THROW(ChutesPlayer(game, policy));
}

// ---- what the counts say of the games

struct ByHand {
  double turns_mean = 0, turns_se = 0, return_mean = 0, return_se = 0;
};

/// Mean and standard error from the list of games, in two passes.
ByHand by_hand(const std::vector<std::int64_t>& turns, std::int64_t cut, const ChutesRules& rules, double gamma,
               std::int64_t max_turns) {
  const auto moments = [](const reference::Vector& x) {
    const auto n = static_cast<reference::Real>(x.size());
    reference::Real mean = 0, squares = 0;
    for (const auto value : x) mean += value / n;
    for (const auto value : x) squares += (value - mean) * (value - mean);
    return std::pair{static_cast<double>(mean), static_cast<double>(std::sqrt(squares / (n - 1) / n))};
  };
  const auto rewards = [&](std::int64_t until) {
    reference::Real sum = 0;
    for (std::int64_t t = 0; t < until; ++t) sum += std::pow(reference::Real{gamma}, t) * rules.step_reward;
    return sum;
  };
  reference::Vector lengths, returns;
  for (const std::int64_t t : turns) {
    lengths.push_back(static_cast<reference::Real>(t));
    returns.push_back(rewards(t) + std::pow(reference::Real{gamma}, t) * rules.win_reward);
  }
  returns.insert(returns.end(), static_cast<std::size_t>(cut), rewards(max_turns));
  ByHand result;
  std::tie(result.turns_mean, result.turns_se) = moments(lengths);
  std::tie(result.return_mean, result.return_se) = moments(returns);
  return result;
}

TEST(PlayStatistics, equal_those_of_the_list_of_games) {
  ChutesRules rules;
  rules.step_reward = -1.5;
  const std::int64_t max_turns = 9;
  for (const std::vector<std::int64_t>& turns : {std::vector<std::int64_t>{2, 2, 5}, {1, 3, 9, 9}, {9, 9}, {7, 8}}) {
    for (const std::int64_t cut : {0, 1, 4}) {
      for (const double gamma : {0.5, 0.97}) {
        TurnCounts counts;
        counts.cut = cut;
        counts.finished.assign(static_cast<std::size_t>(turns.back()) + 1, 0);
        for (const std::int64_t t : turns) ++counts.finished[static_cast<std::size_t>(t)];
        const PlayStatistics statistics = play_statistics(counts, rules, gamma, max_turns);
        const ByHand expected = by_hand(turns, cut, rules, gamma, max_turns);
        EXPECT_NEAR(statistics.turns_mean, expected.turns_mean, 1e-12);
        EXPECT_NEAR(statistics.turns_mean_se, expected.turns_se, 1e-12);
        EXPECT_NEAR(statistics.return_mean, expected.return_mean, 1e-12);
        EXPECT_NEAR(statistics.return_mean_se, expected.return_se, 1e-12);
        const double share =
            static_cast<double>(cut) / static_cast<double>(turns.size() + static_cast<std::size_t>(cut));
        EXPECT_EQ(statistics.cut_share, share);
        EXPECT_NEAR(statistics.cut_bound, share * std::pow(gamma, max_turns) * std::max(100.0, 1.5 / (1 - gamma)),
                    1e-12);
      }
    }
  }
}

TEST(PlayStatistics, of_no_games_are_not_numbers) {
  const PlayStatistics statistics = play_statistics({}, {}, discount, 10);
  EXPECT_TRUE(std::isnan(statistics.turns_mean));
  EXPECT_TRUE(std::isnan(statistics.return_mean));
  EXPECT_TRUE(std::isnan(statistics.turns_mean_se));
  EXPECT_EQ(statistics.cut_share, 0);
}

TEST(PlayStatistics, of_cut_games_alone_know_no_mean_of_turns) {
  TurnCounts counts;
  counts.cut = 3;
  ChutesRules rules;
  rules.step_reward = 1;
  const PlayStatistics statistics = play_statistics(counts, rules, 0.5, 2);
  EXPECT_TRUE(std::isnan(statistics.turns_mean));
  EXPECT_EQ(statistics.return_mean, 1.5);
  EXPECT_EQ(statistics.return_mean_se, 0);
  EXPECT_EQ(statistics.cut_share, 1);
  EXPECT_EQ(statistics.cut_bound, 0.25 * 100);
}

TEST(PlayStatistics, without_a_discount_bound_what_a_win_is_worth) {
  TurnCounts counts;
  counts.finished = {0, 3};
  counts.cut = 1;
  const PlayStatistics statistics = play_statistics(counts, {}, 1, 50);
  EXPECT_EQ(statistics.return_mean, 75);
  EXPECT_EQ(statistics.cut_bound, 25);
}

TEST(TurnCounts, merge_in_any_order) {
  TurnCounts a, b;
  a.finished = {0, 2, 1};
  a.cut = 1;
  b.finished = {0, 1, 0, 0, 7};
  b.cut = 2;
  TurnCounts ab = a, ba = b;
  ab.merge(b);
  ba.merge(a);
  EXPECT_EQ(ab.finished, (std::vector<std::int64_t>{0, 3, 1, 0, 7}));
  EXPECT_EQ(ab.finished, ba.finished);
  EXPECT_EQ(ab.cut, 3);
  EXPECT_EQ(ba.cut, 3);
}

}  // namespace
}  // namespace aleator
