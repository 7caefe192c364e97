#include "core/games/snakes_and_ladders/analysis/faces.hpp"

#include "core/games/snakes_and_ladders/analysis/expected.hpp"

namespace aleator {

std::vector<double> turns_by_faces(const SnakesAndLadders& game, std::int64_t most_faces) {
  std::vector<double> turns;
  for (std::int64_t faces = 1; faces <= most_faces; ++faces) {
    const SnakesRules& rules = game.rules();
    turns.push_back(expected_turns(game.moves(), roll_of(fair_faces<double>(faces), rules.dice, rules.six_again)));
  }
  return turns;
}

}  // namespace aleator
