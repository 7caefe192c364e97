#include "core/mdp/undiscounted/certified.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/core/mdp/undiscounted/reference.hpp"

namespace aleator {
namespace {

constexpr ObjectiveKind kinds[] = {ObjectiveKind::reach_probability, ObjectiveKind::reach_reward,
                                   ObjectiveKind::expected_steps, ObjectiveKind::total_reward};

UndiscountedSolution solve(const SparseMdp& mdp, const Objective& objective, double tolerance,
                           const Method& method = reference::gauss_seidel) {
  Effort effort;
  effort.max_sweeps = 100'000;
  return solve_undiscounted(mdp, objective, tolerance, method, effort);
}

/// Checks a solution against the optimum; returns whether it is certified.
bool check(const SparseMdp& mdp, const Objective& objective, double tolerance, const UndiscountedSolution& result) {
  const Solution& solution = result.solution;
  if (solution.status == SolveStatus::not_certified) {
    EXPECT_FALSE(solution.message.empty());
    EXPECT_EQ(solution.error_bound, std::numeric_limits<double>::infinity());
    return false;
  }
  EXPECT_EQ(solution.status, SolveStatus::converged);
  EXPECT_LE(solution.error_bound, tolerance);
  const reference::Values optimum = reference::optimum(mdp, objective);
  const reference::Values reached = reference::Chain(mdp, result.policy, objective).value();
  for (std::size_t s = 0; s < optimum.size(); ++s) {
    if (std::isinf(optimum[s])) {
      EXPECT_EQ(solution.value[s], optimum[s]) << "state " << s;
      EXPECT_EQ(solution.lower[s], optimum[s]) << "state " << s;
      EXPECT_EQ(solution.upper[s], optimum[s]) << "state " << s;
      if (objective.kind == ObjectiveKind::reach_reward && optimum[s] < 0) continue;  // no policy attains it
      EXPECT_EQ(reached[s], optimum[s]) << "policy in state " << s;
      continue;
    }
    EXPECT_LE(solution.lower[s], optimum[s] + 1e-15L) << "state " << s;
    EXPECT_GE(solution.upper[s], optimum[s] - 1e-15L) << "state " << s;
    EXPECT_LE(solution.lower[s], solution.value[s]);
    EXPECT_GE(solution.upper[s], solution.value[s]);
    EXPECT_NEAR(static_cast<double>(optimum[s]), solution.value[s], tolerance) << "state " << s;
    if (!mdp.is_game()) {
      EXPECT_NEAR(static_cast<double>(reached[s]), solution.value[s], 3 * tolerance) << "policy in state " << s;
    }
  }
  return true;
}

TEST(SolveUndiscounted, agrees_with_all_policies_tried_one_by_one) {
  std::mt19937_64 random(1);
  int certified = 0;
  const std::vector<std::vector<double>> rewards = {{0, 0, 1, 2}, {0, -1}, {-1, 0, 1}, {1}};
  for (int trial = 0; trial < 4000; ++trial) {
    const SparseMdp mdp = reference::random_process({5, 3, rewards[random() % rewards.size()]}, random);
    Objective objective;
    objective.kind = kinds[random() % 4];
    objective.sense = random() % 2 == 0 ? Sense::max : Sense::min;
    objective.target = reference::random_target(mdp.num_states(), random);
    SCOPED_TRACE("trial " + std::to_string(trial));
    certified += check(mdp, objective, 1e-8, solve(mdp, objective, 1e-8));
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_GT(certified, 3500);
}

}  // namespace
}  // namespace aleator
