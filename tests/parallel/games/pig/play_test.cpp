#include "core/games/pig/play.hpp"

#include <gtest/gtest.h>

#include "core/games/pig/policies.hpp"
#include "core/games/play_blocks.hpp"
#include "parallel/tbb_executor.hpp"

namespace aleator {
namespace {

template <Executor E>
MatchCounts play(const Pig& game, const TurnPolicy& match, const PlayOptions& options, E& executor) {
  const PigPlayer player(game, match);
  return play_blocks<MatchCounts>(options, {2012, 1}, 1, executor, {},
                                  [&](std::int64_t matches, const PhiloxStream& random) {
                                    return player.play(matches, options.max_turns, 1, random);
                                  });
}

TEST(PigPlayInParallel, counts_are_those_of_one_thread) {
  const Pig game({.goal = 30});
  const TurnPolicy match =
      match_of(game, hold_at(game, 12), TurnPolicy(static_cast<std::size_t>(game.num_states()), any_action));
  for (const PlayOptions& options : {PlayOptions{10, 10'000, 8192}, {5'001, 10'000, 500}, {3'003, 12, 16}}) {
    SerialExecutor serial;
    const MatchCounts expected = play(game, match, options, serial);
    for (const int threads : {1, 2, 3, 8}) {
      TbbExecutor executor(threads);
      const MatchCounts counts = play(game, match, options, executor);
      EXPECT_EQ(counts.won, expected.won) << options.games << " matches on " << threads << " threads";
      EXPECT_EQ(counts.lost, expected.lost);
      EXPECT_EQ(counts.cut, expected.cut);
    }
  }
}

}  // namespace
}  // namespace aleator
