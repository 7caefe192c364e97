#include "core/games/snakes_and_ladders/simulate.hpp"

#include <gtest/gtest.h>

#include "parallel/tbb_executor.hpp"

namespace aleator {
namespace {

TEST(SnakesPlayer, plays_the_same_games_on_any_number_of_threads) {
  SnakesRules rules;
  rules.players = 2;
  for (const bool vectorised : {true, false}) {
    const SnakesPlayer player(SnakesAndLadders(rules), vectorised);
    SerialExecutor serial;
    const SnakesCounts expected = play_games(player, 20'001, 1'000, {5, 6}, serial);
    for (const int threads : {1, 2, 5}) {
      TbbExecutor executor(threads);
      const SnakesCounts counts = play_games(player, 20'001, 1'000, {5, 6}, executor);
      EXPECT_EQ(counts.turns, expected.turns);
      EXPECT_EQ(counts.first_in, expected.first_in);
      EXPECT_EQ(counts.all_in, expected.all_in);
      EXPECT_EQ(counts.wins, expected.wins);
      EXPECT_EQ(counts.rolls, expected.rolls);
    }
  }
}

}  // namespace
}  // namespace aleator
