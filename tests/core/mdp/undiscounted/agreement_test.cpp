// Every solver of undiscounted objectives against slow and exact ones: whatever the process, it keeps its promise.
#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>

#include "tests/core/mdp/reference/exact_values.hpp"
#include "tests/core/mdp/undiscounted/check.hpp"
#include "tests/core/mdp/undiscounted/solvers.hpp"

namespace aleator {
namespace {

using reference::below;
using reference::Vector;

/// The process as its total reward is worth the objective; every policy comes to an end.
SparseMdp as_total_reward(const SparseMdp& mdp, const Objective& objective) {
  const bool probability = objective.kind == ObjectiveKind::reach_probability;
  const bool rewards = objective.kind == ObjectiveKind::reach_reward || objective.kind == ObjectiveKind::total_reward;
  const bool targets = objective.kind != ObjectiveKind::total_reward;
  SparseMdpBuilder builder(mdp.num_states());
  for (State s = 0; s < mdp.num_states(); ++s) {
    const bool ends = targets && objective.target[s] != 0;
    for (std::int64_t row = mdp.action_begin[s]; row < mdp.action_begin[s + 1] && !ends; ++row) {
      for (std::int64_t i = mdp.row_begin[row]; i < mdp.row_begin[row + 1]; ++i) {
        builder.add_transition(mdp.next_state[i], mdp.probability[i], 0);
      }
      builder.end_action(rewards ? mdp.reward[row] : probability ? 0 : 1);
    }
    const double worth = rewards ? mdp.fixed_value[s] : probability && ends ? 1 : 0;
    builder.end_state(worth, mdp.is_game() ? mdp.owner[s] : Sense::max);
  }
  return std::move(builder).finish();
}

SparseMdp proper_process(std::mt19937_64& random, int number) {
  switch (number % 4) {
    case 0:
      return reference::proper(random, 2 + below(random, 12));
    case 1:
      return reference::walk(random, 2 + below(random, 15));
    case 2:
      return reference::grid(random, 1 + below(random, 2), 2);
    default:
      return reference::proper(random, 2 + below(random, 10), true);
  }
}

/// What the solver finds after so many sweeps, or nothing if it refuses the problem.
std::optional<UndiscountedSolution> solution_of(const NamedSolver& solver, const SparseMdp& mdp,
                                                const Objective& objective, double tolerance,
                                                std::int64_t max_sweeps = 100'000) {
  Effort effort;
  effort.max_sweeps = max_sweeps;
  try {
    return solver.solve(mdp, objective, tolerance, effort);
  } catch (const std::invalid_argument&) {
    EXPECT_TRUE(mdp.is_game());
    return std::nullopt;
  }
}

TEST(UndiscountedSolvers, agree_with_exact_policy_iteration_where_every_policy_ends) {
  SerialExecutor executor;
  const auto all = undiscounted_solvers(executor);
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; ++i) {
    const SparseMdp mdp = proper_process(random, i);
    Objective objective = reference::random_objective(random, mdp.num_states());
    if (objective.kind != ObjectiveKind::reach_probability) objective.target[0] = 1;  // or it may be missed
    const Vector exact = reference::exact_values({as_total_reward(mdp, objective), 1, objective.sense});
    for (std::size_t m = static_cast<std::size_t>(i) % 3; m < all.size(); m += 3) {
      if (mdp.is_game() && !all[m].takes_games) continue;
      SCOPED_TRACE(all[m].name + ", process " + std::to_string(i));
      const auto found = solution_of(all[m], mdp, objective, 1e-6);
      ASSERT_TRUE(found);
      EXPECT_EQ(found->solution.status, SolveStatus::converged);
      reference::check_promises(found->solution, exact, 1e-6);
      ASSERT_FALSE(HasFailure());
    }
  }
}

TEST(UndiscountedSolvers, agree_with_all_policies_tried_one_by_one) {
  SerialExecutor executor;
  const auto all = undiscounted_solvers(executor);
  std::mt19937_64 random(2);
  int tried = 0;
  int certified = 0;
  for (int i = 0; i < 4000; ++i) {
    const auto [mdp, objective] = reference::random_problem(random);
    const Vector best = reference::optimum(mdp, objective);
    for (std::size_t m = static_cast<std::size_t>(i) % 4; m < all.size(); m += 4) {
      SCOPED_TRACE(all[m].name + ", process " + std::to_string(i));
      const auto found = solution_of(all[m], mdp, objective, 1e-8);
      ASSERT_TRUE(found);
      ++tried;
      certified += reference::check_solution(mdp, objective, best, 1e-8, *found);
      ASSERT_FALSE(HasFailure());
    }
  }
  EXPECT_GT(certified, 0.95 * tried);
}

TEST(UndiscountedSolvers, agree_with_all_pairs_of_policies_in_games) {
  SerialExecutor executor;
  const auto all = undiscounted_solvers(executor);
  std::mt19937_64 random(3);
  int certified = 0;
  for (int i = 0; i < 4000; ++i) {
    const auto [mdp, objective] = reference::random_game(random);
    const Vector best = reference::optimum(mdp, objective);
    for (std::size_t m = static_cast<std::size_t>(i) % 4; m < all.size(); m += 4) {
      if (!all[m].takes_games) continue;
      SCOPED_TRACE(all[m].name + ", game " + std::to_string(i));
      if (const auto found = solution_of(all[m], mdp, objective, 1e-8)) {
        certified += reference::check_solution(mdp, objective, best, 1e-8, *found);
      }
      ASSERT_FALSE(HasFailure());
    }
  }
  EXPECT_GT(certified, 8000);
}

TEST(UndiscountedSolvers, have_converged_wherever_the_bound_meets_the_tolerance) {
  SerialExecutor executor;
  const auto all = undiscounted_solvers(executor);
  std::mt19937_64 random(5);
  int near = 0;
  for (int i = 0; i < 2000; ++i) {
    const SparseMdp mdp = reference::tangle(random, {5, 2, {1e6, 1e-6, 0, 12345.678}});  // 1e6 is rounded to 1e-10
    const Objective objective = reference::random_objective(random, mdp.num_states());
    for (std::size_t m = static_cast<std::size_t>(i) % 2; m < all.size(); m += 2) {
      SCOPED_TRACE(all[m].name + ", process " + std::to_string(i));
      const auto found = solution_of(all[m], mdp, objective, 1e-9);
      ASSERT_TRUE(found);
      const Solution& solution = found->solution;
      EXPECT_EQ(solution.status == SolveStatus::converged, solution.error_bound <= 1e-9) << solution.error_bound;
      near += solution.error_bound <= 1e-9 && solution.error_bound > 0.9e-9;
      ASSERT_FALSE(HasFailure());
    }
  }
  EXPECT_GT(near, 0);
}

TEST(UndiscountedSolvers, keep_their_promises_when_they_are_cut_short) {
  SerialExecutor executor;
  const auto all = undiscounted_solvers(executor);
  std::mt19937_64 random(4);
  int unfinished = 0;
  for (int i = 0; i < 3000; ++i) {
    const auto [mdp, objective] = i % 2 == 0 ? reference::random_problem(random) : reference::random_game(random);
    const Vector best = reference::optimum(mdp, objective);
    for (std::size_t m = static_cast<std::size_t>(i) % 4; m < all.size(); m += 4) {
      if (mdp.is_game() && !all[m].takes_games) continue;
      SCOPED_TRACE(all[m].name + ", process " + std::to_string(i));
      const auto found = solution_of(all[m], mdp, objective, 1e-8, 1 + below(random, 10));
      if (!found || found->solution.status == SolveStatus::not_certified) continue;
      unfinished += found->solution.status == SolveStatus::max_sweeps;
      reference::check_promises(found->solution, best, 1e-8);
      ASSERT_FALSE(HasFailure());
    }
  }
  EXPECT_GT(unfinished, 1000);
}

}  // namespace
}  // namespace aleator
