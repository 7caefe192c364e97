#include "core/games/chutes/play.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "parallel/tbb_executor.hpp"

namespace aleator {
namespace {

TEST(ChutesPlayInParallel, counts_are_those_of_one_thread) {
  const ChutesPlayer player(Chutes({}), std::nullopt);
  const StreamKey key = {2012, 1};
  // Fewer games than a block, one block, a last block cut short, many small blocks; some games cut.
  for (const PlayOptions& options :
       {PlayOptions{10, 10'000, 8192}, {8192, 10'000, 8192}, {20'001, 10'000, 8192}, {5'003, 30, 16}, {0, 10, 16}}) {
    SerialExecutor serial;
    const TurnCounts expected = play_games(player, options, key, serial);
    for (const int threads : {1, 2, 3, 8}) {
      TbbExecutor executor(threads);
      const TurnCounts counts = play_games(player, options, key, executor);
      EXPECT_EQ(counts.finished, expected.finished) << options.games << " games on " << threads << " threads";
      EXPECT_EQ(counts.cut, expected.cut);
    }
  }
}

}  // namespace
}  // namespace aleator
