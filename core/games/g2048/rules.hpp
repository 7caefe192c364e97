// 2048: what a user may say of the game, its start and its spawns.
#pragma once

#include <bit>
#include <cstdint>

#include "core/games/g2048/board.hpp"
#include "core/random/philox_stream.hpp"

namespace aleator::g2048 {

/// Instead of the exponent of a tile that ends the game: none does.
inline constexpr int no_end = 64;

struct Rules {
  std::int64_t rows = 4;
  std::int64_t cols = 4;
  double four_probability = 0.1;  // that a spawned tile is 4 and not 2
  std::int64_t target = 0;        // a board with such a tile ends the game; 0: play goes on
};

Problems problems_of(const Rules& rules);

/// The exponent of the tile that ends the game; one that no board holds if there is none.
/// @pre problems_of(rules) is empty.
constexpr int end_exponent(const Rules& rules) noexcept {
  return rules.target > 0 ? std::countr_zero(static_cast<std::uint64_t>(rules.target)) : no_end;
}

/// @pre problems_of(rules) is empty.
inline Shape shape_of(const Rules& rules) {
  return {static_cast<int>(rules.rows), static_cast<int>(rules.cols)};
}

/// Spawns: a tile on one of the empty cells, all equally likely, by unbiased numbers.
class Spawner {
 public:
  /// @param four_probability  followed to within 2^-53; 0 and 1 exactly
  Spawner(Shape shape, double four_probability)
      : shape_(shape), fours_(static_cast<std::uint64_t>(four_probability * 0x1p53)) {}

  /// @pre a cell is empty. @return the board with the new tile; `fours` counts it if it is one
  template <AnyBoard B, class Generator>
  B operator()(B board, Generator& random, std::int64_t& fours) const {
    B empty = empty_cells(board, shape_);
    const std::uint64_t skip = uniform_below(random, static_cast<std::uint64_t>(num_empty(board, shape_)));
    for (std::uint64_t i = 0; i < skip; ++i) empty &= empty - 1;
    const B cell = empty & -empty;
    const bool is_four = random() >> 11 < fours_;
    fours += is_four;
    return board | (is_four ? cell << 1 : cell);
  }

  /// A board with two tiles.
  template <AnyBoard B, class Generator>
  B start(Generator& random, std::int64_t& fours) const {
    const B one_tile = (*this)(B{0}, random, fours);
    return (*this)(one_tile, random, fours);
  }

 private:
  Shape shape_;
  std::uint64_t fours_;  // of 2^53
};

}  // namespace aleator::g2048
