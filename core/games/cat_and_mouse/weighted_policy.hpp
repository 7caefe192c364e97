// Policies of one cat or one mouse by a few weights: the move is made whose weighted features add up to most.
#pragma once

#include <array>
#include <vector>

#include "core/games/cat_and_mouse/chase.hpp"

namespace aleator::cat_and_mouse {

/// Of the position after the move, each about -1 ... 1.
inline constexpr std::array<const char*, 6> feature_names = {
    "manhattan",  // distance, over rows + columns
    "euclidean",  // distance, likewise
    "diagonal",   // difference of the rows and of the columns apart, over rows + columns
    "centre",     // Manhattan distance of the piece from the centre of the board, likewise
    "freedom",    // moves of the piece, over the most that a piece has
    "parity"      // 1 if the Manhattan distance is odd, else 0
};

class WeightedPolicy {
 public:
  WeightedPolicy(const Board& board, Side side);

  static constexpr std::size_t size = feature_names.size();

  /// The table of all pairs; of equally good moves the first. @pre weights has `size` numbers
  const PolicyTable& on_board(const std::vector<double>& weights);

 private:
  const Board& board_;
  Side side_;
  std::vector<std::array<double, size>> features_;  // [pairs] as the position after the side's move
  PolicyTable table_;
};

}  // namespace aleator::cat_and_mouse
