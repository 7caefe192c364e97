#include "core/mdp/average/average_reward.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/mdp/chain/long_run.hpp"
#include "core/mdp/chain/policy_chain.hpp"
#include "tests/core/mdp/chain/random_chain.hpp"
#include "tests/core/mdp/undiscounted/reference.hpp"

namespace aleator {
namespace {

UndiscountedSolution solve(const SparseMdp& mdp, const AverageReward& options, std::int64_t max_sweeps = 200'000) {
  Effort effort;
  effort.max_sweeps = max_sweeps;
  return average_reward(mdp, options, reference::gauss_seidel, effort);
}

struct Row {
  double reward;
  std::vector<std::pair<State, double>> next;
};

SparseMdp process(const std::vector<std::vector<Row>>& states) {
  SparseMdpBuilder builder(static_cast<State>(states.size()));
  for (const std::vector<Row>& rows : states) {
    for (const Row& row : rows) {
      for (const auto& [next, probability] : row.next) builder.add_transition(next, probability, 0);
      builder.end_action(row.reward);
    }
    builder.end_state(rows.empty() ? 50 : 0);
  }
  return std::move(builder).finish();
}

/// 1 to 3 actions a state, to 1 or 2 states; one state in ten ends.
SparseMdp random_process(std::mt19937_64& random, State n) {
  const auto below = [&](int k) { return static_cast<int>(random() % static_cast<unsigned>(k)); };
  std::vector<std::vector<Row>> states(static_cast<std::size_t>(n));
  for (auto& rows : states) {
    if (below(10) == 0) continue;
    for (int actions = 1 + below(3); actions > 0; --actions) {
      const double p = below(3) == 0 ? 1 : (1 + below(9)) / 10.0;
      Row row{static_cast<double>(below(11) - 5), {{below(n), p}}};
      if (p < 1) row.next.push_back({below(n), 1 - p});
      rows.push_back(row);
    }
  }
  return process(states);
}

/// The best gain of each state over all deterministic policies, one by one.
std::vector<double> best_of_all(const SparseMdp& mdp, Sense sense) {
  const double sign = sense == Sense::max ? 1 : -1;
  std::vector<double> best(mdp.fixed_value.size(), -std::numeric_limits<double>::infinity());
  std::vector<Action> policy(best.size(), 0);
  for (;;) {
    const std::vector<double> gain = long_run_reward(policy_chain(mdp, policy)).value;
    for (std::size_t s = 0; s < best.size(); ++s) best[s] = std::max(best[s], sign * gain[s]);
    std::size_t s = 0;
    for (; s < policy.size(); ++s) {
      if (++policy[s] < mdp.num_actions(static_cast<State>(s))) break;
      policy[s] = 0;
    }
    if (s == policy.size()) break;
  }
  for (double& x : best) x *= sign;
  return best;
}

template <class F>
std::string refusal(F&& f) {
  try {
    f();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(AverageReward, of_a_periodic_chain_is_the_mean_over_its_period) {
  const UndiscountedSolution result = solve(process({{{1, {{1, 1}}}}, {{4, {{0, 1}}}}}), {});
  EXPECT_EQ(result.solution.status, SolveStatus::converged);
  EXPECT_NEAR(result.solution.value[0], 2.5, 1e-9);
  EXPECT_NEAR(result.solution.value[1], 2.5, 1e-9);
  EXPECT_EQ(result.policy, (std::vector<Action>{0, 0}));
}

TEST(AverageReward, without_aperiodicity_does_not_converge_there_and_says_so) {
  const UndiscountedSolution result = solve(process({{{1, {{1, 1}}}}, {{4, {{0, 1}}}}}), {Sense::max, 1e-9, 1}, 100);
  EXPECT_EQ(result.solution.status, SolveStatus::max_sweeps);
  EXPECT_LE(result.solution.lower[0], 2.5);
  EXPECT_GE(result.solution.upper[0], 2.5);
}

TEST(AverageReward, goes_where_it_is_best_to_stay) {
  // 0 may stay (1 a step), or take the risk of a half to come to 1 (8 a step) or to 2 (-4 a step, or the end: 0).
  const SparseMdp mdp = process(
      {{{1, {{0, 1}}}, {-100, {{1, 0.5}, {2, 0.5}}}}, {{8, {{1, 1}}}}, {{-4, {{2, 1}}}, {-1000, {{3, 1}}}}, {}});
  const UndiscountedSolution most = solve(mdp, {});
  for (State s = 0; s < 4; ++s) {
    EXPECT_NEAR(most.solution.value[s], (std::vector<double>{4, 8, 0, 0})[s], 1e-9);
  }
  EXPECT_EQ(most.policy, (std::vector<Action>{1, 0, 1, -1}));
  const UndiscountedSolution least = solve(mdp, {Sense::min});
  for (State s = 0; s < 4; ++s) {
    EXPECT_NEAR(least.solution.value[s], (std::vector<double>{1, 8, -4, 0})[s], 1e-9);
  }
  EXPECT_EQ(least.policy, (std::vector<Action>{0, 0, 0, -1}));
}

TEST(AverageReward, keeps_to_the_best_circle_within_a_component) {
  // 0 and 1 lead to each other; 1 may wait for 3, 0 for 2; changing costs 1: best is to wait in 1.
  const SparseMdp mdp = process({{{2, {{0, 1}}}, {-1, {{1, 1}}}}, {{3, {{1, 1}}}, {-1, {{0, 1}}}}});
  const UndiscountedSolution result = solve(mdp, {});
  EXPECT_NEAR(result.solution.value[0], 3, 1e-9);
  EXPECT_NEAR(result.solution.value[1], 3, 1e-9);
  EXPECT_EQ(result.policy, (std::vector<Action>{1, 0}));
}

TEST(AverageReward, agrees_with_all_policies_tried_one_by_one) {
  std::mt19937_64 random(41);
  int with_ways_between = 0;
  for (int i = 0; i < 1500; ++i) {
    const SparseMdp mdp = random_process(random, 1 + static_cast<State>(random() % 6));
    for (const Sense sense : {Sense::max, Sense::min}) {
      const AverageReward options{sense, 1e-7};
      const auto [solution, policy] = solve(mdp, options);
      ASSERT_EQ(solution.status, SolveStatus::converged) << "process " << i << ": " << solution.message;
      ASSERT_LE(solution.error_bound, options.tolerance);
      const std::vector<double> exact = best_of_all(mdp, sense);
      const std::vector<double> gain = long_run_reward(policy_chain(mdp, policy)).value;
      for (State s = 0; s < mdp.num_states(); ++s) {
        ASSERT_LE(solution.lower[s], exact[s] + 1e-12) << "process " << i << ", state " << s;
        ASSERT_GE(solution.upper[s], exact[s] - 1e-12) << "process " << i << ", state " << s;
        ASSERT_LE(std::abs(solution.value[s] - exact[s]), solution.error_bound + 1e-12);
        ASSERT_NEAR(gain[s], exact[s], 3e-7) << "process " << i << ", policy in state " << s;
      }
      with_ways_between += std::abs(exact.front() - exact.back()) > 0.1 ? 1 : 0;
    }
  }
  EXPECT_GT(with_ways_between, 200);
}

TEST(AverageReward, of_chains_is_that_of_their_stationary_distributions) {
  std::mt19937_64 random(42);
  for (int i = 0; i < 500; ++i) {
    const SparseMdp chain = testing::random_chain(random, {2 + static_cast<State>(random() % 30), 0.05, -4, 4, 2});
    const Certified exact = long_run_reward(chain);
    const Solution solution = solve(chain, {Sense::min, 1e-8}).solution;
    ASSERT_EQ(solution.status, SolveStatus::converged);
    for (State s = 0; s < chain.num_states(); ++s) {
      ASSERT_NEAR(solution.value[s], exact.value[s], solution.error_bound + exact.error_bound);
    }
  }
}

TEST(AverageReward, tells_what_it_could_prove) {
  std::mt19937_64 random(43);
  for (int i = 0; i < 200; ++i) {
    const SparseMdp mdp = random_process(random, 6);
    const std::vector<double> exact = best_of_all(mdp, Sense::max);
    for (const std::int64_t max_sweeps : {1, 5, 20}) {
      const Solution solution = solve(mdp, {Sense::max, 1e-10}, max_sweeps).solution;
      for (State s = 0; s < mdp.num_states(); ++s) {
        ASSERT_LE(solution.lower[s], exact[s] + 1e-12);
        ASSERT_GE(solution.upper[s], exact[s] - 1e-12);
      }
      ASSERT_EQ(solution.status == SolveStatus::converged, solution.error_bound <= 1e-10);
    }
  }
  const SparseMdp thirds = process({{{1, {{0, 1 / 3.0}, {1, 2 / 3.0}}}}, {{7, {{0, 0.7}, {1, 0.3}}}}});
  const Solution limited = solve(thirds, {Sense::max, 1e-18}).solution;
  EXPECT_EQ(limited.status, SolveStatus::precision_limit);
  EXPECT_LT(limited.error_bound, 1e-13);
  EXPECT_LT(limited.sweeps(), 1000);
}

TEST(AverageReward, refuses_games_and_what_makes_no_sense) {
  const SparseMdp mdp = process({{{1, {{0, 1}}}}});
  EXPECT_EQ(refusal([&] { solve(mdp, {Sense::max, 0}); }), "tolerance 0");
  EXPECT_EQ(refusal([&] { solve(mdp, {Sense::max, 1e-9, 0}); }), "aperiodicity 0 is not in (0, 1]");
  EXPECT_EQ(refusal([&] { solve(mdp, {Sense::max, 1e-9, 1.5}); }), "aperiodicity 1.5 is not in (0, 1]");
  SparseMdp game = mdp;
  game.owner = {Sense::min};
  EXPECT_EQ(refusal([&] { solve(game, {}); }),
            "average reward of a game: its end components have no gain of their own");
}

}  // namespace
}  // namespace aleator
