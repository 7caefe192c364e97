// What a position is worth at the horizon of a search.
#pragma once

#include <vector>

#include "core/games/connect_four/game.hpp"
#include "core/games/line_evaluation.hpp"

namespace aleator::connect_four {

/// All lines of four.
std::vector<Bits> lines_of(Shape shape);

class Evaluation {
 public:
  /// @throws std::invalid_argument see LineEvaluation
  Evaluation(const ConnectFour& game, const LineWeights& weights) : lines_(lines_of(game.shape()), weights) {}

  Score operator()(const Position& position) const noexcept {
    return lines_(position.own, position.own ^ position.all);
  }

 private:
  LineEvaluation lines_;
};

}  // namespace aleator::connect_four
