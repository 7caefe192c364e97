// A game of 2048 with the values of all its positions, to be looked up.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "core/games/g2048/exact/solve.hpp"
#include "core/games/g2048/search/move_values.hpp"

namespace aleator::g2048 {

/// The mean of value(canonical position) over all spawns on an afterstate.
template <class Value>
double expected_after_spawn(const LayerRules& rules, Board afterstate, Value&& value) {
  double expected = 0;
  for (std::size_t tile = 0; tile < 2; ++tile) {
    const double probability = rules.tile_probability()[tile];
    if (probability == 0) continue;
    double total = 0;
    for_each_spawn(afterstate, rules.shape(), static_cast<int>(tile) + 1,
                   [&](Board board) { total += value(rules.symmetries().canonical(board)); });
    expected += probability * total / num_empty(afterstate, rules.shape());
  }
  return expected;
}

/// The values of the moves of a position whose spawns are worth value(canonical position).
template <class Value>
MoveValues move_values_of(const LayerRules& rules, const Objective& objective, Board board, Value&& value) {
  MoveValues values;
  for (const Direction direction : rules.choices(board)) {
    const Moved<Board> moved = rules.moves()(board, direction);
    if (moved.board == board) continue;
    const double on = is_reached(objective, board) ? 1 : expected_after_spawn(rules, moved.board, value);
    values[static_cast<std::size_t>(direction)] = reward_of(objective, moved) + on;
  }
  return values;
}

class SolvedGame {
 public:
  /// @param solved  by solve_layers with options.keep and this objective
  SolvedGame(LayerRules rules, Objective objective, std::vector<Layer> layers, SolvedLayers solved)
      : rules_(std::move(rules)), objective_(objective), layers_(std::move(layers)), solved_(std::move(solved)) {}

  const LayerRules& rules() const noexcept { return rules_; }
  const Objective& objective() const noexcept { return objective_; }
  const std::vector<Layer>& layers() const noexcept { return layers_; }
  const SolvedLayers& solved() const noexcept { return solved_; }

  /// What each move of a position is worth if the optimal policy follows.
  /// @throws std::invalid_argument if the position cannot be reached
  MoveValues move_values(Board board) const;

  /// The move of the optimal policy; nothing if the game is over. It makes the first of the best moves left, right, up,
  /// down of the canonical board.
  /// @throws std::invalid_argument if the position cannot be reached
  std::optional<Direction> best_move(Board board) const;

 private:
  struct Place {
    std::size_t layer;
    std::size_t position;
  };
  /// @throws std::invalid_argument if the position cannot be reached
  Place place_of(Board canonical) const;

  LayerRules rules_;
  Objective objective_;
  std::vector<Layer> layers_;
  SolvedLayers solved_;
};

/// The optimal policy, for play_to_end. @pre the position can be reached, and the game is not over
struct OptimalMove {
  const SolvedGame& game;

  template <AnyBoard B, class Generator>
  B operator()(B board, const Moves& moves, Generator&) const {
    return moves(board, *game.best_move(static_cast<Board>(board))).board;  // no solved position needs a wide board
  }
};

}  // namespace aleator::g2048
