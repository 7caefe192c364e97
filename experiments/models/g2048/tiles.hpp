// The dimension largest_tile: tiles by their numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/games/g2048/rules.hpp"

namespace aleator::g2048 {

inline constexpr const char* largest_tile_dimension = "largest_tile";

/// 2, 4, 8, ... up to the largest tile that a board of this shape can get to: 2^(cells + 1).
inline std::vector<std::int64_t> possible_tiles(Shape shape) {
  std::vector<std::int64_t> tiles;
  for (int exponent = 1; exponent <= shape.cells() + 1; ++exponent) tiles.push_back(std::int64_t{1} << exponent);
  return tiles;
}

/// Of values by exponent, those of possible_tiles(shape); 0 where there is none.
template <class T, class Values>
std::vector<T> by_possible_tile(const Values& values, Shape shape) {
  std::vector<T> chosen;
  for (std::size_t i = 1; i <= static_cast<std::size_t>(shape.cells()) + 1; ++i) {
    chosen.push_back(i < values.size() ? values[i] : T{0});
  }
  return chosen;
}

}  // namespace aleator::g2048
