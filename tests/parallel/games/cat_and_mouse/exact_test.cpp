// The exact table is the same on any number of threads.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/games/cat_and_mouse/exact.hpp"
#include "parallel/tbb_executor.hpp"

namespace aleator::cat_and_mouse {
namespace {

TEST(CatAndMouseThreads, give_the_same_table) {
  for (const std::int64_t cats : {1, 2}) {
    for (const std::int64_t mice : {1, 2}) {
      Rules rules;
      rules.rows = mice == 2 ? 4 : 9;
      rules.cols = mice == 2 ? 3 : 10;
      rules.cats = cats;
      rules.mice = mice;
      rules.mouse_steps = 2;
      rules.obstacles = {{1, 1}};
      const Game game(rules);
      SerialExecutor serial;
      const ExactTable expected = solve_exact(game, serial);
      EXPECT_GT(expected.longest(), 1);
      for (const int threads : {1, 2, 5}) {
        TbbExecutor executor(threads);
        const ExactTable table = solve_exact(game, executor);
        EXPECT_EQ(table.longest(), expected.longest());
        for (int phase = 0; phase < game.phases(); ++phase) {
          EXPECT_TRUE(std::ranges::equal(table.phase(phase), expected.phase(phase)));
        }
      }
    }
  }
}

TEST(CatAndMouseThreads, stop_when_they_are_told) {
  Rules rules;
  rules.rows = rules.cols = 30;
  const Game game(rules);
  std::stop_source stop;
  stop.request_stop();
  TbbExecutor executor(2);
  EXPECT_EQ(solve_exact(game, executor, stop.get_token()).longest(), -1);
}

}  // namespace
}  // namespace aleator::cat_and_mouse
