// Fixed policies of Pig.
#pragma once

#include <cstdint>

#include "core/games/match.hpp"
#include "core/games/pig/rules.hpp"

namespace aleator {

/// Holds with a turn total of at least `points`, or what the rules ask for if that is more; a goal that is reached
/// before has won anyway.
TurnPolicy hold_at(const Pig& game, std::int64_t points);

}  // namespace aleator
