#include "core/games/tic_tac_toe/lines.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace aleator::tic_tac_toe {
namespace {

constexpr int most_cells_in_table = 12;  // 4 KiB: a table must stay in the first cache beside all else

struct Step {
  int row;
  int col;
};
constexpr std::array<Step, 4> directions = {{{0, 1}, {1, 0}, {1, 1}, {1, -1}}};

/// Calls visit(first cell) for every line in the direction.
template <class Visit>
void for_each_start(int rows, int cols, int length, Step step, Visit visit) {
  for (int row = 0; row < rows; ++row) {
    for (int col = 0; col < cols; ++col) {
      const int last_row = row + step.row * (length - 1);
      const int last_col = col + step.col * (length - 1);
      if (last_row < rows && last_col >= 0 && last_col < cols) visit(row * cols + col);
    }
  }
}

}  // namespace

std::vector<Cells> lines_of(int rows, int cols, int length) {
  std::vector<Cells> lines;
  for (const Step step : directions) {
    for_each_start(rows, cols, length, step, [&](int first) {
      Cells line = 0;
      for (int i = 0; i < length; ++i) line |= Cells{1} << (first + i * (step.row * cols + step.col));
      lines.push_back(line);
    });
  }
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());  // a line of one cell has no direction
  return lines;
}

LineFinder::LineFinder(int rows, int cols, int length) : length_(length) {
  for (const Step step : directions) {
    Cells starts = 0;
    for_each_start(rows, cols, length, step, [&](int first) { starts |= Cells{1} << first; });
    if (starts != 0) directions_.push_back({step.row * cols + step.col, starts});
  }
  if (rows * cols > most_cells_in_table) return;
  table_.resize(std::size_t{1} << rows * cols);
  for (std::size_t cells = 0; cells < table_.size(); ++cells) table_[cells] = search(cells);
}

bool LineFinder::search(Cells cells) const noexcept {
  for (const Direction& direction : directions_) {
    Cells begins = cells;
    for (int found = 1; found < length_;) {
      const int more = std::min(found, length_ - found);
      begins &= begins >> more * direction.step;
      found += more;
    }
    if ((begins & direction.starts) != 0) return true;
  }
  return false;
}

}  // namespace aleator::tic_tac_toe
