#include "core/games/g2048/moves.hpp"

#include <algorithm>

namespace aleator::g2048 {
namespace {

/// The cells of one line, from the wall that is moved against.
struct LineOfCells {
  int first;
  int step;
  int cells;
};

LineOfCells line_of(Shape shape, Direction direction, int line) noexcept {
  const bool vertical = is_vertical(direction);
  const int cells = vertical ? shape.rows : shape.cols;
  const int step = vertical ? shape.cols : 1;
  const int start = vertical ? line : line * shape.cols;
  if (is_to_the_end(direction)) return {start + (cells - 1) * step, -step, cells};
  return {start, step, cells};
}

/// Moves a line and puts its tiles onto the board of `moved`.
template <AnyBoard B>
void move_line(B board, Shape shape, LineOfCells line, Moved<B>& moved) noexcept {
  int to = line.first;
  int waiting = 0;  // the last tile, not yet put, which may still merge
  const auto put = [&](int exponent) {
    moved.board = with_tile(moved.board, shape, to, exponent);
    to += line.step;
    waiting = 0;
  };
  for (int i = 0; i < line.cells; ++i) {
    const int tile = exponent_at(board, shape, line.first + i * line.step);
    if (tile == 0) continue;
    if (tile == waiting && tile < largest_exponent<B>) {
      put(tile + 1);
      moved.reward += std::int64_t{1} << (tile + 1);
      continue;
    }
    moved.outgrown |= tile == waiting;
    if (waiting > 0) put(waiting);
    waiting = tile;
  }
  if (waiting > 0) put(waiting);
}

}  // namespace

template <AnyBoard B>
Moved<B> move_cell_by_cell(B board, Shape shape, Direction direction) noexcept {
  Moved<B> moved;
  const int lines = is_vertical(direction) ? shape.cols : shape.rows;
  for (int line = 0; line < lines; ++line) move_line(board, shape, line_of(shape, direction, line), moved);
  return moved;
}

template <AnyBoard B>
bool has_moves(B board, Shape shape) noexcept {
  for (int cell = 0; cell < shape.cells(); ++cell) {
    const int tile = exponent_at(board, shape, cell);
    if (tile == 0) return true;
    if (cell % shape.cols > 0 && exponent_at(board, shape, cell - 1) == tile) return true;
    if (cell >= shape.cols && exponent_at(board, shape, cell - shape.cols) == tile) return true;
  }
  return false;
}

template Moved<Board> move_cell_by_cell(Board, Shape, Direction) noexcept;
template Moved<WideBoard> move_cell_by_cell(WideBoard, Shape, Direction) noexcept;
template bool has_moves(Board, Shape) noexcept;
template bool has_moves(WideBoard, Shape) noexcept;

Moves::Table Moves::make_table(int cells) {
  Table table;
  if (cells > longest_line) return table;
  const std::size_t lines = std::size_t{1} << (4 * cells);
  table.to_the_start.resize(lines);
  table.to_the_end.resize(lines);
  table.reward.resize(lines);
  for (std::size_t line = 0; line < lines; ++line) {
    const auto start = move_cell_by_cell(Board{line}, {1, cells}, Direction::left);
    table.to_the_start[line] = static_cast<Line>(start.board);
    table.to_the_end[line] = static_cast<Line>(move_cell_by_cell(Board{line}, {1, cells}, Direction::right).board);
    table.reward[line] = static_cast<std::uint32_t>(start.reward);
  }
  return table;
}

Moves::Moves(Shape shape)
    : shape_((require_none(problems_of_shape(shape.rows, shape.cols)), shape)),
      transpose_(transposition<Board>(shape_)),
      transpose_back_(transposition<Board>(shape_.transposed())) {
  tables_.push_back(make_table(shape_.cols));
  if (shape_.is_square()) return;
  tables_.push_back(make_table(shape_.rows));
  vertical_ = 1;
}

}  // namespace aleator::g2048
