// Value iteration: as a method of any equation, and for discounted processes with stop rules of its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/executor.hpp"
#include "core/mdp/bellman.hpp"
#include "core/mdp/methods/discounted_bounds.hpp"
#include "core/mdp/methods/method.hpp"
#include "core/mdp/methods/progress.hpp"
#include "core/mdp/methods/sweep.hpp"
#include "core/mdp/solution.hpp"
#include "core/text.hpp"

namespace aleator {

/// When value iteration stops; the changes are those of the last sweep.
enum class StopRule : std::uint8_t {
  sup,          // discount/(1-discount) max |change| <= tolerance
  span,         // half of discount/(1-discount) (max change - min change) <= tolerance; the value is the midpoint
  total_change  // the sum of |change| <= tolerance, which promises nothing about the distance to the optimum
};

struct ValueIteration {
  double discount = 0.9;    // in (0, 1)
  double tolerance = 1e-9;  // in the units of the reward
  StopRule stop = StopRule::sup;
  std::int64_t max_sweeps = 1'000'000;
  Sense sense = Sense::max;
};

/// Jacobi value iteration V_{k+1} = T V_k from V_0 = 0 (a state without actions: its fixed value) until options.stop is
/// met *and proved in spite of rounding*. error_bound is a proof for every status.
/// @throws std::invalid_argument for a discount outside (0, 1), a tolerance or max_sweeps not above 0, values too large
/// for a double.
/// Source: Puterman (1994), section 6.3.
template <Executor E>
Solution value_iteration(const SparseMdp& mdp, const ValueIteration& options, E& executor, std::stop_token stop = {}) {
  if (!(options.tolerance > 0)) throw std::invalid_argument(text("tolerance ", options.tolerance));
  if (options.max_sweeps < 1) throw std::invalid_argument(text("max_sweeps ", options.max_sweeps));
  const BellmanEquation equation{mdp, options.discount, options.sense};
  const DiscountedBounds bounds(row_facts(mdp), options.discount);

  Solution solution;
  if (mdp.num_states() == 0) return solution;
  solution.status = SolveStatus::max_sweeps;
  std::vector<double> v = mdp.fixed_value;
  std::vector<double> v_next(v.size());
  double largest = detail::largest_absolute(v);
  double shift = 0;
  while (solution.sweeps() < options.max_sweeps) {
    const Change change = detail::sweep(equation, v, v_next, executor);
    v.swap(v_next);
    solution.residual.push_back(change.absolute());
    const double largest_before = std::exchange(largest, detail::largest_absolute(v));
    const double rounding = bounds.rounding(std::max(largest, largest_before));
    double gap = bounds.factor() * change.absolute();
    if (options.stop == StopRule::span) {
      gap = (bounds.upper(change) - bounds.lower(change)) / 2;
      shift = (bounds.upper(change) + bounds.lower(change)) / 2;
    }
    solution.error_bound = gap + rounding;
    const bool met = options.stop == StopRule::total_change ? change.total <= options.tolerance
                                                            : solution.error_bound <= options.tolerance;
    if (met) {
      solution.status = SolveStatus::converged;
      break;
    }
    if (options.stop != StopRule::total_change && rounding > options.tolerance && gap <= rounding) {
      solution.status = SolveStatus::precision_limit;
      break;
    }
    if (stop.stop_requested()) {
      solution.status = SolveStatus::stopped;
      break;
    }
  }
  for (State s = 0; s < mdp.num_states(); ++s) {
    if (mdp.num_actions(s) > 0) v[s] += shift;
  }
  solution.transitions_processed = solution.sweeps() * mdp.num_transitions();
  solution.value = std::move(v);
  return solution;
}

/// Jacobi value iteration as a Method. Takes games, and a discount of 1 where every policy is proper.
/// Source: Puterman (1994), section 6.3.
template <Executor E>
SolveStatus value_iteration(const BellmanEquation& equation, double target, std::vector<double>& value, Effort& effort,
                            E& executor) {
  Progress progress(equation, target, value, effort);
  std::vector<double> next(value.size());
  while (!effort.exhausted()) {
    const double change = detail::sweep(equation, value, next, executor).absolute();
    value.swap(next);
    const auto end = progress.after_sweep(change, equation.discount * change, equation.mdp.num_transitions(), value);
    if (end) return *end;
  }
  return SolveStatus::max_sweeps;
}

}  // namespace aleator
