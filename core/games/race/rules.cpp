#include "core/games/race/rules.hpp"

#include "core/text.hpp"

namespace aleator {
namespace {

constexpr std::int64_t most_tiles = 32'000;  // of which two players make states that can be numbered

}  // namespace

Problems race_problems_of(const ChutesRules& rules) {
  Problems problems = problems_of(rules);
  if (rules.tiles > most_tiles) {
    problems.push_back({"tiles", {}, text(rules.tiles, " tiles are more than ", most_tiles, ", the most for a race")});
  }
  return problems;
}

ChutesRace::ChutesRace(const ChutesRules& rules) : board_((require_none(race_problems_of(rules)), Chutes(rules))) {}

}  // namespace aleator
