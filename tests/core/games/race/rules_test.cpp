#include "core/games/race/rules.hpp"

#include <gtest/gtest.h>

#include <map>

#include "core/games/match.hpp"
#include "core/mdp/sparse_mdp.hpp"
#include "tests/core/games/race/slow_race.hpp"

namespace aleator {
namespace {

static_assert(MatchGame<ChutesRace>);

TEST(RaceRules, are_those_of_the_board_with_fewer_tiles) {
  EXPECT_TRUE(race_problems_of({}).empty());
  ChutesRules rules;
  rules.board = "empty";
  rules.tiles = 32'001;
  ASSERT_EQ(race_problems_of(rules).size(), 1u);
  EXPECT_EQ(race_problems_of(rules)[0].key, "tiles");
  EXPECT_EQ(race_problems_of(rules)[0].message, "32001 tiles are more than 32000, the most for a race");
  EXPECT_THROW(ChutesRace{rules}, std::invalid_argument);
  rules.tiles = 32'000;
  EXPECT_EQ(ChutesRace(rules).won(), 2'048'000'000);
  rules.slip = {0.5};
  EXPECT_THROW(ChutesRace{rules}, std::invalid_argument);
}

TEST(Race, numbers_its_states_without_gaps) {
  const ChutesRace race(reference::small_race_rules());
  std::vector<int> seen(static_cast<std::size_t>(race.num_states()));
  for (const int player : {1, 2}) {
    for (State own = 0; own < 12; ++own) {
      for (State other = 0; other < 12; ++other) {
        const State s = race.state(player, own, other);
        ASSERT_LT(s, race.won());
        ++seen[s];
        const ChutesRace::Place place = race.place(s);
        EXPECT_EQ(place.player, player);
        EXPECT_EQ(place.own, own);
        EXPECT_EQ(place.other, other);
        EXPECT_EQ(race.mirrored(s), race.state(3 - player, own, other));
        EXPECT_EQ(race.owner(s), player == 1 ? Sense::max : Sense::min);
        EXPECT_EQ(race.num_actions(s), 4);
      }
    }
  }
  for (State s = 0; s < race.won(); ++s) EXPECT_EQ(seen[s], 1);
  EXPECT_EQ(race.num_actions(race.won()), 0);
  EXPECT_EQ(race.num_actions(race.lost()), 0);
  EXPECT_EQ(race.initial_state(), race.state(1, 0, 0));
}

TEST(Race, moves_by_the_rules) {
  const ChutesRace race(reference::small_race_rules());
  std::map<State, double> row;
  race.for_each_transition(race.state(2, 7, 4), 3, [&](State next, double p, double) { row[next] += p; });
  // 7 + 5 arrives; 11 is short; 13 is beyond, and goes to 11.
  EXPECT_EQ(row, (std::map<State, double>{{race.lost(), 0.5}, {race.state(1, 4, 11), 0.5}}));
  row.clear();
  race.for_each_transition(race.state(1, 7, 4), 1, [&](State next, double p, double) { row[next] += p; });
  // 8; 9, a chute to 2; 10, a chute to 5.
  EXPECT_EQ(row, (std::map<State, double>{
                     {race.state(2, 4, 8), 0.25}, {race.state(2, 4, 2), 0.5}, {race.state(2, 4, 5), 0.25}}));
}

}  // namespace
}  // namespace aleator
