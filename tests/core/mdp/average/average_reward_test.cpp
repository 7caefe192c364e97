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
#include "core/mdp/methods/gauss_seidel.hpp"
#include "tests/core/mdp/reference/best_gain.hpp"
#include "tests/core/mdp/reference/random_chain.hpp"
#include "tests/core/mdp/reference/random_process.hpp"
#include "tests/core/mdp/reference/spelled_process.hpp"
#include "tests/core/refusal.hpp"

namespace aleator {
namespace {

using reference::process;

UndiscountedSolution solve(const SparseMdp& mdp, const AverageReward& options, std::int64_t max_sweeps = 200'000) {
  Effort effort;
  effort.max_sweeps = max_sweeps;
  SerialExecutor executor;
  const Method method = [&](const BellmanEquation& equation, double target, std::vector<double>& v, Effort& spent) {
    return gauss_seidel(equation, {}, target, v, spent, executor);
  };
  return average_reward(mdp, options, method, effort);
}

const reference::TangleShape shape = {6, 3, {-5, -3, -1, 0, 0, 1, 2, 4}};

TEST(AverageReward, of_a_periodic_chain_is_the_mean_over_its_period) {
  const UndiscountedSolution result = solve(process({{{{{1, 1}}, 1}}, {{{{0, 1}}, 4}}}), {});
  EXPECT_EQ(result.solution.status, SolveStatus::converged);
  EXPECT_NEAR(result.solution.value[0], 2.5, 1e-9);
  EXPECT_NEAR(result.solution.value[1], 2.5, 1e-9);
  EXPECT_EQ(result.policy, (std::vector<Action>{0, 0}));
}

TEST(AverageReward, has_converged_wherever_the_bound_meets_the_tolerance) {
  const reference::TangleShape large = {5, 2, {1e6, 1e-6, 0, 12345.678}};  // 1e6 is rounded to 1e-10
  std::mt19937_64 random(6);
  int near = 0;
  for (int i = 0; i < 1000; ++i) {
    const SparseMdp mdp = reference::tangle(random, large);
    const Solution solution = solve(mdp, {reference::any_sense(random), 1e-9, 0.9}).solution;
    EXPECT_EQ(solution.status == SolveStatus::converged, solution.error_bound <= 1e-9) << "process " << i;
    near += solution.error_bound <= 1e-9 && solution.error_bound > 0.4e-9;
  }
  EXPECT_GT(near, 0);
}

TEST(AverageReward, without_aperiodicity_does_not_converge_there_and_says_so) {
  const UndiscountedSolution result = solve(process({{{{{1, 1}}, 1}}, {{{{0, 1}}, 4}}}), {Sense::max, 1e-9, 1}, 100);
  EXPECT_EQ(result.solution.status, SolveStatus::max_sweeps);
  EXPECT_LE(result.solution.lower[0], 2.5);
  EXPECT_GE(result.solution.upper[0], 2.5);
}

TEST(AverageReward, goes_where_it_is_best_to_stay) {
  // 0 may stay (1 a step), or take the risk of a half to come to 1 (8 a step) or to 2 (-4 a step, or the end: 0).
  const SparseMdp mdp =
      process({{{{{0, 1}}, 1}, {{{1, 0.5}, {2, 0.5}}, -100}}, {{{{1, 1}}, 8}}, {{{{2, 1}}, -4}, {{{3, 1}}, -1000}}, {}},
              {0, 0, 0, 50});
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
  const SparseMdp mdp = process({{{{{0, 1}}, 2}, {{{1, 1}}, -1}}, {{{{1, 1}}, 3}, {{{0, 1}}, -1}}});
  const UndiscountedSolution result = solve(mdp, {});
  EXPECT_NEAR(result.solution.value[0], 3, 1e-9);
  EXPECT_NEAR(result.solution.value[1], 3, 1e-9);
  EXPECT_EQ(result.policy, (std::vector<Action>{1, 0}));
}

TEST(AverageReward, agrees_with_all_policies_tried_one_by_one) {
  std::mt19937_64 random(41);
  int with_ways_between = 0;
  for (int i = 0; i < 1500; ++i) {
    const SparseMdp mdp = reference::tangle(random, shape);
    for (const Sense sense : {Sense::max, Sense::min}) {
      const AverageReward options{sense, 1e-7};
      const auto [solution, policy] = solve(mdp, options);
      ASSERT_EQ(solution.status, SolveStatus::converged) << "process " << i << ": " << solution.message;
      ASSERT_LE(solution.error_bound, options.tolerance);
      const reference::Vector exact = reference::best_gain(mdp, sense);
      const reference::Vector gain = reference::gain(mdp, policy);
      for (State s = 0; s < mdp.num_states(); ++s) {
        ASSERT_LE(solution.lower[s], exact[s] + 1e-12) << "process " << i << ", state " << s;
        ASSERT_GE(solution.upper[s], exact[s] - 1e-12) << "process " << i << ", state " << s;
        ASSERT_LE(std::abs(solution.value[s] - exact[s]), solution.error_bound + 1e-12);
        ASSERT_NEAR(static_cast<double>(gain[s]), static_cast<double>(exact[s]), 3e-7)
            << "process " << i << ", policy in state " << s;
      }
      with_ways_between += std::abs(exact.front() - exact.back()) > 0.1 ? 1 : 0;
    }
  }
  EXPECT_GT(with_ways_between, 200);
}

TEST(AverageReward, of_chains_is_that_of_their_stationary_distributions) {
  std::mt19937_64 random(42);
  for (int i = 0; i < 500; ++i) {
    const SparseMdp chain = reference::random_chain(random, {2 + static_cast<State>(random() % 30), 0.05, -4, 4, 2});
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
    const SparseMdp mdp = reference::tangle(random, shape);
    const reference::Vector exact = reference::best_gain(mdp, Sense::max);
    for (const std::int64_t max_sweeps : {1, 5, 20}) {
      const Solution solution = solve(mdp, {Sense::max, 1e-10}, max_sweeps).solution;
      for (State s = 0; s < mdp.num_states(); ++s) {
        ASSERT_LE(solution.lower[s], exact[s] + 1e-12);
        ASSERT_GE(solution.upper[s], exact[s] - 1e-12);
      }
      ASSERT_EQ(solution.status == SolveStatus::converged, solution.error_bound <= 1e-10);
    }
  }
  const SparseMdp thirds = process({{{{{0, 1 / 3.0}, {1, 2 / 3.0}}, 1}}, {{{{0, 0.7}, {1, 0.3}}, 7}}});
  const Solution limited = solve(thirds, {Sense::max, 1e-18}).solution;
  EXPECT_EQ(limited.status, SolveStatus::precision_limit);
  EXPECT_LT(limited.error_bound, 1e-13);
  EXPECT_LT(limited.sweeps(), 1000);
}

TEST(AverageReward, refuses_games_and_what_makes_no_sense) {
  const SparseMdp mdp = process({{{{{0, 1}}, 1}}});
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
