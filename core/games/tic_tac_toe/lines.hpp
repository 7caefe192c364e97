// Lines of cells on a board of rows x cols, and whether a set of cells has one.
#pragma once

#include <cstdint>
#include <vector>

namespace aleator::tic_tac_toe {

using Cells = std::uint64_t;  // a bit a cell, row by row from the top left

/// All rows, columns and diagonals of `length` cells.
std::vector<Cells> lines_of(int rows, int cols, int length);

/// Finds the lines of a set all at once: cells and the same cells one further are both there, ... until a line is long
/// enough; or, on boards so small that all sets can be listed, in a table.
class LineFinder {
 public:
  LineFinder(int rows, int cols, int length);

  bool any(Cells cells) const noexcept { return table_.empty() ? search(cells) : table_[cells] != 0; }

 private:
  struct Direction {
    int step;      // from a cell of the line to the next
    Cells starts;  // the first cells of lines
  };

  bool search(Cells cells) const noexcept;

  int length_;
  std::vector<Direction> directions_;
  std::vector<std::uint8_t> table_;  // [cells]; empty on larger boards
};

}  // namespace aleator::tic_tac_toe
