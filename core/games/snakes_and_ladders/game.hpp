// Snakes and ladders as a Markov chain of turns.
#pragma once

#include <cstdint>
#include <vector>

#include "core/games/snakes_and_ladders/turn.hpp"
#include "core/mdp/model.hpp"

namespace aleator {

/// The probabilities of the faces 1, 2, ... of one die. @pre problems_of(rules) is empty.
std::vector<double> face_probabilities(const SnakesRules& rules);

/// A roll of all dice. @pre as above.
SnakesDice<double> roll_of(const SnakesRules& rules);

/// A piece of tile t at the start of a turn of phase p is in state t + (tiles + 1) p. The last tile ends the game, in
/// any phase. Every turn has a reward of 1.
class SnakesAndLadders {
 public:
  /// @throws std::invalid_argument with the first of problems_of(rules).
  explicit SnakesAndLadders(const SnakesRules& rules);

  const SnakesRules& rules() const noexcept { return rules_; }
  const SnakesMoves& moves() const noexcept { return moves_; }
  const SnakesDice<double>& dice() const noexcept { return dice_; }

  /// Where a piece of `tile` is after a roll of `total`, which is 0 ... dice().top().
  std::int32_t destination(std::int32_t phase, std::int32_t tile, std::int64_t total) const noexcept {
    return moves_.destination(phase, tile, total);
  }

  std::int32_t tile_of(State s) const noexcept { return s % (moves_.tiles() + 1); }
  std::int32_t phase_of(State s) const noexcept { return s / (moves_.tiles() + 1); }
  State state_of(std::int32_t phase, std::int32_t tile) const noexcept { return phase * (moves_.tiles() + 1) + tile; }

  State num_states() const noexcept { return state_of(moves_.phases(), 0); }
  Action num_actions(State s) const noexcept { return tile_of(s) == moves_.tiles() ? 0 : 1; }
  double fixed_value(State) const noexcept { return 0; }

  template <class Visit>
  void for_each_transition(State s, Action, Visit&& visit) const {
    const std::int32_t phase = phase_of(s);
    const std::int32_t next_phase = moves_.next_phase(phase);
    for_each_turn(moves_, dice_, phase, tile_of(s),
                  [&](std::int32_t next, double probability) { visit(state_of(next_phase, next), probability, 1.0); });
  }

 private:
  SnakesRules rules_;
  SnakesMoves moves_;
  SnakesDice<double> dice_;
};
static_assert(Model<SnakesAndLadders>);

}  // namespace aleator
