#include "core/games/g2048/search/leaves.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include <hwy/base.h>

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

constexpr double none = -std::numeric_limits<double>::infinity();

/// The greater of the two if the move is legal; without a branch, which could not be foretold.
double better(double best, double value, bool legal) noexcept {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return std::max(best, std::bit_cast<double>(legal ? bits : std::bit_cast<std::uint64_t>(none)));
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

/// One board, its spawns one by one. The cells are known when this is compiled, and so are all distances of shifts.
template <bool with_corners>
struct Leaves::Spawner {
  explicit Spawner(const Leaves& leaves, Board before) noexcept
      : all(leaves),
        board(before),
        across(transposed_4x4(before)),
        left(other_lines(leaves.to_the_start_, board)),
        right(other_lines(leaves.to_the_end_, board)),
        up(other_lines(leaves.to_the_start_, across)),
        down(other_lines(leaves.to_the_end_, across)) {}

  /// Of a board after a move, what the lines across the moved ones add, and the corners.
  HWY_INLINE double evaluate_across(Board after) const noexcept {
    const double* of_line = all.evaluation_.of_row().data();
    const double lines = (of_line[line_of(after, 0)] + of_line[line_of(after, 1)]) +
                         (of_line[line_of(after, 2)] + of_line[line_of(after, 3)]);
    if constexpr (!with_corners) return lines;
    const auto corner = [=](int shift) { return static_cast<int>(after >> shift & 15); };
    const int largest = std::max(std::max(corner(60), corner(48)), std::max(corner(12), corner(0)));
    return lines + all.evaluation_.weights().corner * largest;
  }

  /// The better of `best` and a move along the lines of a position, one of which has changed.
  template <int line>
  HWY_INLINE double try_move(double best, const OtherLines& others, const std::vector<MovedLines>& after, Board from,
                             Board from_across) noexcept {
    const MovedLines& moved = after[line_of(from, line)];
    const MovedLines& other = others[line];
    const Board to_across = other.cells | moved.cells << column_shift(line);
    const bool legal = to_across != from_across;
    sums.evaluations += legal;
    return better(best, other.value + moved.value + evaluate_across(to_across), legal);
  }

  template <int row, int col>
  HWY_INLINE void spawn(std::size_t tile) noexcept {
    const Board position = board | Board{tile + 1} << (line_shift(row) + column_shift(col));
    const Board position_across = across | Board{tile + 1} << (line_shift(col) + column_shift(row));
    double best = none;
    best = try_move<row>(best, left, all.to_the_start_, position, position_across);
    best = try_move<row>(best, right, all.to_the_end_, position, position_across);
    best = try_move<col>(best, up, all.to_the_start_, position_across, position);
    best = try_move<col>(best, down, all.to_the_end_, position_across, position);
    sums.value[tile] += best == none ? 0 : best;
    ++sums.positions;
  }

  template <int row, int col>
  HWY_INLINE void spawn_both(std::array<bool, 2> spawned) noexcept {
    if ((board >> (line_shift(row) + column_shift(col)) & 15) != 0) return;
    if (spawned[0]) spawn<row, col>(0);
    if (spawned[1]) spawn<row, col>(1);
  }

  template <int row>
  HWY_INLINE void spawn_row(std::array<bool, 2> spawned) noexcept {
    spawn_both<row, 0>(spawned);
    spawn_both<row, 1>(spawned);
    spawn_both<row, 2>(spawned);
    spawn_both<row, 3>(spawned);
  }

  const Leaves& all;
  Board board;
  Board across;
  OtherLines left;
  OtherLines right;
  OtherLines up;
  OtherLines down;
  SpawnSums sums;
};

template <bool with_corners>
SpawnSums Leaves::sums(Board board, std::array<bool, 2> spawned) const noexcept {
  Spawner<with_corners> spawner(*this, board);
  spawner.template spawn_row<0>(spawned);
  spawner.template spawn_row<1>(spawned);
  spawner.template spawn_row<2>(spawned);
  spawner.template spawn_row<3>(spawned);
  return spawner.sums;
}

SpawnSums Leaves::operator()(Board board, std::array<bool, 2> spawned) const noexcept {
  return evaluation_.weights().corner == 0 ? sums<false>(board, spawned) : sums<true>(board, spawned);
}

}  // namespace aleator::g2048
