// Boards for tests, of any shape and any tiles.
#pragma once

#include <random>
#include <vector>

#include "core/games/g2048/board.hpp"

namespace aleator::g2048 {

/// Every shape that the game can have.
inline std::vector<Shape> all_shapes() {
  std::vector<Shape> shapes;
  for (int rows = 1; rows <= most_cells; ++rows) {
    for (int cols = 1; rows * cols <= most_cells; ++cols) {
      if (rows * cols > 1) shapes.push_back({rows, cols});
    }
  }
  return shapes;
}

/// Few different tiles, so that many merge, or all of them; some cells are empty.
inline Board random_board(Shape shape, std::mt19937_64& random) {
  const std::uint64_t tiles = random() % 2 == 0 ? 3 : 16;
  const std::uint64_t lowest = random() % (17 - tiles);
  const std::uint64_t emptiness = random() % 4;
  Board board = 0;
  for (int cell = 0; cell < shape.cells(); ++cell) {
    if (random() % 4 >= emptiness) board = with_tile(board, shape, cell, static_cast<int>(lowest + random() % tiles));
  }
  return board;
}

}  // namespace aleator::g2048
