// Value iteration for discounted processes, with a proved bound on the distance to the optimum.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <stop_token>
#include <utility>

#include "core/executor.hpp"
#include "core/mdp/bellman.hpp"
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

inline double largest_absolute(std::span<const double> values) noexcept {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

}  // namespace detail

/// The bounds that one Jacobi sweep proves. With V' = TV and d = V' - V, the optimum lies in
/// V' + g/(1-g) [min d, max d] where g = discount * the row sum: the largest one where that widens the interval
/// (towards a min d below 0, a max d above 0), else the smallest. Computing TV in doubles adds `rounding` to each side.
/// Source: Puterman (1994), theorem 6.6.3 and proposition 6.6.5 (MacQueen, Porteus bounds).
class DiscountedBounds {
 public:
  /// @throws std::invalid_argument if the discount is not in (0, 1), or so near 1 that the row sums make no
  /// contraction, or if the values would not fit into a double.
  DiscountedBounds(const RowFacts& facts, double discount) : facts_(facts) {
    // Rounded away from the true products, by more than adding up a row can have lost.
    const double margin = static_cast<double>(facts_.longest + 2) * std::numeric_limits<double>::epsilon();
    const double contraction = discount * facts_.largest_sum * (1 + margin);
    const double weakest = discount * facts_.smallest_sum * (1 - margin);
    if (!(discount > 0) || !(contraction < 1)) {
      throw std::invalid_argument(text("discount ", discount, " with rows that sum to as much as ", facts_.largest_sum,
                                       " is no contraction: nothing can be proved"));
    }
    factor_ = contraction / (1 - contraction);
    least_factor_ = weakest / (1 - weakest);
    const double largest = facts_.largest_fixed + facts_.largest_reward * (1 + factor_);
    if (!(largest <= std::numeric_limits<double>::max() / 4)) {
      throw std::invalid_argument(text("values as large as ", largest, " do not fit into a double"));
    }
  }

  double factor() const noexcept { return factor_; }

  /// Distance of the computed TV from the true one, carried to the optimum: (n + 6) units of rounding of the largest
  /// term, over 1 - g. That is twice what the row takes; the rest is for the bounds themselves.
  /// @param largest_value of V and V', absolute.
  /// Source: Higham, Accuracy and Stability of Numerical Algorithms (2002), section 3.1.
  double rounding(double largest_value) const noexcept {
    const double terms = static_cast<double>(facts_.longest + 6);
    const double size = facts_.largest_reward + largest_value;
    return terms * std::numeric_limits<double>::epsilon() * size * (1 + factor_);
  }

  /// Lower and upper ends g/(1-g) [min d, max d]. A state without actions counts: its change is 0.
  double lower(const Change& change) const noexcept {
    return (change.smallest < 0 ? factor_ : least_factor_) * change.smallest;
  }
  double upper(const Change& change) const noexcept {
    return (change.largest > 0 ? factor_ : least_factor_) * change.largest;
  }

 private:
  RowFacts facts_;
  double factor_ = 0;        // of the largest row sum
  double least_factor_ = 0;  // of the smallest
};

namespace detail {

inline constexpr State states_per_block = 4096;

/// One sweep over all states by blocks of a fixed size, merged in their order.
template <Executor E>
Change sweep(const BellmanEquation& equation, std::span<const double> v, std::span<double> v_next, E& executor) {
  const State n = equation.mdp.num_states();
  const std::size_t blocks = static_cast<std::size_t>((n + states_per_block - 1) / states_per_block);
  return executor.reduce_blocks(
      blocks, Change{},
      [&](std::size_t block) {
        const State begin = static_cast<State>(block) * states_per_block;
        return bellman_backup(equation, {begin, std::min(n, begin + states_per_block)}, v, v_next);
      },
      [](Change& total, const Change& part) { total.merge(part); });
}

}  // namespace detail

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

}  // namespace aleator
