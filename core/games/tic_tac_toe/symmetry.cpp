#include "core/games/tic_tac_toe/symmetry.hpp"

#include <utility>

namespace aleator::tic_tac_toe {
namespace {

/// Where a cell comes to: bit 0 of `symmetry` reverses the rows, bit 1 the columns, bit 2 exchanges both, after that.
int image_of_cell(int cell, int symmetry, int rows, int cols) {
  int row = cell / cols;
  int col = cell % cols;
  if ((symmetry & 1) != 0) row = rows - 1 - row;
  if ((symmetry & 2) != 0) col = cols - 1 - col;
  if ((symmetry & 4) != 0) std::swap(row, col);
  return row * cols + col;
}

}  // namespace

BoardImages::BoardImages(int rows, int cols)
    : count_(rows == cols ? 8 : 4),
      num_parts_((rows * cols + 7) / 8),
      image_of_part_(static_cast<std::size_t>(count_ * num_parts_)) {
  for (int symmetry = 0; symmetry < count_; ++symmetry) {
    for (int cell = 0; cell < rows * cols; ++cell) {
      const Cells image = Cells{1} << image_of_cell(cell, symmetry, rows, cols);
      auto& part = image_of_part_[static_cast<std::size_t>(symmetry * num_parts_ + cell / 8)];
      for (std::size_t cells = 0; cells < part.size(); ++cells) {
        if ((cells >> cell % 8 & 1) != 0) part[cells] |= image;
      }
    }
  }
}

}  // namespace aleator::tic_tac_toe
