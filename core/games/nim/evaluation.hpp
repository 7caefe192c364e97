// What heaps are worth at the horizon of a search.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/games/nim/game.hpp"
#include "core/problem.hpp"
#include "core/search/score.hpp"

namespace aleator::nim {

/// What is wrong with weights: names the key "weights".
Problems problems_of(const std::vector<std::int64_t>& weights);

/// The sum over the heaps of weights[n - 1] for n on a heap, the last weight for more, for the player to move.
class Evaluation {
 public:
  /// @param game  must outlive this. @throws std::invalid_argument as problems_of says
  Evaluation(const Nim& game, std::vector<std::int64_t> weights)
      : game_(&game), weights_((require_none(problems_of(weights)), std::move(weights))) {}

  Score operator()(Nim::Position position) const noexcept {
    std::int64_t sum = 0;
    for (int i = 0; i < game_->num_heaps() && !weights_.empty(); ++i) {
      const auto heap = static_cast<std::size_t>(game_->heap(position, i));
      if (heap > 0) sum += weights_[std::min(heap, weights_.size()) - 1];
    }
    return static_cast<Score>(sum);
  }

 private:
  const Nim* game_;
  std::vector<std::int64_t> weights_;
};

}  // namespace aleator::nim
