// The expected turns of snakes and ladders as a fraction.
#pragma once

#include <string>

#include "core/games/snakes_and_ladders/game.hpp"

namespace aleator {

/// "225837.../575747...": the expected turns of a game in lowest terms, in rational arithmetic throughout. The
/// probabilities of faces are the shortest decimals that stand for their doubles, as they were typed, divided by their
/// sum.
std::string exact_expected_turns(const SnakesAndLadders& game);

}  // namespace aleator
