// Optimistic value iteration: a lower bound, and an upper one that is guessed and then proved.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/executor.hpp"
#include "core/mdp/undiscounted/bounding.hpp"

namespace aleator {
namespace detail {

template <Executor E>
class OptimisticIteration {
 public:
  OptimisticIteration(BoundingSolve& solve, double tolerance, Effort& effort, E& executor)
      : solve_(solve),
        effort_(effort),
        executor_(executor),
        tolerance_(tolerance),
        scratch_(solve.bounds.lower.size()) {}

  SolveStatus run() {
    double threshold = tolerance_;
    double width = 1.9 * tolerance_;  // a little room is left for rounding
    const double largest_width = midpoint_error(solve_.bounds.lower, solve_.bounds.upper);
    for (bool stalled = false;; threshold /= 4) {
      if (!stalled && !raise_lower(threshold, stalled)) return out_of_effort();
      guess(width);
      if (prove_guess(10 + raised_)) break;
      if (effort_.stop.stop_requested() || effort_.exhausted()) return out_of_effort();
      if (!stalled) continue;
      // What a lower bound that no longer moves does not prove needs a wider guess.
      width = std::max(4 * width, rounding());
      if (width > largest_width) return SolveStatus::precision_limit;
    }
    solve_.bounds.upper = std::move(guess_);
    take_rows_of_minimisers();
    const bool near = midpoint_error(solve_.bounds.lower, solve_.bounds.upper) <= tolerance_;
    return near ? SolveStatus::converged : SolveStatus::precision_limit;
  }

 private:
  double rounding() const {
    return std::numeric_limits<double>::epsilon() * detail::largest_absolute(solve_.bounds.lower);
  }
  SolveStatus out_of_effort() const {
    return effort_.stop.stop_requested() ? SolveStatus::stopped : SolveStatus::max_sweeps;
  }

  /// Until no state changes by more than the threshold; `stalled` if none changes at all. False if stopped before.
  bool raise_lower(double threshold, bool& stalled) {
    for (;;) {
      const double change =
          tighten(solve_.equation, Bound::lower, solve_.bounds.lower, scratch_, solve_.policy, executor_).largest;
      solve_.count_sweep(change, 1);
      ++raised_;
      stalled = change == 0;
      if (change <= threshold) return true;
      if (effort_.stop.stop_requested() || effort_.exhausted()) return false;
    }
  }

  void guess(double width) {
    guess_ = solve_.bounds.lower;
    for (State s = 0; s < solve_.reduction().num_unknown; ++s) guess_[s] += width;
  }

  /// Lowers the guess (which has to come in from the ends of the play, state by state) and raises the lower bound until
  /// the guess is proved; false if it falls below the lower bound (then it was wrong) or takes too long.
  bool prove_guess(std::int64_t tries) {
    for (std::int64_t i = 0; i < tries && !effort_.stop.stop_requested() && !effort_.exhausted(); ++i) {
      const std::vector<double> before = solve_.deflation ? guess_ : std::vector<double>();
      bool proved = tighten(solve_.equation, Bound::upper, guess_, scratch_, solve_.policy, executor_).inductive;
      if (solve_.deflation) proved = deflate_guess(before);
      if (proved) return true;
      const double change =
          tighten(solve_.equation, Bound::lower, solve_.bounds.lower, scratch_, solve_.policy, executor_).largest;
      solve_.count_sweep(change, 2);
      for (std::size_t s = 0; s < guess_.size(); ++s) {
        if (guess_[s] < solve_.bounds.lower[s]) return false;
      }
    }
    return false;
  }

  /// With F = min(T, best exits of some end components), upper >= F upper is a proof as well: from 0, F and T give the
  /// same values, since the minimiser can stay in a component until the maximiser leaves it; so F has the same least
  /// fixpoint, and every upper >= F upper is above that.
  bool deflate_guess(const std::vector<double>& before) {
    solve_.deflation->apply({solve_.bounds.lower, before}, guess_, solve_.policy, &held_);
    for (State s = 0; s < solve_.reduction().num_unknown; ++s) {
      if (held_[s] != 0) continue;
      if (!tighten_block(solve_.equation, Bound::upper, {s, s + 1}, before, scratch_, solve_.policy).inductive) {
        return false;
      }
    }
    return true;
  }

  /// The minimiser's rows that are best for the proved upper bound; those that stay in a component have been set.
  void take_rows_of_minimisers() {
    for (State s = 0; s < solve_.reduction().num_unknown; ++s) {
      const bool stays = !held_.empty() && held_[s] != 0;
      if (stays || solve_.equation.sense_of(s) == Sense::max) continue;
      solve_.policy[s] = best_row(solve_.equation, s, solve_.bounds.upper);
    }
  }

  BoundingSolve& solve_;
  Effort& effort_;
  E& executor_;
  double tolerance_;
  std::int64_t raised_ = 0;  // sweeps of the lower bound alone
  std::vector<double> scratch_;
  std::vector<double> guess_;
  std::vector<std::uint8_t> held_;  // |S|: in games, the best exit of an end component proves the guess here
};

}  // namespace detail

/// Raises a lower bound until it hardly changes, guesses an upper bound just above it, and takes the guess if backups
/// prove it (upper >= T upper, rounded outward); else goes on with a smaller threshold. Statuses and results as in
/// solve_undiscounted. In games upper bounds are deflated as in interval iteration.
/// @throws std::invalid_argument for a tolerance not above 0, for what reduce() refuses, and for rewards in a game with
/// end components, where upper >= T upper proves nothing.
/// Source: Hartmanns and Kaminski, Optimistic value iteration, CAV 2020; for games Azeem et al., Optimistic and
/// topological value iteration for simple stochastic games, ATVA 2022.
template <Executor E>
UndiscountedSolution solve_optimistic_value_iteration(const SparseMdp& mdp, const Objective& objective,
                                                      double tolerance, Effort& effort, E& executor) {
  BoundingSolve solve(mdp, objective, tolerance, effort);
  if (solve.is_decided()) return std::move(solve).finish(SolveStatus::converged);
  if (solve.deflation && !solve.probabilities()) {
    throw std::invalid_argument("rewards in a game with end components: only interval iteration solves it");
  }
  return std::move(solve).finish(detail::OptimisticIteration<E>(solve, tolerance, effort, executor).run());
}

/// The same on the calling thread.
inline UndiscountedSolution solve_optimistic_value_iteration(const SparseMdp& mdp, const Objective& objective,
                                                             double tolerance, Effort& effort) {
  SerialExecutor executor;
  return solve_optimistic_value_iteration(mdp, objective, tolerance, effort, executor);
}

}  // namespace aleator
