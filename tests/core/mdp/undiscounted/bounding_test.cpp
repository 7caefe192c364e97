#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "core/mdp/undiscounted/interval_iteration.hpp"
#include "core/mdp/undiscounted/optimistic_value_iteration.hpp"
#include "tests/core/mdp/undiscounted/check.hpp"

namespace aleator {
namespace {

using reference::check_solution;

UndiscountedSolution interval(const SparseMdp& mdp, const Objective& objective, double tolerance) {
  Effort effort;
  return solve_interval_iteration(mdp, objective, tolerance, effort);
}

UndiscountedSolution optimistic(const SparseMdp& mdp, const Objective& objective, double tolerance) {
  Effort effort;
  return solve_optimistic_value_iteration(mdp, objective, tolerance, effort);
}

TEST(BoundingMethods, agree_with_all_policies_tried_one_by_one) {
  std::mt19937_64 random(2);
  int certified = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const auto [mdp, objective] = reference::random_problem(random);
    SCOPED_TRACE("trial " + std::to_string(trial));
    certified += check_solution(mdp, objective, 1e-8, interval(mdp, objective, 1e-8));
    certified += check_solution(mdp, objective, 1e-8, optimistic(mdp, objective, 1e-8));
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_GT(certified, 5700);
}

TEST(BoundingMethods, agree_with_all_pairs_of_policies_in_games) {
  std::mt19937_64 random(3);
  int certified = 0;
  int refused = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const auto [mdp, objective] = reference::random_game(random);
    SCOPED_TRACE("trial " + std::to_string(trial));
    try {
      certified += check_solution(mdp, objective, 1e-8, interval(mdp, objective, 1e-8));
      certified += check_solution(mdp, objective, 1e-8, optimistic(mdp, objective, 1e-8));
    } catch (const std::invalid_argument&) {
      ++refused;
    }
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_GT(certified, 4000);
  EXPECT_LT(refused, 1500);
}

}  // namespace
}  // namespace aleator
