// The symmetries of a rectangle or a square, on sets of its cells.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/games/tic_tac_toe/lines.hpp"

namespace aleator::tic_tac_toe {

/// Image 0 is the set itself; there are 4 of a rectangle and 8 of a square.
class BoardImages {
 public:
  BoardImages(int rows, int cols);

  int count() const noexcept { return count_; }

  Cells image(Cells cells, int symmetry) const noexcept {
    const auto* const parts = &image_of_part_[static_cast<std::size_t>(symmetry * num_parts_)];
    Cells image = 0;
    for (int i = 0; i < num_parts_; ++i) image |= parts[i][cells >> 8 * i & 0xff];
    return image;
  }

 private:
  int count_;
  int num_parts_;                                      // of 8 cells
  std::vector<std::array<Cells, 256>> image_of_part_;  // [symmetry * num_parts + part][cells of the part]
};

}  // namespace aleator::tic_tac_toe
