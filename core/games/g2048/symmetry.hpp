// The symmetries of a board of 2048: its rotations and mirror images.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/games/g2048/board.hpp"
#include "core/games/g2048/moves.hpp"
#include "core/games/g2048/permutation.hpp"

namespace aleator::g2048 {

/// Symmetry s transposes the board if s has the bit 4 (square boards only), then reverses the order of the rows if it
/// has the bit 2, then that of the columns if it has the bit 1.
using Symmetry = std::uint8_t;

constexpr Symmetry num_symmetries(Shape shape) noexcept {
  return shape.is_square() ? 8 : 4;
}

/// The move of the image that corresponds to one of the board.
constexpr Direction image_of(Direction direction, Symmetry symmetry) noexcept {
  int number = static_cast<int>(direction);  // up is 2 more than left, the opposite 1 apart
  if (symmetry & 4) number ^= 2;
  if (symmetry & (number & 2 ? 2 : 1)) number ^= 1;
  return static_cast<Direction>(number);
}

/// The move of the board that corresponds to one of its image.
constexpr Direction original_of(Direction direction, Symmetry symmetry) noexcept {
  int number = static_cast<int>(direction);
  if (symmetry & (number & 2 ? 2 : 1)) number ^= 1;
  if (symmetry & 4) number ^= 2;
  return static_cast<Direction>(number);
}

/// The smallest image of a board, and the lowest-numbered symmetry that gives it.
template <AnyBoard B>
struct CanonicalForm {
  B board = 0;
  Symmetry symmetry = 0;

  bool operator==(const CanonicalForm&) const = default;
};

/// Images of boards of one shape.
template <AnyBoard B>
class Symmetries {
 public:
  /// @pre problems_of_shape(shape.rows, shape.cols) is empty.
  constexpr explicit Symmetries(Shape shape)
      : shape_(shape),
        transposed_(transposition<B>(shape)),
        rows_reversed_(
            shape, [shape](int cell) { return (shape.rows - 1 - cell / shape.cols) * shape.cols + cell % shape.cols; }),
        cols_reversed_(
            shape, [shape](int cell) { return cell / shape.cols * shape.cols + shape.cols - 1 - cell % shape.cols; }) {}

  constexpr Shape shape() const noexcept { return shape_; }

  /// @pre symmetry < num_symmetries(shape())
  constexpr B image(B board, Symmetry symmetry) const noexcept {
    if (symmetry & 4) board = transposed_(board);
    if (symmetry & 2) board = rows_reversed_(board);
    if (symmetry & 1) board = cols_reversed_(board);
    return board;
  }

  /// The smallest of the images: the first in the order of their cells, row by row.
  constexpr B canonical(B board) const noexcept { return canonical_form(board).board; }

  constexpr CanonicalForm<B> canonical_form(B board) const noexcept {
    CanonicalForm<B> smallest{board, 0};
    for (Symmetry symmetry = 1; symmetry < num_symmetries(shape_); ++symmetry) {
      const B other = image(board, symmetry);
      if (other < smallest.board) smallest = {other, symmetry};
    }
    return smallest;
  }

  constexpr const CellPermutation<B>& transposed() const noexcept { return transposed_; }
  constexpr const CellPermutation<B>& rows_reversed() const noexcept { return rows_reversed_; }
  constexpr const CellPermutation<B>& cols_reversed() const noexcept { return cols_reversed_; }

 private:
  Shape shape_;
  CellPermutation<B> transposed_;
  CellPermutation<B> rows_reversed_;
  CellPermutation<B> cols_reversed_;
};

/// As Symmetries(square_4x4).canonical(board).
constexpr Board canonical_4x4(Board board) noexcept {
  const auto smallest_mirrored = [](Board image) {
    const Board reversed = cols_reversed_4x4(image);
    return std::min(std::min(image, reversed), std::min(rows_reversed_4x4(image), rows_reversed_4x4(reversed)));
  };
  return std::min(smallest_mirrored(board), smallest_mirrored(transposed_4x4(board)));
}

// ---- many boards

/// canonical[i] = symmetries.canonical(board[i]), in vectors; the two may be the same array.
/// @pre the spans have the same size.
void canonical_boards(const Symmetries<Board>& symmetries, std::span<const Board> boards, std::span<Board> canonical);

/// The same with the symmetries.
void canonical_boards(const Symmetries<Board>& symmetries, std::span<const Board> boards, std::span<Board> canonical,
                      std::span<Symmetry> symmetry);

}  // namespace aleator::g2048
