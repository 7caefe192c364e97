// Sweeps over all states by blocks of a fixed size, merged in their order: the same on every number of threads.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include "core/executor.hpp"
#include "core/mdp/bellman.hpp"

namespace aleator::detail {

inline constexpr State states_per_block = 4096;

inline double largest_absolute(std::span<const double> values) noexcept {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

inline std::size_t num_blocks(State states, State block_states = states_per_block) noexcept {
  return static_cast<std::size_t>((std::int64_t{states} + block_states - 1) / block_states);
}

inline StateRange block_range(std::size_t block, State states, State block_states = states_per_block) noexcept {
  const std::int64_t begin = static_cast<std::int64_t>(block) * block_states;
  return {static_cast<State>(begin), static_cast<State>(std::min<std::int64_t>(states, begin + block_states))};
}

/// Merges what `backup(range)` answers for every block of states. @return the Change of all of them
template <Executor E, class Backup>
Change sweep_blocks(State states, State block_states, E& executor, Backup backup) {
  return executor.reduce_blocks(
      num_blocks(states, block_states), Change{},
      [&](std::size_t block) { return backup(block_range(block, states, block_states)); },
      [](Change& total, const Change& part) { total.merge(part); });
}

/// One Jacobi sweep v_next = TV.
template <BellmanRows Rows, Executor E>
Change sweep(const Rows& rows, double discount, Sense sense, std::span<const double> v, std::span<double> v_next,
             E& executor) {
  return sweep_blocks(rows.num_states(), states_per_block, executor,
                      [&](StateRange block) { return bellman_backup(rows, discount, sense, block, v, v_next); });
}
template <Executor E>
Change sweep(const BellmanEquation& equation, std::span<const double> v, std::span<double> v_next, E& executor) {
  return sweep(equation.mdp, equation.discount, equation.sense, v, v_next, executor);
}

/// Calls f(sign_of) with what BellmanEquation::sign_of answers, a constant where it is one: it is folded into f's
/// loops.
template <class F>
auto with_signs(const BellmanEquation& equation, F&& f) {
  if (equation.mdp.is_game()) return f([&equation](State s) { return equation.sign_of(s); });
  if (equation.sense == Sense::min) return f([](State) { return -1.0; });
  return f([](State) { return 1.0; });
}

/// The row among begin ... end - 1 whose sign * Q is largest, the least one of equals, and its Q.
struct BestRow {
  std::int64_t row;
  double value;
};

template <class RowValue>
BestRow best_row(std::int64_t begin, std::int64_t end, double sign, RowValue value_of) {
  BestRow best{begin, -std::numeric_limits<double>::infinity()};
  for (std::int64_t row = begin; row < end; ++row) {
    const double value = sign * value_of(row);
    if (value > best.value) best = {row, value};
  }
  best.value *= sign;
  return best;
}

}  // namespace aleator::detail
