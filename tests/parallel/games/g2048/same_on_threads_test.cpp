// 2048 on several threads: the same games, positions and values as on one.
#include <gtest/gtest.h>

#include "core/games/g2048/exact/solve.hpp"
#include "core/games/g2048/search/mcts.hpp"
#include "core/games/g2048/simulate.hpp"
#include "parallel/tbb_executor.hpp"

namespace aleator::g2048 {
namespace {

TEST(G2048Parallel, games_are_the_same) {
  SerialExecutor serial;
  TbbExecutor two(2);
  for (const bool vectorised : {true, false}) {
    const RandomPlayer player(Rules{}, vectorised);
    EXPECT_EQ(play_games(player, 3000, 100, {1, 2}, two), play_games(player, 3000, 100, {1, 2}, serial));
  }
}

TEST(G2048Parallel, positions_and_values_are_the_same) {
  SerialExecutor serial;
  TbbExecutor two(2);
  const LayerRules rules({.rows = 2, .cols = 3});
  const auto layers = enumerate_layers(rules, two);
  const auto expected = enumerate_layers(rules, serial);
  ASSERT_EQ(layers.size(), expected.size());
  const SolveOptions options{.keep = true};
  const SolvedLayers solved = solve_layers(rules, layers, options, two);
  const SolvedLayers expected_values = solve_layers(rules, expected, options, serial);
  for (std::size_t l = 0; l < layers.size(); ++l) {
    ASSERT_EQ(layers[l].positions.size(), expected[l].positions.size());
    for (std::size_t i = 0; i < layers[l].positions.size(); ++i) {
      ASSERT_EQ(layers[l].positions[i], expected[l].positions[i]);
      ASSERT_EQ(solved.answers[l].values[i].optimal, expected_values.answers[l].values[i].optimal);
      ASSERT_EQ(solved.answers[l].values[i].random, expected_values.answers[l].values[i].random);
    }
  }
}

TEST(G2048Parallel, trees_are_the_same) {
  SerialExecutor serial;
  TbbExecutor two(2);
  const Mcts mcts(Rules{}, {.simulations = 1000});
  const Board board = parse_board<Board>("2 0 4 0 / 0 8 0 0 / 2 2 0 0 / 4 0 0 0", square_4x4);
  EXPECT_EQ(mcts.search(board, {1, 2}, 0, two), mcts.search(board, {1, 2}, 0, serial));
}

}  // namespace
}  // namespace aleator::g2048
