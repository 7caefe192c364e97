// The four moves of 2048: tiles slide to a wall, and pairs merge from that wall on, each tile once a move.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/games/g2048/board.hpp"
#include "core/games/g2048/permutation.hpp"

namespace aleator::g2048 {

enum class Direction : std::uint8_t { left, right, up, down };
inline constexpr std::array<Direction, 4> directions{Direction::left, Direction::right, Direction::up, Direction::down};

constexpr bool is_vertical(Direction direction) noexcept {
  return direction >= Direction::up;
}
/// Towards the last cell of a row or column.
constexpr bool is_to_the_end(Direction direction) noexcept {
  return direction == Direction::right || direction == Direction::down;
}

/// A move, before the spawn. It is legal if it changes the board; reward is the sum of the tiles that it made.
template <AnyBoard B>
struct Moved {
  B board = 0;
  std::int64_t reward = 0;
  bool outgrown = false;  // two tiles of the largest exponent that B holds met, and were left as they are

  bool operator==(const Moved&) const = default;
};

/// A move by arithmetic, cell by cell: the reference, for any line and any board.
template <AnyBoard B>
Moved<B> move_cell_by_cell(B board, Shape shape, Direction direction) noexcept;

/// Whether any move is left: a cell is empty, or two neighbours are equal (on the wide board, if B cannot hold their
/// sum). @pre there is a tile.
template <AnyBoard B>
bool has_moves(B board, Shape shape) noexcept;

/// Moves of boards of one shape by tables of their lines. Lines of more than `longest_line` cells, and wide boards, are
/// moved cell by cell.
class Moves {
 public:
  static constexpr int longest_line = 5;

  /// @throws std::invalid_argument as problems_of_shape says
  explicit Moves(Shape shape);

  Shape shape() const noexcept { return shape_; }

  Moved<Board> operator()(Board board, Direction direction) const noexcept {
    const bool vertical = is_vertical(direction);
    const Table& table = tables_[vertical ? vertical_ : 0];
    if (table.reward.empty() || may_outgrow(board)) return move_cell_by_cell(board, shape_, direction);
    const std::vector<Line>& after = is_to_the_end(direction) ? table.to_the_end : table.to_the_start;
    if (!vertical) return move_lines(after, table.reward, board, shape_.cols, shape_.rows);
    Moved<Board> moved = move_lines(after, table.reward, transposed(board, transpose_), shape_.rows, shape_.cols);
    moved.board = transposed(moved.board, transpose_back_);
    return moved;
  }
  Moved<WideBoard> operator()(WideBoard board, Direction direction) const noexcept {
    return move_cell_by_cell(board, shape_, direction);
  }

 private:
  using Line = std::uint32_t;  // a board of one row

  struct Table {
    std::vector<Line> to_the_start;  // by line; empty if it is longer than longest_line
    std::vector<Line> to_the_end;
    std::vector<std::uint32_t> reward;  // in either direction
  };
  static Table make_table(int cells);

  Board transposed(Board board, const CellPermutation<Board>& transpose) const noexcept {
    return shape_ == square_4x4 ? transposed_4x4(board) : transpose(board);
  }

  static Moved<Board> move_lines(const std::vector<Line>& after, const std::vector<std::uint32_t>& reward, Board board,
                                 int cells, int lines) noexcept {
    Moved<Board> moved;
    const Board line_mask = (Board{1} << (4 * cells)) - 1;
    for (int shift = 0; shift < 4 * cells * lines; shift += 4 * cells) {
      const Board line = board >> shift & line_mask;
      moved.board |= Board{after[line]} << shift;
      moved.reward += reward[line];
    }
    return moved;
  }

  Shape shape_;
  std::vector<Table> tables_;  // of the rows, and of the columns if they are of another length
  std::size_t vertical_ = 0;
  CellPermutation<Board> transpose_;
  CellPermutation<Board> transpose_back_;
};

}  // namespace aleator::g2048
