#include "core/games/pig/policies.hpp"

namespace aleator {

TurnPolicy hold_at(const Pig& game, std::int64_t points) {
  TurnPolicy policy(static_cast<std::size_t>(game.num_states()), Pig::roll_action);
  for (State s = 0; s < game.won(); ++s) {
    if (game.num_actions(s) > 1 && game.place(s).position.turn >= points) policy[s] = Pig::hold_action;
  }
  return policy;
}

}  // namespace aleator
