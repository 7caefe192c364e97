#include "core/games/g2048/rules.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>

#include "core/games/g2048/moves.hpp"

namespace aleator::g2048 {
namespace {

TEST(G2048Rules, are_refused_with_the_reason) {
  EXPECT_TRUE(problems_of(Rules{}).empty());
  EXPECT_EQ(problems_of({.four_probability = 1.5}).front().message, "1.5 is not a probability");
  EXPECT_EQ(problems_of({.four_probability = std::nan("")}).size(), 1U);
  EXPECT_EQ(problems_of({.rows = 3, .cols = 6}).front().key, "rows");
}

TEST(G2048Spawner, gives_every_empty_cell_the_same_chance) {
  constexpr Shape shape{2, 3};
  const Spawner spawner(shape, 0.25);
  PhiloxStream random({1, 2}, 0, 0);
  const Board board = 0x1000'20;
  constexpr int draws = 120'000;
  std::map<Board, int> counts;
  std::int64_t fours = 0;
  for (int i = 0; i < draws; ++i) ++counts[spawner(board, random, fours) ^ board];
  ASSERT_EQ(counts.size(), 8U);
  for (const auto& [tile, count] : counts) {
    EXPECT_EQ(num_empty(tile, shape), 5);
    const double expected = draws / 4.0 * (largest_tile(tile) == 2 ? 0.25 : 0.75);
    EXPECT_NEAR(count, expected, 5 * std::sqrt(expected));
  }
  EXPECT_NEAR(static_cast<double>(fours), draws * 0.25, 5 * std::sqrt(draws * 0.25 * 0.75));
}

TEST(G2048Spawner, probabilities_0_and_1_are_certain) {
  PhiloxStream random({1, 2}, 0, 0);
  for (int i = 0; i < 1000; ++i) {
    std::int64_t fours = 0;
    EXPECT_EQ(tile_sum(Spawner(square_4x4, 0).start<Board>(random, fours)), 4);
    EXPECT_EQ(fours, 0);
    EXPECT_EQ(tile_sum(Spawner(square_4x4, 1).start<WideBoard>(random, fours)), 8);
    EXPECT_EQ(fours, 2);
  }
}

/// A game of random moves. Returns its score; the board, the spawned fours and the moves are those at its end.
template <AnyBoard B>
std::int64_t play(const Moves& moves, std::uint64_t seed, B& board, std::int64_t& fours, std::int64_t& num_moves) {
  const Shape shape = moves.shape();
  const Spawner spawner(shape, 0.3);
  PhiloxStream random({2048, seed}, 0, 0);
  board = spawner.start<B>(random, fours);
  std::int64_t score = 0;
  while (has_moves(board, shape)) {
    const auto moved = moves(board, directions[random() % 4]);
    if (moved.board == board) continue;
    score += moved.reward;
    board = spawner(moved.board, random, fours);
    ++num_moves;
  }
  return score;
}

TEST(G2048Score, is_the_potential_less_what_spawned_fours_did_not_bring) {
  for (const Shape shape :
       {Shape{4, 4}, Shape{2, 4}, Shape{3, 3}, Shape{2, 2}, Shape{1, 3}, Shape{1, 8}, Shape{3, 5}}) {
    const Moves moves(shape);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Board board = 0;
      std::int64_t fours = 0;
      std::int64_t num_moves = 0;
      const std::int64_t score = play(moves, seed, board, fours, num_moves);
      EXPECT_EQ(score, potential(board) - 4 * fours);
      EXPECT_EQ(tile_sum(board), 2 * (2 + num_moves + fours));
      WideBoard wide = 0;
      std::int64_t wide_fours = 0;
      EXPECT_EQ(play(moves, seed, wide, wide_fours, num_moves), score);
      EXPECT_TRUE(wide == widened(board));
      EXPECT_EQ(wide_fours, fours);
    }
  }
}

}  // namespace
}  // namespace aleator::g2048
