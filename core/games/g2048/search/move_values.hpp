// What a searcher says of the moves of a position of 2048.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "core/games/g2048/moves.hpp"

namespace aleator::g2048 {

/// By direction: left, right, up, down; nothing for a move that is not legal.
using MoveValues = std::array<std::optional<double>, 4>;

/// The first move of the largest value; nothing if none is legal.
inline std::optional<Direction> best_move(const MoveValues& values) noexcept {
  std::optional<Direction> best;
  double most = 0;
  for (const Direction direction : directions) {
    const auto& value = values[static_cast<std::size_t>(direction)];
    if (!value || (best && *value <= most)) continue;
    best = direction;
    most = *value;
  }
  return best;
}

}  // namespace aleator::g2048
