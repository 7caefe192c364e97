// The board of 2048 as one number: a few bits a cell, which hold the exponent of its tile.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/problem.hpp"

namespace aleator::g2048 {

inline constexpr int most_cells = 16;

struct Shape {
  int rows = 4;
  int cols = 4;

  constexpr int cells() const noexcept { return rows * cols; }
  constexpr bool is_square() const noexcept { return rows == cols; }
  constexpr Shape transposed() const noexcept { return {cols, rows}; }
  constexpr bool operator==(const Shape&) const = default;
};

inline constexpr Shape square_4x4{4, 4};

/// 4 bits a cell: 0 is an empty cell, n the tile 2^n, up to 2^15. The cells stand row by row with the first one
/// highest, so that the number in base 16 reads like the board and boards are in the order of their rows:
///
///     bits  63-60  59-56  55-52  51-48    (0,0) (0,1) (0,2) (0,3)
///           47-44  43-40  39-36  35-32    (1,0) (1,1) (1,2) (1,3)
///           31-28  27-24  23-20  19-16    (2,0) (2,1) (2,2) (2,3)
///           15-12  11-8    7-4    3-0     (3,0) (3,1) (3,2) (3,3)
///
/// The last cell of any shape is in the lowest bits, and those above the first one are 0.
using Board = std::uint64_t;

/// The same with 8 bits a cell and tiles up to 2^31: more than any game can reach.
__extension__ using WideBoard = unsigned __int128;

template <class B>
concept AnyBoard = std::same_as<B, Board> || std::same_as<B, WideBoard>;

template <AnyBoard B>
inline constexpr int cell_bits = static_cast<int>(8 * sizeof(B)) / most_cells;
template <AnyBoard B>
inline constexpr int largest_exponent = std::same_as<B, Board> ? 15 : 31;
template <AnyBoard B>
inline constexpr B cell_mask = (B{1} << cell_bits<B>)-1;

/// The lowest bit of a cell, counted row by row.
template <AnyBoard B>
constexpr int shift_of(Shape shape, int cell) noexcept {
  return cell_bits<B> * (shape.cells() - 1 - cell);
}

template <AnyBoard B>
constexpr int exponent_at(B board, Shape shape, int cell) noexcept {
  return static_cast<int>((board >> shift_of<B>(shape, cell)) & cell_mask<B>);
}

/// @pre the cell is empty.
template <AnyBoard B>
constexpr B with_tile(B board, Shape shape, int cell, int exponent) noexcept {
  return board | (static_cast<B>(exponent) << shift_of<B>(shape, cell));
}

static_assert(exponent_at(Board{0x1234'5678'9abc'def0}, square_4x4, 0) == 1);
static_assert(exponent_at(Board{0x1234'5678'9abc'def0}, square_4x4, 14) == 15);
static_assert(with_tile(Board{0}, square_4x4, 4 * 1 + 2, 7) == Board{0x0000'0070'0000'0000});
static_assert(with_tile(Board{0}, {2, 3}, 3 * 1 + 2, 7) == 7 && with_tile(Board{0}, {2, 3}, 0, 7) == 0x700'000);
static_assert(with_tile(WideBoard{0}, square_4x4, 15, 17) == 17 &&
              with_tile(WideBoard{0}, square_4x4, 0, 17) == WideBoard{17} << 120);

/// The board in 8 bits a cell.
constexpr WideBoard widened(Board board) noexcept {
  WideBoard wide = 0;
  for (int cell = 0; cell < most_cells; ++cell) {
    wide |= ((WideBoard{board} >> (4 * cell)) & 15) << (8 * cell);
  }
  return wide;
}

constexpr WideBoard widened(WideBoard board) noexcept {
  return board;
}

/// The exponent of the largest tile; 0 on an empty board.
template <AnyBoard B>
constexpr int largest_tile(B board) noexcept {
  int largest = 0;
  for (; board != 0; board >>= cell_bits<B>) {
    const int exponent = static_cast<int>(board & cell_mask<B>);
    largest = exponent > largest ? exponent : largest;
  }
  return largest;
}

/// Whether the tile 2^end or a larger one is there. @param end  any number: above largest_exponent<B> it never is
template <AnyBoard B>
constexpr bool has_tile_from(B board, int end) noexcept {
  return end <= largest_exponent<B> && largest_tile(board) >= end;
}

/// Whether a move may make a tile that B cannot hold: there are two of the largest.
constexpr bool may_outgrow(Board board) noexcept {
  const Board pairs = board & board >> 1;
  const Board largest = pairs & pairs >> 2 & 0x1111'1111'1111'1111;
  return (largest & (largest - 1)) != 0;
}
constexpr bool may_outgrow(WideBoard) noexcept {
  return false;  // no game gets so far
}

/// The lowest bit of each empty cell.
constexpr Board empty_cells(Board board, Shape shape) noexcept {
  const Board cells = ~Board{0} >> (64 - 4 * shape.cells()) & 0x1111'1111'1111'1111;
  const Board pairs = board | board >> 1;
  return ~(pairs | pairs >> 2) & cells;
}
WideBoard empty_cells(WideBoard board, Shape shape) noexcept;

template <AnyBoard B>
int num_empty(B board, Shape shape) noexcept {
  const B empty = empty_cells(board, shape);
  if constexpr (std::same_as<B, Board>) {
    return std::popcount(empty);
  } else {
    return std::popcount(static_cast<std::uint64_t>(empty)) + std::popcount(static_cast<std::uint64_t>(empty >> 64));
  }
}

/// The sum of the tiles. A move keeps it, a spawn adds 2 or 4.
template <AnyBoard B>
constexpr std::int64_t tile_sum(B board) noexcept {
  std::int64_t sum = 0;
  for (; board != 0; board >>= cell_bits<B>) sum += (std::int64_t{1} << (board & cell_mask<B>)) & ~std::int64_t{1};
  return sum;
}

/// What the merges have brought if all tiles were spawned as 2: (n - 1) 2^n for each tile 2^n. A spawned 4 has brought
/// nothing, and so a game's score is its potential less 4 times the number of 4s spawned, those of the start included.
template <AnyBoard B>
constexpr std::int64_t potential(B board) noexcept {
  std::int64_t sum = 0;
  for (; board != 0; board >>= cell_bits<B>) {
    const auto n = static_cast<std::int64_t>(board & cell_mask<B>);
    if (n > 0) sum += (n - 1) << n;
  }
  return sum;
}

/// Keys "rows" and "cols": what is wrong with a shape. @param rows, cols  at least 1, their product at most 16
Problems problems_of_shape(std::int64_t rows, std::int64_t cols);

/// Reads the numbers on the tiles row by row, 0 for an empty cell, rows separated by "/": "2 0 / 4 2".
/// @throws std::invalid_argument for another shape, for what is not a tile, and for one that B cannot hold.
template <AnyBoard B>
B parse_board(std::string_view written, Shape shape);

/// The board as parse_board reads it.
template <AnyBoard B>
std::string board_text(B board, Shape shape);

}  // namespace aleator::g2048
