// Any method, certified: the values of a discounted process with a proof of how near the optimum they are.
#pragma once

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/executor.hpp"
#include "core/mdp/bellman.hpp"
#include "core/mdp/methods/discounted_bounds.hpp"
#include "core/mdp/methods/method.hpp"
#include "core/mdp/methods/sweep.hpp"
#include "core/mdp/solution.hpp"
#include "core/text.hpp"

namespace aleator {
namespace detail {

/// The start that a solve was given, with the fixed values in their states; those alone, and 0, if none was.
/// @throws std::invalid_argument if it is not of |S| finite numbers.
std::vector<double> checked_start(const SparseMdp& mdp, std::vector<double> start);

/// Which Bellman residual to ask of a method, and when to give up asking.
class DiscountedTarget {
 public:
  /// @throws std::invalid_argument for a tolerance that is not above 0
  DiscountedTarget(const DiscountedBounds& bounds, double tolerance);

  double residual() const noexcept { return residual_; }

  /// After a proof that was not good enough: asks for less.
  /// @param gap       what the last change contributes to the bound
  /// @param rounding  what rounding does
  /// @return false if nothing better can be expected
  bool lower(double gap, double rounding) noexcept;

 private:
  double factor_;
  double tolerance_;
  double residual_;
  double least_ = std::numeric_limits<double>::infinity();
  int without_gain_ = 0;
};

}  // namespace detail

/// Solves a discounted process or game by `method`: V' = TV is the value, and discount/(1-discount) max |V' - V| + what
/// rounding does is its error bound, for every status and whatever the method did. The method is called again with a
/// lower target while the bound is above the tolerance.
///
/// The last of effort.max_sweeps is kept for the proof. Statuses: converged; max_sweeps; stopped; precision_limit if
/// double precision (or this method) comes no nearer: error_bound is how near it came.
/// @param tolerance  absolute, for the distance to the optimum in every state
/// @param start      |S| values to start from; none: 0
/// @throws std::invalid_argument for a discount outside (0, 1), a tolerance or max_sweeps not above 0, a start that is
/// not of |S| finite numbers, values too large for a double, and what the method refuses.
/// Source: Puterman (1994), theorem 6.3.1 and section 6.6; for games Shapley, Stochastic Games (1953).
template <Executor E>
Solution solve_discounted(const BellmanEquation& equation, double tolerance, const Method& method, Effort& effort,
                          E& executor, std::vector<double> start = {}) {
  const SparseMdp& mdp = equation.mdp;
  const DiscountedBounds bounds(row_facts(mdp), equation.discount);
  detail::DiscountedTarget target(bounds, tolerance);
  if (effort.max_sweeps < 1) throw std::invalid_argument(text("max_sweeps ", effort.max_sweeps));
  std::vector<double> v = detail::checked_start(mdp, std::move(start));
  Solution solution;
  if (mdp.num_states() == 0) return solution;
  std::vector<double> proved(v.size());
  for (;;) {
    --effort.max_sweeps;
    const SolveStatus status = method(equation, target.residual(), v, effort);
    ++effort.max_sweeps;
    const double change = detail::sweep(equation, v, proved, executor).absolute();
    v.swap(proved);
    effort.residual.push_back(change);
    effort.transitions_processed += mdp.num_transitions();
    const double gap = bounds.factor() * change;
    const double rounding = bounds.rounding(std::max(detail::largest_absolute(v), detail::largest_absolute(proved)));
    solution.error_bound = gap + rounding;
    solution.status = SolveStatus::converged;
    if (solution.error_bound <= tolerance) break;
    solution.status = status;
    if (status != SolveStatus::converged) break;
    solution.status = SolveStatus::max_sweeps;
    if (effort.exhausted()) break;
    solution.status = SolveStatus::precision_limit;
    if (!target.lower(gap, rounding)) break;
  }
  solution.value = std::move(v);
  solution.residual = effort.residual;
  solution.transitions_processed = effort.transitions_processed;
  return solution;
}

}  // namespace aleator
