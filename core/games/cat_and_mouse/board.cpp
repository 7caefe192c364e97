#include "core/games/cat_and_mouse/board.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "core/text.hpp"

namespace aleator::cat_and_mouse {

std::vector<bool> obstacles_of(const Rules& rules) {
  const std::int64_t rows = rules.num_rows();
  const std::int64_t cols = rules.num_cols();
  std::vector<bool> is_obstacle(static_cast<std::size_t>(rows * cols));
  for (const Cell& cell : rules.obstacles) is_obstacle[static_cast<std::size_t>(cell[0] * cols + cell[1])] = true;
  for (std::size_t row = 0; row < rules.map.size(); ++row) {
    for (std::size_t col = 0; col < rules.map[row].size(); ++col) {
      if (rules.map[row][col] == '#') is_obstacle[row * static_cast<std::size_t>(cols) + col] = true;
    }
  }
  return is_obstacle;
}

Board::Board(std::int64_t rows, std::int64_t cols, bool eight_neighbours, bool may_stay)
    : rows_(static_cast<int>(rows)), cols_(static_cast<int>(cols)), eight_(eight_neighbours), may_stay_(may_stay) {
  if (rows < 1 || cols < 1 || rows > most_side || cols > most_side) {
    throw std::invalid_argument(text("there is no board of ", rows, " x ", cols, " cells"));
  }
  number_cells(std::vector<bool>(static_cast<std::size_t>(rows * cols)));
  list_moves();
}

Board::Board(const Rules& rules) : Board(rules.num_rows(), rules.num_cols(), rules.eight_neighbours, rules.may_stay) {
  number_cells(obstacles_of(rules));
  list_moves();
}

void Board::number_cells(const std::vector<bool>& is_obstacle) {
  number_.assign(is_obstacle.size(), -1);
  row_.clear();
  col_.clear();
  for (int row = 0; row < rows_; ++row) {
    for (int col = 0; col < cols_; ++col) {
      const auto place = static_cast<std::size_t>(row * cols_ + col);
      if (is_obstacle[place]) continue;
      number_[place] = num_cells();
      row_.push_back(row);
      col_.push_back(col);
    }
  }
}

void Board::list_moves() {
  begin_.assign(1, 0);
  moves_.clear();
  const std::size_t last = eight_ ? 8 : 4;
  for (int cell = 0; cell < num_cells(); ++cell) {
    for (std::size_t i = 0; i < last; ++i) {
      const int to_row = row(cell) + directions[i].rows;
      const int to_col = col(cell) + directions[i].cols;
      if (to_row < 0 || to_row >= rows_ || to_col < 0 || to_col >= cols_) continue;
      if (const int to = cell_at(to_row, to_col); to >= 0) moves_.push_back(to);
    }
    const bool has_none = static_cast<std::int32_t>(moves_.size()) == begin_.back();
    if (may_stay_ || has_none) moves_.push_back(cell);
    begin_.push_back(static_cast<std::int32_t>(moves_.size()));
  }
}

int Board::manhattan(int a, int b) const noexcept {
  return std::abs(row(a) - row(b)) + std::abs(col(a) - col(b));
}

std::vector<std::int32_t> Board::components() const {
  std::vector<std::int32_t> part(static_cast<std::size_t>(num_cells()), -1);
  std::vector<std::int32_t> open;
  for (std::int32_t first = 0; first < num_cells(); ++first) {
    if (part[static_cast<std::size_t>(first)] >= 0) continue;
    part[static_cast<std::size_t>(first)] = first;
    open.assign(1, first);
    while (!open.empty()) {
      const std::int32_t cell = open.back();
      open.pop_back();
      for (const std::int32_t next : moves(cell)) {
        if (part[static_cast<std::size_t>(next)] >= 0) continue;
        part[static_cast<std::size_t>(next)] = first;
        open.push_back(next);
      }
    }
  }
  return part;
}

}  // namespace aleator::cat_and_mouse
