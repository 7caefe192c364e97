// Value iteration: as a method of any equation, and for discounted processes with stop rules of its own.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
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

namespace detail {

/// Takes the values of `start` for the states with actions. @throws std::invalid_argument if it is not of |S| finite
/// numbers
template <BellmanRows Rows>
void start_from(std::vector<double> start, const Rows& rows, std::vector<double>& v) {
  if (start.size() != v.size()) {
    throw std::invalid_argument(text("a start of ", start.size(), " values for ", v.size(), " states"));
  }
  for (State s = 0; s < rows.num_states(); ++s) {
    if (rows.num_actions(s) == 0) continue;
    if (!std::isfinite(start[s])) throw std::invalid_argument(text("start: value ", start[s], " of state ", s));
    v[s] = start[s];
  }
}

}  // namespace detail

/// One value iteration between its sweeps, whoever makes them: what they prove, and whether that is enough.
class ValueIterationProgress {
 public:
  /// @param largest_value  absolute, of the values to start from
  /// @throws std::invalid_argument for a discount outside (0, 1), a tolerance or max_sweeps not above 0, values too
  /// large for a double.
  ValueIterationProgress(const RowFacts& facts, const ValueIteration& options, double largest_value)
      : options_(checked(options)), bounds_(facts, options.discount), at_most_(largest_value) {}

  /// Takes note of a sweep and says whether there must be another.
  /// @param largest  largest() is the largest absolute value before or after the sweep; asked for only when the end is
  /// near, because it takes a pass over the values
  template <class Largest>
  bool goes_on(const Change& change, Largest&& largest, const std::stop_token& stop) {
    solution_.residual.push_back(change.absolute());
    at_most_ += change.absolute() * (1 + 1e-9);
    const double gap = take_gap(change);
    const bool stuck = is_stuck(change.absolute());
    const bool last = solution_.sweeps() >= options_.max_sweeps || stop.stop_requested();
    const bool near_end = total_change() ? change.total <= options_.tolerance
                                         : gap <= std::max(options_.tolerance, bounds_.rounding(at_most_));
    if (!near_end && !last && !stuck) return true;
    const double rounding = bounds_.rounding(largest());
    solution_.error_bound = gap + rounding;
    if (total_change() ? near_end : solution_.error_bound <= options_.tolerance) {
      solution_.status = SolveStatus::converged;
    } else if (stuck || (!total_change() && rounding > options_.tolerance && gap <= rounding)) {
      solution_.status = SolveStatus::precision_limit;
    } else if (last) {
      solution_.status = stop.stop_requested() ? SolveStatus::stopped : SolveStatus::max_sweeps;
    } else {
      return true;
    }
    return false;
  }

  /// @param value  after the last sweep
  template <BellmanRows Rows>
  Solution finish(const Rows& rows, std::vector<double> value) && {
    for (State s = 0; s < rows.num_states() && shift_ != 0; ++s) {
      if (rows.num_actions(s) > 0) value[s] += shift_;
    }
    solution_.transitions_processed = solution_.sweeps() * rows.num_transitions();
    solution_.value = std::move(value);
    return std::move(solution_);
  }

 private:
  static const ValueIteration& checked(const ValueIteration& options) {
    if (!(options.tolerance > 0)) throw std::invalid_argument(text("tolerance ", options.tolerance));
    if (options.max_sweeps < 1) throw std::invalid_argument(text("max_sweeps ", options.max_sweeps));
    return options;
  }

  bool total_change() const noexcept { return options_.stop == StopRule::total_change; }

  /// What the sweep proves but for rounding; with StopRule::span of the shifted values.
  double take_gap(const Change& change) noexcept {
    if (options_.stop != StopRule::span) return bounds_.factor() * change.absolute();
    shift_ = (bounds_.upper(change) + bounds_.lower(change)) / 2;
    return (bounds_.upper(change) - bounds_.lower(change)) / 2;
  }

  /// An exact change falls to a third in 1 / (1 - discount) sweeps. One that does not fall at all in so many is
  /// rounding that adds up: values can go to and fro for ever.
  bool is_stuck(double change) noexcept {
    if (change < least_change_) {
      least_change_ = change;
      without_gain_ = 0;
    } else {
      ++without_gain_;
    }
    return static_cast<double>(without_gain_) >= 10 + 2 * bounds_.factor();
  }

  ValueIteration options_;
  DiscountedBounds bounds_;
  double at_most_;  // no absolute value so far is larger
  double shift_ = 0;
  double least_change_ = std::numeric_limits<double>::infinity();
  std::int64_t without_gain_ = 0;
  Solution solution_;
};

/// Jacobi value iteration V_{k+1} = T V_k from `start` (none: V_0 = 0; a state without actions: its fixed value) until
/// options.stop is met *and proved in spite of rounding*. error_bound is a proof for every status.
/// @param start  |S| finite values, or empty
/// @throws std::invalid_argument for a `start` that is not, and what ValueIterationProgress throws.
/// Source: Puterman (1994), section 6.3.
template <BellmanRows Rows, Executor E>
Solution value_iteration(const Rows& rows, const ValueIteration& options, E& executor, std::stop_token stop = {},
                         std::vector<double> start = {}) {
  std::vector<double> v = fixed_values(rows);
  if (!start.empty()) detail::start_from(std::move(start), rows, v);
  ValueIterationProgress progress(row_facts(rows), options, detail::largest_absolute(v));
  if (v.empty()) return {};
  std::vector<double> v_next(v.size());
  Change change;
  const auto largest = [&] { return std::max(detail::largest_absolute(v), detail::largest_absolute(v_next)); };
  do {
    change = detail::sweep(rows, options.discount, options.sense, v, v_next, executor);
    v.swap(v_next);
  } while (progress.goes_on(change, largest, stop));
  return std::move(progress).finish(rows, std::move(v));
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
