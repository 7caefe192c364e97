// The loaded die that ends games of snakes and ladders soonest.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "core/games/snakes_and_ladders/game.hpp"
#include "core/games/snakes_and_ladders/optimise/simplex.hpp"
#include "core/random/philox_stream.hpp"

namespace aleator {

/// The expected turns with dice of these probabilities of the faces 1, 2, ..., all else as the rules say, and their
/// derivatives: with V(s) = expected rolls from s, a roll of total t adds the sum over s of V(s) (turns from where it
/// leads, and 1 if it ends the turn). Infinite, without derivatives, where a game may never end.
Sloped turns_of_die(const SnakesAndLadders& game, const std::vector<double>& faces);

struct BestDieOptions {
  std::int64_t faces = 6;
  std::int64_t starts = 64;  // drawn at random
  SimplexSearch search = {};
};

/// A local minimum of the expected turns over all dice, and from how many starts it was found.
struct BestDie {
  SimplexMinimum minimum;
  std::int64_t starts = 0;
};

struct BestDice {
  double fair_turns = 0;           // expected with a fair die of so many faces
  std::vector<BestDie> optima;     // by ascending turns; distinct ones differ by more than 0.001 in some probability
  std::int64_t starts_failed = 0;  // that came to no minimum within the tolerance
  std::int64_t evaluations = 0;
};

/// From the fair die, the dice that always show one face, and options.starts dice drawn at random: of all faces or of
/// some. (A face that is never thrown may spare a board tiles that are hard to leave: then the turns jump where its
/// probability leaves 0, and no way leads downhill to there from within.)
/// @throws std::invalid_argument if not even a fair die of so many faces ends every game.
/// @param stop  ends it after the start that is on its way
BestDice best_dice(const SnakesAndLadders& game, const BestDieOptions& options, const StreamKey& key,
                   std::stop_token stop = {});

}  // namespace aleator
