// Which fair die is best on a board.
#pragma once

#include <vector>

#include "core/games/snakes_and_ladders/game.hpp"

namespace aleator {

/// The expected turns with fair dice of 1 ... most_faces faces, all else as the rules say; infinite where a game might
/// never end. Entry i is that of i + 1 faces.
std::vector<double> turns_by_faces(const SnakesAndLadders& game, std::int64_t most_faces);

}  // namespace aleator
