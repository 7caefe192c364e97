// Rearranging the cells of a board by shifts.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/games/g2048/board.hpp"

namespace aleator::g2048 {

/// Cells that move by the same distance move together.
template <AnyBoard B>
class CellPermutation {
 public:
  /// @param source  source(cell) is the cell of a board of `shape` that comes to `cell`
  template <class Source>
  constexpr CellPermutation(Shape shape, Source source) {
    for (int cell = 0; cell < shape.cells(); ++cell) {
      add(shift_of<B>(shape, cell), shift_of<B>(shape, source(cell)));
    }
  }

  constexpr B operator()(B board) const noexcept {
    B image = 0;
    for (std::size_t i = 0; i < num_steps_; ++i) image |= rotated(board & steps_[i].mask, steps_[i].distance);
    return image;
  }

  /// The image is the union of the steps' cells, each rotated upwards by its distance.
  struct Step {
    B mask = 0;
    int distance = 0;  // below the bits of B
  };
  constexpr std::span<const Step> steps() const noexcept { return std::span(steps_).first(num_steps_); }

 private:
  static constexpr int bits = static_cast<int>(8 * sizeof(B));

  static constexpr B rotated(B board, int distance) noexcept {
    return board << distance | board >> ((bits - distance) % bits);
  }

  constexpr void add(int to, int from) {
    const int distance = (to - from + bits) % bits;
    std::size_t i = 0;
    while (i < num_steps_ && steps_[i].distance != distance) ++i;
    if (i == num_steps_) steps_[num_steps_++].distance = distance;
    steps_[i].mask |= cell_mask<B> << from;
  }

  std::array<Step, most_cells> steps_{};
  std::size_t num_steps_ = 0;
};

/// Rows become columns: from a board of `shape` to one of shape.transposed().
template <AnyBoard B>
constexpr CellPermutation<B> transposition(Shape shape) {
  return CellPermutation<B>(shape, [shape](int cell) { return cell % shape.rows * shape.cols + cell / shape.rows; });
}

/// For vectors: where the bytes start in whose low or high cells those of an image's bytes are, one byte a pair of
/// cells.
struct PairStarts {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

/// @param sources  cell i, counted from the lowest bits, is the number of the one that comes to its place
constexpr PairStarts pair_starts(Board sources) noexcept {
  PairStarts starts;
  for (int byte = 0; byte < 8; ++byte) {
    const Board cells = sources >> (8 * byte) & 0xFF;
    starts.low |= 4 * (cells & 15) << (8 * byte);
    starts.high |= (4 * (cells >> 4) + 60) % 64 << (8 * byte);
  }
  return starts;
}

// ---- the common board, without loops

constexpr Board transposed_4x4(Board board) noexcept {
  const Board in_pairs = (board ^ board >> 12) & 0x0000'f0f0'0000'f0f0;
  board ^= in_pairs ^ in_pairs << 12;
  const Board of_pairs = (board ^ board >> 24) & 0x0000'0000'ff00'ff00;
  return board ^ of_pairs ^ of_pairs << 24;
}

constexpr Board rows_reversed_4x4(Board board) noexcept {
  board = std::rotl(board, 32);
  return (board & 0x0000'ffff'0000'ffff) << 16 | (board >> 16 & 0x0000'ffff'0000'ffff);
}

constexpr Board cols_reversed_4x4(Board board) noexcept {
  board = (board & 0x0f0f'0f0f'0f0f'0f0f) << 4 | (board >> 4 & 0x0f0f'0f0f'0f0f'0f0f);
  return (board & 0x00ff'00ff'00ff'00ff) << 8 | (board >> 8 & 0x00ff'00ff'00ff'00ff);
}

}  // namespace aleator::g2048
