// Boards of a size that is known when the program is compiled, and of any other, for the solver.
#pragma once

#include "core/games/connect_four/board.hpp"

namespace aleator::connect_four {

template <int num_cols, int num_rows>
struct FixedBoard {
  static constexpr Shape shape{num_cols, num_rows};
  static constexpr Bits bottom_row = shape.bottom_row();
  static constexpr Bits cells = shape.board();
};

struct AnyBoard {
  explicit AnyBoard(Shape of) : shape(of), bottom_row(of.bottom_row()), cells(of.board()) {}

  Shape shape;
  Bits bottom_row;
  Bits cells;
};

/// The cells, on the board or not, that make four in a row with three of the stones.
/// @param rows  with more than 15 there are fewer than 4 columns
constexpr Bits completing_cells(Bits stones, int rows) noexcept {
  Bits found = stones << 1 & stones << 2 & stones << 3;
  if (rows > 15) return found;
  for (int step = rows; step <= rows + 2; ++step) {
    const Bits left = stones << step & stones << 2 * step;   // the two before
    const Bits right = stones >> step & stones >> 2 * step;  // the two behind
    found |= left & (stones << 3 * step | stones >> step);
    found |= right & (stones >> 3 * step | stones << step);
  }
  return found;
}

}  // namespace aleator::connect_four
