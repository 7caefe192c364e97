// The shortest games of snakes and ladders, by breadth-first search.
#pragma once

#include <cstdint>
#include <vector>

#include "core/games/snakes_and_ladders/game.hpp"

namespace aleator {

struct ShortestGame {
  std::int64_t turns = 0;            // the fewest turns of any game
  std::vector<std::int32_t> totals;  // of the rolls of a game of fewest rolls
  std::vector<std::int32_t> path;    // the tile after each of them
  double sequences = 0;              // sequences of totals of so many rolls that end a game
  double probability = 0;            // of a game of so few rolls
};

ShortestGame shortest_game(const SnakesAndLadders& game);

}  // namespace aleator
