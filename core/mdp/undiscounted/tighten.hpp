// Backups that move a proved bound towards the value, and never away from it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/mdp/bellman.hpp"
#include "core/mdp/graph/predecessor_rows.hpp"
#include "core/mdp/methods/value_iteration.hpp"
#include "core/mdp/undiscounted/outward.hpp"

namespace aleator {

enum class Bound : std::uint8_t { lower, upper };

/// What a backup of a bound did.
struct Tightening {
  double largest = 0;     // change
  bool inductive = true;  // upper >= T upper (lower <= T lower), proved, where it was before the backup

  void merge(const Tightening& other) noexcept {
    largest = std::max(largest, other.largest);
    inductive = inductive && other.inductive;
  }
};

/// next = min(upper, T upper) rounded up, or max(lower, T lower) rounded down, for the states of `block`. Where the
/// bound that the state's owner strives for (lower: max) moves, the row that did it becomes its policy: lower <= T
/// lower then holds with this row for good.
/// @param bound, next  |S| each, no overlap; only the states of `block` are written, in next and in policy
inline Tightening tighten_block(const BellmanEquation& equation, Bound side, StateRange block,
                                std::span<const double> bound, std::span<double> next,
                                std::span<RowIndex> policy) noexcept {
  const SparseMdp& mdp = equation.mdp;
  const double outward = side == Bound::upper ? 1 : -1;
  Tightening result;
  for (State s = block.begin; s < block.end; ++s) {
    next[s] = bound[s];
    if (mdp.num_actions(s) == 0) continue;
    const double sign = equation.sign_of(s);
    double best = -std::numeric_limits<double>::infinity();  // of sign * Q
    std::int64_t best_row = mdp.action_begin[s];
    for (std::int64_t row = mdp.action_begin[s]; row < mdp.action_begin[s + 1]; ++row) {
      const auto q = enclosed_row_value(mdp, row, mdp.reward[row], [&](State t) { return bound[t]; });
      const double value = sign * (q.value + outward * q.error);
      if (value > best) best = value, best_row = row;
    }
    const double change = bound[s] - sign * best;
    if (outward * change < 0) result.inductive = false;
    if (!(outward * change > 0)) continue;
    next[s] = sign * best;
    result.largest = std::max(result.largest, std::abs(change));
    if (sign == -outward) policy[s] = static_cast<RowIndex>(best_row);
  }
  return result;
}

/// The first of the rows that are best for v; the state must have actions.
inline RowIndex best_row(const BellmanEquation& equation, State s, std::span<const double> v) noexcept {
  const SparseMdp& mdp = equation.mdp;
  std::int64_t best = mdp.action_begin[s];
  for (std::int64_t row = best + 1; row < mdp.action_begin[s + 1]; ++row) {
    const double gain = row_value(mdp, 1, row, v) - row_value(mdp, 1, best, v);
    if (equation.sign_of(s) * gain > 0) best = row;
  }
  return static_cast<RowIndex>(best);
}

/// The backup of all states, by blocks of a fixed size; leaves the result in `bound`.
/// @param scratch  |S|
template <class Executor>
Tightening tighten(const BellmanEquation& equation, Bound side, std::vector<double>& bound,
                   std::vector<double>& scratch, std::vector<RowIndex>& policy, Executor& executor) {
  const State n = equation.mdp.num_states();
  const State size = detail::states_per_block;
  const Tightening result = executor.reduce_blocks(
      static_cast<std::size_t>((n + size - 1) / size), Tightening{},
      [&](std::size_t block) {
        const State begin = static_cast<State>(block) * size;
        return tighten_block(equation, side, {begin, std::min(n, begin + size)}, bound, scratch, policy);
      },
      [](Tightening& total, const Tightening& part) { total.merge(part); });
  bound.swap(scratch);
  return result;
}

/// How far the midpoint can be from the value: half of the largest distance, and the rounding of the midpoint.
inline double midpoint_error(std::span<const double> lower, std::span<const double> upper) noexcept {
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  double largest = 0;
  for (std::size_t s = 0; s < lower.size(); ++s) {
    if (lower[s] == upper[s]) continue;
    const double size = std::max(std::abs(lower[s]), std::abs(upper[s]));
    largest = std::max(largest, (upper[s] - lower[s]) / 2 * (1 + 4 * epsilon) + epsilon * size);
  }
  return largest;
}

}  // namespace aleator
