// Evaluating boards on which lines of stones win.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/problem.hpp"
#include "core/search/score.hpp"

namespace aleator {

/// What lines count for that may still be won: weights[n - 1] where a player has n stones and the other none.
using LineWeights = std::vector<std::int64_t>;

/// @param lines   all that can be won, and how long they are
/// Names the key "weights".
Problems problems_of(const LineWeights& weights, std::size_t lines, std::size_t length);

/// The sum over all lines of the weights of the player to move, less those of the other one.
class LineEvaluation {
 public:
  /// @throws std::invalid_argument as problems_of says
  LineEvaluation(std::vector<std::uint64_t> lines, const LineWeights& weights);

  Score operator()(std::uint64_t own, std::uint64_t other) const noexcept {
    Score sum = 0;
    for (const std::uint64_t line : lines_) {
      const std::uint64_t of_own = line & own;
      const std::uint64_t of_other = line & other;
      if (of_other == 0) {
        sum += weights_[static_cast<std::size_t>(std::popcount(of_own))];
      } else if (of_own == 0) {
        sum -= weights_[static_cast<std::size_t>(std::popcount(of_other))];
      }
    }
    return sum;
  }

 private:
  std::vector<std::uint64_t> lines_;
  std::vector<Score> weights_;  // [stones]
};

}  // namespace aleator
