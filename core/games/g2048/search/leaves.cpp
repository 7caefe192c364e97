#include "core/games/g2048/search/leaves.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "core/games/g2048/permutation.hpp"

namespace aleator::g2048 {
namespace {

/// The cells of one row as a column, the last of a board.
constexpr Board column_of(Board line) noexcept {
  return (line & 0xf000) << 36 | (line & 0xf00) << 24 | (line & 0xf0) << 12 | (line & 0xf);
}
static_assert(column_of(0x1234) == 0x0001'0002'0003'0004);

constexpr int line_shift(int line) noexcept {
  return 16 * (3 - line);
}
constexpr int column_shift(int line) noexcept {
  return 4 * (3 - line);
}
constexpr Board line_of(Board board, int line) noexcept {
  return board >> line_shift(line) & 0xffff;
}

/// The greater of the two if the move is legal; without a branch, which could not be foretold.
double better(double best, double value, bool legal) noexcept {
  constexpr auto none = std::bit_cast<std::uint64_t>(-std::numeric_limits<double>::infinity());
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return std::max(best, std::bit_cast<double>(legal ? bits : none));
}

}  // namespace

Leaves::Leaves(const Evaluation& evaluation) : evaluation_(evaluation) {
  const std::vector<double>& of_line = evaluation.of_row();
  const Moves moves(square_4x4);
  const auto moved_line = [&](Board line, Direction direction) -> MovedLines {
    const Moved<Board> moved = moves(line, direction);
    return {static_cast<double>(moved.reward) + of_line[moved.board], column_of(moved.board)};
  };
  for (Board line = 0; line < of_line.size(); ++line) {
    to_the_start_.push_back(moved_line(line, Direction::left));
    to_the_end_.push_back(moved_line(line, Direction::right));
  }
}

Leaves::OtherLines Leaves::other_lines(const std::vector<MovedLines>& after, Board board) noexcept {
  OtherLines others;
  for (int line = 0; line < 4; ++line) {
    const MovedLines& moved = after[line_of(board, line)];
    for (int other = 0; other < 4; ++other) {
      if (other == line) continue;
      others[static_cast<std::size_t>(other)].value += moved.value;
      others[static_cast<std::size_t>(other)].cells |= moved.cells << column_shift(line);
    }
  }
  return others;
}

template <bool with_corners>
double Leaves::evaluate_across(Board board) const noexcept {
  const double* of_line = evaluation_.of_row().data();
  const double lines = (of_line[line_of(board, 0)] + of_line[line_of(board, 1)]) +
                       (of_line[line_of(board, 2)] + of_line[line_of(board, 3)]);
  if constexpr (!with_corners) return lines;
  const Board largest = std::max(std::max(board >> 60, board >> 48 & 15), std::max(board >> 12 & 15, board & 15));
  return lines + evaluation_.weights().corner * static_cast<double>(static_cast<int>(largest));
}

template <bool with_corners>
SpawnSums Leaves::sums(Board board, std::array<bool, 2> spawned) const noexcept {
  const Board across = transposed_4x4(board);
  const OtherLines left = other_lines(to_the_start_, board);
  const OtherLines right = other_lines(to_the_end_, board);
  const OtherLines up = other_lines(to_the_start_, across);
  const OtherLines down = other_lines(to_the_end_, across);
  SpawnSums sums;
  for (Board empty = empty_cells(board, square_4x4); empty != 0; empty &= empty - 1) {
    const int shift = std::countr_zero(empty);
    const int row = 3 - shift / 16;
    const int col = 3 - shift / 4 % 4;
    for (std::size_t tile = 0; tile < 2; ++tile) {
      if (!spawned[tile]) continue;
      const Board position = board | Board{tile + 1} << shift;
      const Board position_across = across | Board{tile + 1} << (line_shift(col) + column_shift(row));
      double best = -std::numeric_limits<double>::infinity();
      int legal_moves = 0;
      const auto try_move = [&](const OtherLines& others, const std::vector<MovedLines>& after, Board from,
                                Board from_across, int line) {
        const MovedLines& moved = after[line_of(from, line)];
        const MovedLines& other = others[static_cast<std::size_t>(line)];
        const Board to_across = other.cells | moved.cells << column_shift(line);
        const bool legal = to_across != from_across;
        legal_moves += legal;
        best = better(best, other.value + moved.value + evaluate_across<with_corners>(to_across), legal);
      };
      try_move(left, to_the_start_, position, position_across, row);
      try_move(right, to_the_end_, position, position_across, row);
      try_move(up, to_the_start_, position_across, position, col);
      try_move(down, to_the_end_, position_across, position, col);
      sums.value[tile] += legal_moves > 0 ? best : 0;
      sums.evaluations += legal_moves;
      ++sums.positions;
    }
  }
  return sums;
}

}  // namespace aleator::g2048
