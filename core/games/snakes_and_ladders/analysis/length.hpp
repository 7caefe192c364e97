// How long games of snakes and ladders are: the whole distribution, and what it means for several players.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "core/games/snakes_and_ladders/game.hpp"
#include "core/mdp/chain/distribution.hpp"

namespace aleator {

struct LengthLimits {
  double rest = 1e-15;  // games of so little probability may be longer than what is listed
  std::int64_t max_turns = 10'000'000;
};

/// By turn (row) and tile 0 ... tiles: the probability to be there after so many turns.
using Occupation = std::vector<double>;

/// The distribution of the turns of a game, from 0 turns on; what is longer is in tail_mass.
/// @param occupation  if not null, is filled with a row for every number of turns listed
Distribution turns_distribution(const SnakesAndLadders& game, const LengthLimits& limits, std::stop_token stop = {},
                                Occupation* occupation = nullptr);

/// Players who move in turn, the first to arrive wins; rounds count the turns of each.
struct PlayersOutcome {
  std::vector<double> win_probability;  // by player, in the order in which they move
  double rounds_until_first = 0;        // expected
  double rounds_until_all = 0;          // expected, if they play on until all have arrived
};

/// @param turns  of one player; those in its tail count as if they were one turn longer than what is listed, and win
///               from nobody
PlayersOutcome players_outcome(const Distribution& turns, std::int64_t players);

}  // namespace aleator
