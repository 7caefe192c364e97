#include "core/games/pig/policies.hpp"

#include <algorithm>
#include <cmath>

namespace aleator {

namespace {

/// Holds where it may and holds(position).
template <class Holds>
TurnPolicy policy_of(const Pig& game, Holds holds) {
  TurnPolicy policy(static_cast<std::size_t>(game.num_states()), Pig::roll_action);
  for (State s = 0; s < game.won(); ++s) {
    if (game.num_actions(s) > 1 && holds(game.place(s).position)) policy[s] = Pig::hold_action;
  }
  return policy;
}

}  // namespace

TurnPolicy hold_at(const Pig& game, std::int64_t points) {
  return policy_of(game, [points](const PigPosition& p) { return p.turn >= points; });
}

TurnPolicy keep_pace(const Pig& game) {
  constexpr std::int64_t level = 21;
  constexpr double points_behind = 8;
  constexpr std::int64_t end_of_race = 29;
  const std::int64_t race = game.rules().goal - end_of_race;
  return policy_of(game, [race](const PigPosition& p) {
    if (std::max(p.own, p.other) >= race) return false;
    return p.turn >= level + std::lround(static_cast<double>(p.other - p.own) / points_behind);
  });
}

}  // namespace aleator
