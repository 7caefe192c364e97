// Policies of a race that look at the own tile only.
#pragma once

#include <vector>

#include "core/games/match.hpp"
#include "core/games/race/rules.hpp"

namespace aleator {

/// How a single player arrives in the fewest expected turns, by tile 0 ... tiles.
struct SoloPlay {
  std::vector<Action> action;  // -1 on the last tile; any where the last tile may be missed whatever is done
  std::vector<double> turns;   // expected; infinite there
};
SoloPlay solo_play(const Chutes& board);

/// What takes `by_tile[own tile]`, wherever the opponent is.
/// @param by_tile  at least one action for each tile but the last
TurnPolicy by_own_tile(const ChutesRace& game, const std::vector<Action>& by_tile);

}  // namespace aleator
