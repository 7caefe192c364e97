#include "parallel/search/together.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "core/search/memoised.hpp"
#include "parallel/tbb_executor.hpp"
#include "tests/core/search/every_game.hpp"

namespace aleator {
namespace {

constexpr std::size_t small_table = 1 << 16;  // bytes: entries fight for it

TEST(AlphaBetaTogether, finds_what_one_thread_finds) {
  std::mt19937_64 random(4);
  for (const int threads : {1, 2, 4}) {
    TbbExecutor executor(threads);
    for_every_game([&](const auto& game, int plies_left) {
      using G = std::decay_t<decltype(game)>;
      for (const auto null_window : {NullWindow::none, NullWindow::pvs, NullWindow::mtd}) {
        SearchOptions options;
        options.null_window = null_window;
        AlphaBetaTogether<G> search(game, options, small_table, threads, {}, 2);
        for (int i = 0; i < 5; ++i) {
          const auto root = random_position(game, plies_left + 2, random);
          const SearchResult expected = MemoisedMinimax<G>(game, options).search(root);
          const SearchResult found = search.search(root, executor);
          ASSERT_EQ(found.status, SearchStatus::complete);
          ASSERT_EQ(found.score, expected.score) << game.text_of(root) << " " << threads;
          ASSERT_EQ(found.distance, expected.distance);
          ASSERT_GT(found.counts.nodes, 0);
          const auto next = game.after(root, found.best);
          if (game.result(next)) continue;
          ASSERT_EQ(OnePly<true>::before(MemoisedMinimax<G>(game, options).search(next).score), expected.score);
        }
      }
    });
  }
}

TEST(AlphaBetaTogether, finds_the_same_to_a_horizon) {
  std::mt19937_64 random(8);
  TbbExecutor executor(3);
  for_every_game([&](const auto& game, int) {
    using G = std::decay_t<decltype(game)>;
    SearchOptions options;
    options.depth = 5;
    const HashEvaluation<G> evaluation{&game};
    AlphaBetaTogether<G, HashEvaluation<G>> search(game, options, small_table, 3, evaluation, 2);
    for (int i = 0; i < 5; ++i) {
      const auto root = random_position(game, 14, random);
      const auto expected = MemoisedMinimax<G, HashEvaluation<G>>(game, options, evaluation).search(root);
      ASSERT_EQ(search.search(root, executor).score, expected.score) << game.text_of(root);
    }
  });
}

TEST(AlphaBetaTogether, stops_when_asked) {
  const connect_four::ConnectFour game({});
  TbbExecutor executor(2);
  AlphaBetaTogether<connect_four::ConnectFour> search(game, {}, small_table, 2);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(search.search(game.start(), executor, stop.get_token()).status, SearchStatus::stopped);
}

TEST(ConnectFourSolverTogether, finds_what_one_thread_finds) {
  std::mt19937_64 random(5);
  for (const connect_four::Rules& rules : {connect_four::Rules{4, 4}, {5, 4}, {6, 5}, {7, 6}}) {
    const connect_four::ConnectFour game(rules);
    connect_four::Solver alone(game);
    for (const int threads : {1, 2, 4}) {
      TbbExecutor executor(threads);
      connect_four::SolverTogether together(game, 1 << 18, threads);
      for (int i = 0; i < 20; ++i) {
        const auto position = random_position(game, 24, random);
        const connect_four::Solved found = together.solve(position, executor);
        ASSERT_EQ(found.status, SearchStatus::complete);
        ASSERT_EQ(found.score, alone.solve(position).score) << game.text_of(position) << " " << threads;
      }
    }
  }
}

TEST(ConnectFourSolverTogether, stops_when_asked_and_forgets) {
  const connect_four::ConnectFour game({});
  TbbExecutor executor(2);
  connect_four::SolverTogether solver(game, 1 << 20, 2);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(solver.solve(game.start(), executor, stop.get_token()).status, SearchStatus::stopped);
  const auto position = game.position_of("2252576253462244111563365343671351441");
  const auto first = solver.solve(position, executor);
  solver.forget();
  EXPECT_EQ(solver.solve(position, executor).score, first.score);
}

}  // namespace
}  // namespace aleator
