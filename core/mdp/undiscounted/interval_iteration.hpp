// Interval iteration: proved bounds from both sides.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/executor.hpp"
#include "core/mdp/undiscounted/bounding.hpp"

namespace aleator {

/// Jacobi backups of a lower and an upper bound, each rounded outward, until their midpoint is proved to be within the
/// tolerance. In games end components are deflated every eighth sweep. Statuses and results as in
/// solve_undiscounted; precision_limit when rounding outward lets no bound move any more.
/// @throws std::invalid_argument for a tolerance not above 0, and for what reduce() refuses.
/// Source: Haddad and Monmege, Interval iteration algorithm for MDPs and IMDPs, TCS 735 (2018); Baier et al., CAV 2017;
/// for games Kelmendi et al., CAV 2018.
template <Executor E>
UndiscountedSolution solve_interval_iteration(const SparseMdp& mdp, const Objective& objective, double tolerance,
                                              Effort& effort, E& executor) {
  BoundingSolve solve(mdp, objective, tolerance, effort);
  if (solve.is_decided()) return std::move(solve).finish(SolveStatus::converged);
  std::vector<double> scratch(solve.bounds.lower.size());
  int sweeps_without_change = 0;
  for (std::int64_t sweep = 1;; ++sweep) {
    double change = tighten(solve.equation, Bound::lower, solve.bounds.lower, scratch, solve.policy, executor).largest;
    const double change_upper =
        tighten(solve.equation, Bound::upper, solve.bounds.upper, scratch, solve.policy, executor).largest;
    change = std::max(change, change_upper);
    if (solve.deflation && sweep % BoundingSolve::sweeps_between_deflations == 0) {
      change = std::max(change, solve.deflate());
    }
    solve.count_sweep(change, 2);
    if (midpoint_error(solve.bounds.lower, solve.bounds.upper) <= tolerance) {
      return std::move(solve).finish(SolveStatus::converged);
    }
    sweeps_without_change = change > 0 ? 0 : sweeps_without_change + 1;
    if (sweeps_without_change > solve.sweeps_that_tell()) return std::move(solve).finish(SolveStatus::precision_limit);
    if (effort.stop.stop_requested()) return std::move(solve).finish(SolveStatus::stopped);
    if (effort.exhausted()) return std::move(solve).finish(SolveStatus::max_sweeps);
  }
}

/// The same on the calling thread.
inline UndiscountedSolution solve_interval_iteration(const SparseMdp& mdp, const Objective& objective, double tolerance,
                                                     Effort& effort) {
  SerialExecutor executor;
  return solve_interval_iteration(mdp, objective, tolerance, effort, executor);
}

}  // namespace aleator
