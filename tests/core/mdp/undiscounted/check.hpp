// Random problems, and whether an answer to one is right.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <utility>

#include "core/mdp/undiscounted/certified.hpp"
#include "tests/core/mdp/reference/all_policies.hpp"
#include "tests/core/mdp/reference/random_process.hpp"

namespace aleator::reference {

constexpr ObjectiveKind kinds[] = {ObjectiveKind::reach_probability, ObjectiveKind::reach_reward,
                                   ObjectiveKind::expected_steps, ObjectiveKind::total_reward};

inline Objective random_objective(std::mt19937_64& random, State n) {
  Objective objective;
  objective.kind = kinds[random() % 4];
  objective.sense = any_sense(random);
  objective.target = random_target(random, n);
  return objective;
}

inline std::pair<SparseMdp, Objective> random_problem(std::mt19937_64& random) {
  static const std::vector<std::vector<double>> rewards = {{0, 0, 1, 2}, {0, -1}, {-1, 0, 1}, {1}};
  SparseMdp mdp = tangle(random, {5, 3, one_of(random, rewards)});
  Objective objective = random_objective(random, mdp.num_states());
  return {std::move(mdp), std::move(objective)};
}

inline std::pair<SparseMdp, Objective> random_game(std::mt19937_64& random) {
  static const std::vector<std::vector<double>> rewards = {{0, 0, 1, 2}, {0, 0, 0, -1, 1}, {1}};
  SparseMdp mdp = tangle(random, {6, 2, one_of(random, rewards), true});
  Objective objective = random_objective(random, mdp.num_states());
  return {std::move(mdp), std::move(objective)};
}

/// The policy found is worth what was answered: against all of the opponent's, in a game.
inline void check_policy(const SparseMdp& mdp, const Objective& objective, double tolerance,
                         const UndiscountedSolution& result) {
  for (const Sense mover : {Sense::max, Sense::min}) {
    if (!mdp.is_game() && mover != objective.sense) continue;
    std::vector<bool> opponent(result.policy.size(), false);
    for (std::size_t s = 0; s < opponent.size() && mdp.is_game(); ++s) opponent[s] = mdp.owner[s] != mover;
    Vector reached;
    for_each_policy(mdp, result.policy, opponent, [&](const std::vector<Action>& policy) {
      take_better(reached, Chain(mdp, policy, objective).value(), opposite(mover));
    });
    for (std::size_t s = 0; s < reached.size(); ++s) {
      const double value = result.solution.value[s];
      if (objective.kind == ObjectiveKind::reach_reward && value == -std::numeric_limits<double>::infinity()) continue;
      if (std::isinf(value)) {
        EXPECT_EQ(reached[s], value) << "policy in state " << s;
      } else {
        EXPECT_NEAR(static_cast<double>(reached[s]), value, 3 * tolerance) << "policy in state " << s;
      }
    }
  }
}

/// The bounds enclose the optimum, and the values are as near as they promise.
inline void check_promises(const Solution& solution, const Vector& best, double tolerance) {
  EXPECT_TRUE(solution.status != SolveStatus::converged || solution.error_bound <= tolerance);
  Real largest = 0;
  for (const Real x : best) largest = std::isinf(x) ? largest : std::max(largest, std::abs(x));
  const Real slack = 1e-15L + 1e-18L * largest * largest;  // the reference rounds too, in long double
  for (std::size_t s = 0; s < best.size(); ++s) {
    EXPECT_LE(solution.lower[s], best[s] + slack) << "state " << s;
    EXPECT_GE(solution.upper[s], best[s] - slack) << "state " << s;
    EXPECT_LE(solution.lower[s], solution.value[s]) << "state " << s;
    EXPECT_GE(solution.upper[s], solution.value[s]) << "state " << s;
    if (!std::isinf(best[s])) {
      EXPECT_LE(std::abs(best[s] - solution.value[s]), solution.error_bound + slack) << "state " << s;
    } else if (std::isfinite(solution.error_bound)) {
      EXPECT_EQ(solution.value[s], best[s]) << "state " << s;
    }
  }
}

/// Checks a solution against the optimum; returns whether it is certified.
inline bool check_solution(const SparseMdp& mdp, const Objective& objective, const Vector& best, double tolerance,
                           const UndiscountedSolution& result) {
  const Solution& solution = result.solution;
  if (solution.status == SolveStatus::not_certified) {
    EXPECT_FALSE(solution.message.empty());
    EXPECT_EQ(solution.error_bound, std::numeric_limits<double>::infinity());
    return false;
  }
  EXPECT_EQ(solution.status, SolveStatus::converged);
  check_promises(solution, best, tolerance);
  check_policy(mdp, objective, tolerance, result);
  return true;
}

}  // namespace aleator::reference
