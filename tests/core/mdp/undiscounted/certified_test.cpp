#include "core/mdp/undiscounted/certified.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "core/mdp/methods/gauss_seidel.hpp"
#include "tests/core/mdp/undiscounted/check.hpp"

namespace aleator {
namespace {

using reference::check_solution;

UndiscountedSolution solve(const SparseMdp& mdp, const Objective& objective, double tolerance) {
  SerialExecutor executor;
  const Method method = [&](const BellmanEquation& equation, double target, std::vector<double>& v, Effort& effort) {
    return gauss_seidel(equation, {}, target, v, effort, executor);
  };
  Effort effort;
  effort.max_sweeps = 100'000;
  return solve_undiscounted(mdp, objective, tolerance, method, effort);
}

TEST(SolveUndiscounted, agrees_with_all_policies_tried_one_by_one) {
  std::mt19937_64 random(1);
  int certified = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    const auto [mdp, objective] = reference::random_problem(random);
    SCOPED_TRACE("trial " + std::to_string(trial));
    certified += check_solution(mdp, objective, 1e-8, solve(mdp, objective, 1e-8));
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_GT(certified, 3800);
}

TEST(SolveUndiscounted, agrees_with_all_pairs_of_policies_in_games_that_stop) {
  std::mt19937_64 random(4);
  int certified = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    const auto [mdp, objective] = reference::random_game(random);
    SCOPED_TRACE("trial " + std::to_string(trial));
    try {
      certified += check_solution(mdp, objective, 1e-8, solve(mdp, objective, 1e-8));
    } catch (const std::invalid_argument&) {
    }
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_GT(certified, 2000);
}

}  // namespace
}  // namespace aleator
