// The cells of a grid that pieces stand on, and their neighbours.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/games/cat_and_mouse/rules.hpp"

namespace aleator::cat_and_mouse {

/// Where a move goes: up, right, down, left, then the diagonals clockwise from up-right, and staying.
struct Direction {
  int rows;
  int cols;
  const char* name;
};
inline constexpr std::array<Direction, 9> directions{{{-1, 0, "up"},
                                                      {0, 1, "right"},
                                                      {1, 0, "down"},
                                                      {0, -1, "left"},
                                                      {-1, 1, "up-right"},
                                                      {1, 1, "down-right"},
                                                      {1, -1, "down-left"},
                                                      {-1, -1, "up-left"},
                                                      {0, 0, "stay"}}};

/// Free cells are numbered row by row, 0 ... num_cells - 1.
class Board {
 public:
  /// Without obstacles.
  Board(std::int64_t rows, std::int64_t cols, bool eight_neighbours = false, bool may_stay = false);
  /// @pre the rules' map is a rectangle, and their obstacles are on it
  explicit Board(const Rules& rules);

  int rows() const noexcept { return rows_; }
  int cols() const noexcept { return cols_; }
  int num_cells() const noexcept { return static_cast<int>(row_.size()); }
  bool may_stay() const noexcept { return may_stay_; }
  bool eight_neighbours() const noexcept { return eight_; }

  /// -1 for an obstacle. @pre 0 <= row < rows, 0 <= col < cols
  int cell_at(int row, int col) const noexcept { return number_[static_cast<std::size_t>(row * cols_ + col)]; }
  int row(int cell) const noexcept { return row_[static_cast<std::size_t>(cell)]; }
  int col(int cell) const noexcept { return col_[static_cast<std::size_t>(cell)]; }

  /// Where a piece may go, in the order of `directions`: at least one cell, itself where there is no other.
  std::span<const std::int32_t> moves(int cell) const noexcept {
    const auto begin = static_cast<std::size_t>(begin_[static_cast<std::size_t>(cell)]);
    return std::span(moves_).subspan(begin,
                                     static_cast<std::size_t>(begin_[static_cast<std::size_t>(cell) + 1]) - begin);
  }

  int manhattan(int a, int b) const noexcept;

  /// Of each cell the least number of its connected part.
  std::vector<std::int32_t> components() const;

 private:
  void number_cells(const std::vector<bool>& is_obstacle);
  void list_moves();

  int rows_;
  int cols_;
  bool eight_;
  bool may_stay_;
  std::vector<std::int32_t> number_;  // [rows x cols]
  std::vector<std::int32_t> row_, col_;
  std::vector<std::int32_t> begin_;  // [cells + 1]
  std::vector<std::int32_t> moves_;
};

/// What the cells of the rules' board are: true for an obstacle. @pre the map, if any, is a rectangle.
std::vector<bool> obstacles_of(const Rules& rules);

}  // namespace aleator::cat_and_mouse
