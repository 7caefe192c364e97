// Policies of a race that look at the own tile only.
#pragma once

#include <vector>

#include "core/games/match.hpp"
#include "core/games/race/rules.hpp"

namespace aleator {

/// |tiles| + 1: the action that a single player takes to arrive in the fewest expected turns; -1 on the last tile.
/// Where the last tile may be missed whatever is done, any action.
std::vector<Action> solo_actions(const Chutes& board);

/// What takes `by_tile[own tile]`, wherever the opponent is.
/// @param by_tile  at least one action for each tile but the last
TurnPolicy by_own_tile(const ChutesRace& game, const std::vector<Action>& by_tile);

}  // namespace aleator
