// What a position is worth at the horizon of a search.
#pragma once

#include "core/games/line_evaluation.hpp"
#include "core/games/tic_tac_toe/game.hpp"

namespace aleator::tic_tac_toe {

class Evaluation {
 public:
  /// @throws std::invalid_argument see LineEvaluation
  Evaluation(const TicTacToe& game, const LineWeights& weights) : lines_(game.lines(), weights) {}

  Score operator()(const TicTacToe::Position& position) const noexcept { return lines_(position.own, position.other); }

 private:
  LineEvaluation lines_;
};

}  // namespace aleator::tic_tac_toe
