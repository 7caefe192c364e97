#include "core/games/g2048/exact/solved_game.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "core/games/g2048/simulate.hpp"
#include "tests/core/games/g2048/solved_games.hpp"
#include "tests/core/refusal.hpp"

namespace aleator::g2048 {
namespace {

TEST(G2048SolvedGame, best_of_the_move_values_is_the_value) {
  for (const Objective objective : {Objective{}, Objective{Goal::reach, 5}, Objective{Goal::moves, 0}}) {
    const SolvedGame game = solved_game({.rows = 2, .cols = 3}, objective);
    for (std::size_t l = 0; l < game.layers().size(); l += 7) {
      const Layer& layer = game.layers()[l];
      for (std::size_t i = 0; i < layer.positions.size(); i += 50) {
        const Board board = game.rules().symmetries().image(layer.positions[i], 3);
        const MoveValues values = game.move_values(board);
        const std::optional<Direction> best = game.best_move(board);
        ASSERT_EQ(best.has_value(), has_moves(board, game.rules().shape()));
        if (!best) continue;
        const auto most = std::max_element(values.begin(), values.end());
        ASSERT_NEAR(**most, game.solved().answers[l].values[i].optimal, 1e-12 * (1 + **most));
        ASSERT_NEAR(*values[static_cast<std::size_t>(*best)], **most, 1e-12 * (1 + **most));
      }
    }
  }
}

TEST(G2048SolvedGame, ties_go_to_the_first_move_of_the_canonical_board) {
  const SolvedGame game = solved_game({.rows = 1, .cols = 4});
  const Board start = 0x0110;  // the image of itself: left and right are as good
  const MoveValues values = game.move_values(start);
  EXPECT_DOUBLE_EQ(*values[0], *values[1]);
  EXPECT_EQ(values[2], std::nullopt);
  EXPECT_EQ(game.best_move(start), Direction::left);
  EXPECT_EQ(game.best_move(0x0011), Direction::left);
  EXPECT_EQ(game.best_move(0x1100), Direction::right) << "the canonical board is its mirror image";
}

TEST(G2048SolvedGame, refuses_positions_that_cannot_be_reached) {
  const SolvedGame game = solved_game({.rows = 2, .cols = 3});
  EXPECT_EQ(refusal([&] { game.move_values(0xfff'fff); }),
            "the position 32768 32768 32768 / 32768 32768 32768 cannot be reached");
  EXPECT_EQ(refusal([&] { game.best_move(0); }), "the position 0 0 0 / 0 0 0 cannot be reached");
}

/// Games by the optimal policy, on average, against their value.
TEST(G2048SolvedGame, optimal_play_earns_its_value) {
  for (const Rules& rules : {Rules{2, 2, 0.1}, Rules{2, 3, 0.1}, Rules{2, 3, 0.3, 64}}) {
    const SolvedGame game = solved_game(rules);
    const Spawner spawner(shape_of(rules), rules.four_probability);
    PhiloxStream random({2, 2}, 0, 0);
    constexpr int games = 5000;
    const PlayCounts counts = play_one_by_one(game.rules().moves(), spawner, OptimalMove{game}, games,
                                              end_exponent(rules), random, std::stop_token());
    EXPECT_NEAR(counts.score.mean(games), game.solved().expected.optimal, 4 * counts.score.standard_error(games));
  }
}

TEST(G2048SolvedGame, ends_with_the_target_tile) {
  const SolvedGame game = solved_game({.rows = 2, .cols = 2, .target = 16}, {Goal::reach, 4});
  const SolvedGame on = solved_game({.rows = 2, .cols = 2}, {Goal::reach, 4});
  EXPECT_NEAR(game.solved().expected.optimal, on.solved().expected.optimal, 1e-14);
  std::size_t ended = 0;
  for (const Layer& layer : game.layers()) {
    for (std::size_t i = 0; i < layer.positions.size(); ++i) {
      const Board board = layer.positions[i];
      ASSERT_LE(largest_tile(board), 4);
      if (largest_tile(board) < 4) continue;
      ++ended;
      ASSERT_EQ(game.move_values(board), MoveValues());
      ASSERT_EQ(game.best_move(board), std::nullopt);
      ASSERT_EQ(game.solved().answers[static_cast<std::size_t>(&layer - game.layers().data())].values[i].optimal, 1);
    }
  }
  EXPECT_GT(ended, 5u);
}

TEST(G2048SolvedGame, keeps_to_its_memory) {
  SerialExecutor executor;
  const LayerRules rules({.rows = 3, .cols = 3});
  try {
    enumerate_layers(rules, executor, {}, 1 << 20);
    FAIL() << "nothing was thrown";
  } catch (const std::length_error& error) {
    EXPECT_STREQ(error.what(),
                 "the positions up to a sum of tiles of 52 take 2 MiB, more than the 1 MiB that are allowed");
  }
}

}  // namespace
}  // namespace aleator::g2048
