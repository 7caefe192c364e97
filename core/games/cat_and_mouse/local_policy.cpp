#include "core/games/cat_and_mouse/local_policy.hpp"

#include <algorithm>
#include <cstdlib>

namespace aleator::cat_and_mouse {
namespace {

constexpr int side_cells = 3;  // of a window

std::int64_t squared_distance(const Board& board, int a, int b) {
  const std::int64_t rows = board.row(a) - board.row(b);
  const std::int64_t cols = board.col(a) - board.col(b);
  return rows * rows + cols * cols;
}

/// The first of the moves that bring the cat nearest.
int nearest_move(const Board& board, int cat, int mouse, bool euclidean) {
  const auto distance = [&](int cell) {
    return euclidean ? squared_distance(board, cell, mouse) : board.manhattan(cell, mouse);
  };
  const auto moves = board.moves(cat);
  return *std::min_element(moves.begin(), moves.end(), [&](int a, int b) { return distance(a) < distance(b); });
}

int sign(int number) {
  return (number > 0) - (number < 0);
}

/// The first and last top row (or left column) of windows on the board that hold both.
struct Span {
  int first, last;
};
Span span_of(int a, int b, int size) {
  return {std::max(0, std::max(a, b) - (side_cells - 1)), std::min(size - side_cells, std::min(a, b))};
}

}  // namespace

std::optional<Window> window_of(const Board& board, int cat, int mouse) {
  const Span rows = span_of(board.row(cat), board.row(mouse), board.rows());
  const Span cols = span_of(board.col(cat), board.col(mouse), board.cols());
  if (rows.first > rows.last || cols.first > cols.last) return {};
  for (int top = rows.first; top <= rows.last; ++top) {
    for (int left = cols.first; left <= cols.last; ++left) {
      const bool touches =
          top == 0 || left == 0 || top == board.rows() - side_cells || left == board.cols() - side_cells;
      if (touches) return Window{top, left};
    }
  }
  return Window{(board.row(cat) + board.row(mouse)) / 2 - 1, (board.col(cat) + board.col(mouse)) / 2 - 1};
}

std::size_t near_entry(const Board& board, int cat, int mouse, const Window& window) {
  const auto x = [&](int cell) { return board.col(cell) - window.left; };
  const auto y = [&](int cell) { return window.top + side_cells - 1 - board.row(cell); };
  const int h = window.left == 0 ? 0 : window.left == board.cols() - side_cells ? 1 : 2;
  const int v = window.top == board.rows() - side_cells ? 0 : window.top == 0 ? 1 : 2;
  return static_cast<std::size_t>(((((x(cat) * 3 + y(cat)) * 3 + x(mouse)) * 3 + y(mouse)) * 3 + h) * 3 + v);
}

std::size_t far_entry(const Board& board, int cat, int mouse) {
  const int rows = board.row(mouse) - board.row(cat);
  const int cols = board.col(mouse) - board.col(cat);
  const int slope = sign(std::abs(rows) - std::abs(cols)) + 1;
  const int parity = (std::abs(rows) + std::abs(cols)) % 2;
  return near_entries + static_cast<std::size_t>(((sign(rows) + 1) * 3 + sign(cols) + 1) * 6 + slope * 2 + parity);
}

std::uint8_t LocalPolicy::choices(const Board& board) noexcept {
  return static_cast<std::uint8_t>((board.eight_neighbours() ? 8 : 4) + (board.may_stay() ? 1 : 0));
}

LocalPolicy::LocalPolicy(const Board& board, FarRule far) : board_(board) {
  const auto cells = static_cast<std::size_t>(board.num_cells());
  const std::size_t count = choices(board);
  stay_ = board.may_stay() ? count - 1 : count;
  entry_.assign(cells * cells, -1);
  target_.resize(cells * cells * count);
  table_.resize(cells * cells);
  for (std::size_t pair = 0; pair < table_.size(); ++pair) {
    const auto cat = static_cast<int>(pair / cells);
    const auto mouse = static_cast<int>(pair % cells);
    table_[pair] = static_cast<std::uint16_t>(cat);
    if (cat == mouse) continue;
    table_[pair] = static_cast<std::uint16_t>(nearest_move(board, cat, mouse, far != FarRule::manhattan));
    if (const auto window = window_of(board, cat, mouse)) {
      entry_[pair] = static_cast<std::int32_t>(near_entry(board, cat, mouse, *window));
    } else if (far == FarRule::learned) {
      entry_[pair] = static_cast<std::int32_t>(far_entry(board, cat, mouse));
    }
    const int instead = nearest_move(board, cat, mouse, true);
    for (std::size_t choice = 0; choice < count; ++choice) {
      const Direction& way = directions[choice == stay_ ? directions.size() - 1 : choice];
      const int row = board.row(cat) + way.rows;
      const int col = board.col(cat) + way.cols;
      const bool inside = row >= 0 && col >= 0 && row < board.rows() && col < board.cols();
      const int to = inside ? board.cell_at(row, col) : -1;
      target_[pair * count + choice] = static_cast<std::uint16_t>(to >= 0 ? to : instead);
    }
  }
}

namespace {

/// The first of so many directions that comes nearest to what is that many rows down and columns right.
std::uint8_t nearest_direction(int rows, int cols, std::size_t count) {
  const auto left = [&](std::size_t i) {
    const int rows_left = rows - directions[i].rows;
    const int cols_left = cols - directions[i].cols;
    return rows_left * rows_left + cols_left * cols_left;
  };
  std::size_t best = 0;
  for (std::size_t i = 1; i < count; ++i) best = left(i) < left(best) ? i : best;
  return static_cast<std::uint8_t>(best);
}

}  // namespace

std::vector<std::uint8_t> LocalPolicy::far_moves(const Board& board, FarRule far) {
  const std::size_t count = board.eight_neighbours() ? 8 : 4;
  std::vector<std::uint8_t> moves;
  for (int entry = 0; entry < static_cast<int>(near_entries); ++entry) {
    const int mouse_y = entry / 9 % 3, mouse_x = entry / 27 % 3, cat_y = entry / 81 % 3, cat_x = entry / 243;
    moves.push_back(nearest_direction(cat_y - mouse_y, mouse_x - cat_x, count));
  }
  for (int entry = 0; far == FarRule::learned && entry < static_cast<int>(far_entries); ++entry) {
    const int rows = entry / 18 - 1, cols = entry / 6 % 3 - 1, slope = entry / 2 % 3;
    moves.push_back(nearest_direction(rows * (slope == 0 ? 4 : 5), cols * (slope == 2 ? 4 : 5), count));
  }
  return moves;
}

PolicyTable far_table(const Board& board) {
  const auto cells = static_cast<std::size_t>(board.num_cells());
  PolicyTable table(cells * cells);
  for (std::size_t pair = 0; pair < table.size(); ++pair) {
    const auto cat = static_cast<int>(pair / cells);
    const auto mouse = static_cast<int>(pair % cells);
    table[pair] = static_cast<std::uint16_t>(cat == mouse ? cat : nearest_move(board, cat, mouse, true));
  }
  return table;
}

const PolicyTable& LocalPolicy::on_board(const std::vector<std::uint8_t>& moves) {
  const std::size_t count = choices(board_);
  for (std::size_t pair = 0; pair < table_.size(); ++pair) {
    if (entry_[pair] < 0) continue;
    table_[pair] = target_[pair * count + moves[static_cast<std::size_t>(entry_[pair])]];
  }
  return table_;
}

}  // namespace aleator::cat_and_mouse
