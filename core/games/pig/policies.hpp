// Fixed policies of Pig.
#pragma once

#include <cstdint>

#include "core/games/match.hpp"
#include "core/games/pig/rules.hpp"

namespace aleator {

/// Holds with a turn total of at least `points`, or what the rules ask for if that is more; a goal that is reached
/// before has won anyway.
TurnPolicy hold_at(const Pig& game, std::int64_t points);

/// Keeps pace and ends the race: rolls for the goal once a score is within 29 points of it, and else holds at 21
/// points, and one more (fewer) for every 8 points that the player is behind (ahead), to the nearest. For Pig to 100
/// points with a die of six faces. Source: Neller and Presser, Practical play of the dice game Pig, The UMAP Journal 31
/// (2010).
TurnPolicy keep_pace(const Pig& game);

}  // namespace aleator
