// Boards of Connect Four as bits.
//
// A column has rows + 1 bits from the bottom up, and columns follow each other from left to right; the bit above a
// column stays empty, so that lines do not run from one column into the next. Bits of a board of 7 columns, 6 rows:
//
//      6 13 20 27 34 41 48     always empty
//     -------------------
//      5 12 19 26 33 40 47     the top row
//      :  :  :  :  :  :  :
//      0  7 14 21 28 35 42     the bottom row
#pragma once

#include <cstdint>

namespace aleator::connect_four {

using Bits = std::uint64_t;

/// Stones of who is to move, and all stones. After 4, 4, 3 the second player is to move: own has bit 22, all has 21, 22
/// and 14.
struct Position {
  Bits own = 0;
  Bits all = 0;

  bool operator==(const Position&) const = default;
};

struct Shape {
  int cols = 7;
  int rows = 6;

  constexpr int cells() const noexcept { return cols * rows; }
  constexpr Bits bottom(int col) const noexcept { return Bits{1} << col * (rows + 1); }
  constexpr Bits top(int col) const noexcept { return bottom(col) << (rows - 1); }
  constexpr Bits column(int col) const noexcept { return bottom(col) * ((Bits{1} << rows) - 1); }

  constexpr Bits bottom_row() const noexcept {
    Bits row = 0;
    for (int col = 0; col < cols; ++col) row |= bottom(col);
    return row;
  }
  constexpr Bits board() const noexcept {
    Bits all = 0;
    for (int col = 0; col < cols; ++col) all |= column(col);
    return all;
  }
};

/// The cells of the board in the order from left to right reversed.
constexpr Bits mirrored(Bits bits, Shape shape) noexcept {
  if (shape.cols == 1) return bits;
  const Bits column = (Bits{2} << shape.rows) - 1;
  Bits image = 0;
  for (int col = 0; col < shape.cols; ++col) {
    image = image << (shape.rows + 1) | (bits & column);
    bits >>= shape.rows + 1;
  }
  return image;
}

/// Are there four in a row?
constexpr bool has_four(Bits stones, int rows) noexcept {
  const int directions[] = {1, rows, rows + 1, rows + 2};  // up, down right, right, up right
  for (const int step : directions) {
    if (3 * step >= 64) break;  // nor are there four columns
    const Bits pairs = stones & stones >> step;
    if ((pairs & pairs >> 2 * step) != 0) return true;
  }
  return false;
}

}  // namespace aleator::connect_four
