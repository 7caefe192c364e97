// Expected turns and rolls of snakes and ladders, in doubles or exactly.
//
// A piece of tile t in phase p is in cell t * phases + p: cells below tiles * phases are on their way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/games/snakes_and_ladders/analysis/elimination.hpp"
#include "core/games/snakes_and_ladders/turn.hpp"

namespace aleator {

inline std::size_t num_cells(const SnakesMoves& moves) noexcept {
  return static_cast<std::size_t>(moves.tiles()) * static_cast<std::size_t>(moves.phases());
}
inline std::size_t cell_of(const SnakesMoves& moves, std::int32_t phase, std::int32_t tile) noexcept {
  return static_cast<std::size_t>(tile) * static_cast<std::size_t>(moves.phases()) + static_cast<std::size_t>(phase);
}
inline std::int32_t tile_of(const SnakesMoves& moves, std::size_t cell) noexcept {
  return static_cast<std::int32_t>(cell / static_cast<std::size_t>(moves.phases()));
}
inline std::int32_t phase_of(const SnakesMoves& moves, std::size_t cell) noexcept {
  return static_cast<std::int32_t>(cell % static_cast<std::size_t>(moves.phases()));
}

/// The cell after a turn, or one roll, that leads to `next`; num_cells(moves) for the last tile.
inline std::size_t next_cell(const SnakesMoves& moves, std::int32_t phase, std::int32_t next, bool turn_ends) noexcept {
  if (next == moves.tiles()) return num_cells(moves);
  return cell_of(moves, turn_ends ? moves.next_phase(phase) : phase, next);
}

/// The chain from roll to roll.
template <class Number>
Elimination<Number> eliminate_rolls(const SnakesMoves& moves, const SnakesDice<Number>& dice) {
  return Elimination<Number>(num_cells(moves), [&](std::size_t cell, const auto& add) {
    const std::int32_t phase = phase_of(moves, cell);
    for_each_roll(moves, dice, phase, tile_of(moves, cell),
                  [&](std::int64_t, const Number& p, std::int32_t next, bool turn_ends) {
                    add(next_cell(moves, phase, next, turn_ends), p);
                  });
  });
}

/// The probability, by cell, that a roll from there ends its turn.
template <class Number>
std::vector<Number> turn_ends(const SnakesMoves& moves, const SnakesDice<Number>& dice) {
  std::vector<Number> ends(num_cells(moves), Number(1));
  if (!dice.again) return ends;
  for (std::size_t cell = 0; cell < ends.size(); ++cell) {
    ends[cell] = Number(0);
    for_each_roll(moves, dice, phase_of(moves, cell), tile_of(moves, cell),
                  [&](std::int64_t, const Number& p, std::int32_t, bool ends_here) {
                    if (ends_here) ends[cell] += p;
                  });
  }
  return ends;
}

/// The expected turns of a game from tile 0; infinite if it may never end.
inline double expected_turns(const SnakesMoves& moves, const SnakesDice<double>& dice) {
  const auto chain = eliminate_rolls(moves, dice);
  return chain.is_lost(0) ? std::numeric_limits<double>::infinity() : chain.solve(turn_ends(moves, dice)).front();
}

}  // namespace aleator
