// What a total is worth at the horizon of a search.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/games/race_to/game.hpp"
#include "core/problem.hpp"
#include "core/search/score.hpp"

namespace aleator::race_to {

/// What is wrong with weights: names the key "weights".
Problems problems_of(const std::vector<std::int64_t>& weights);

/// weights[n - 1] for the player to move where n are left to the target; the last weight for more; 0 without weights.
class Evaluation {
 public:
  /// @param game  must outlive this. @throws std::invalid_argument as problems_of says
  Evaluation(const RaceTo& game, std::vector<std::int64_t> weights)
      : game_(&game), weights_((require_none(problems_of(weights)), std::move(weights))) {}

  /// @pre the total is below the target
  Score operator()(RaceTo::Position total) const noexcept {
    if (weights_.empty()) return 0;
    const auto left = static_cast<std::size_t>(game_->longest(total));
    return static_cast<Score>(weights_[std::min(left, weights_.size()) - 1]);
  }

 private:
  const RaceTo* game_;
  std::vector<std::int64_t> weights_;
};

}  // namespace aleator::race_to
