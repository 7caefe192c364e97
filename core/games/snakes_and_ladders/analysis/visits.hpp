// Where the games of snakes and ladders pass, and what each jump does to them.
#pragma once

#include <vector>

#include "core/games/snakes_and_ladders/analysis/chain.hpp"

namespace aleator {

/// By tile 0 ... tiles, of values by cell in the first phase; 0 on the last tile.
std::vector<double> by_tile(const SnakesMoves& moves, const std::vector<double>& by_cell);

/// By tile 0 ... tiles: the turns of a game that begin there, expected. They add up to the expected turns.
std::vector<double> tile_visits(const SnakesChain& chain);

/// By jump of the rules: how often it is taken in a game, expected.
std::vector<double> jump_uses(const SnakesChain& chain);

/// By jump of the rules: the expected turns of a game without it minus those with it; infinite if without it a game may
/// never end.
std::vector<double> jump_values(const SnakesChain& chain);

/// The variance of the turns of a game.
double turns_variance(const SnakesChain& chain);

}  // namespace aleator
