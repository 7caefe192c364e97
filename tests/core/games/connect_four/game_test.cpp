#include "core/games/connect_four/game.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "tests/core/games/counting.hpp"
#include "tests/core/games/slow_board.hpp"
#include "tests/core/refusal.hpp"

namespace aleator::connect_four {
namespace {

/// Plays games of random moves on both boards, which must agree on everything, as must their mirror images.
void play_beside_a_slow_board(const Rules& rules, int games) {
  const ConnectFour game(rules);
  std::mt19937_64 random(11);
  for (int i = 0; i < games; ++i) {
    SlowBoard board{std::vector<std::string>(rules.rows, std::string(rules.cols, '.'))};
    Position position = game.start();
    Position mirror = game.start();
    std::string line;
    for (char stone = 'x';; stone = stone == 'x' ? 'o' : 'x') {
      const bool is_won = board.has_line(stone == 'x' ? 'o' : 'x', 4);
      const auto result = is_won ? std::optional(-1) : board.is_full() ? std::optional(0) : std::nullopt;
      ASSERT_EQ(game.result(position), result) << line;
      ASSERT_EQ(game.text_of(position), board.text());
      ASSERT_EQ(game.position_of(line), position);
      ASSERT_EQ(game.canonical(position), game.canonical(mirror));
      if (result) break;
      const std::vector<Move> moves = legal_moves(game, position);
      const Move move = moves[random() % moves.size()];
      line += game.move_text(move);
      auto row = board.rows.rbegin();
      while ((*row)[move] != '.') ++row;
      (*row)[move] = stone;
      position = game.after(position, move);
      mirror = game.after(mirror, static_cast<Move>(rules.cols) - 1 - move);
    }
  }
}

TEST(ConnectFour, boards_of_all_sizes_agree_with_a_slow_one) {
  for (const Rules& rules : {Rules{7, 6}, Rules{4, 4}, Rules{6, 4}, Rules{5, 5}, Rules{8, 7}, Rules{9, 6}, Rules{32, 1},
                             Rules{2, 31}, Rules{1, 63}, Rules{3, 20}, Rules{4, 15}}) {
    play_beside_a_slow_board(rules, 200);
  }
}

TEST(ConnectFour, counts_of_positions_and_games_are_the_known_ones) {
  const ConnectFour game({});
  EXPECT_EQ(positions_by_ply(game, 7), (std::vector<std::size_t>{1, 7, 49, 238, 1120, 4263, 16422, 54859}));
  EXPECT_EQ(perft(game, game.start(), 7), 823'536);
  const auto all = positions_by_ply(ConnectFour({4, 4}), 16);
  EXPECT_EQ(std::accumulate(all.begin(), all.end(), std::size_t{0}), 161'029U);
}

TEST(ConnectFour, keys_tell_positions_apart) {
  // Positions of the same stones in columns that differ in who owns what, or in height only.
  const ConnectFour game({7, 6});
  EXPECT_NE(game.key(game.position_of("12")), game.key(game.position_of("21")));
  EXPECT_NE(game.key(game.position_of("11")), game.key(game.position_of("12")));
  EXPECT_EQ(game.key(game.position_of("1234")), game.key(game.position_of("3214")));
}

TEST(ConnectFour, score_counts_the_stones_that_are_left) {
  const Shape shape{7, 6};
  // The first player wins with his fourth stone, the seventh of all: 21 stones a player, so with one of 18 left.
  EXPECT_EQ(score_of(1, 1, 6, shape), 18);
  EXPECT_EQ(score_of(-1, 2, 5, shape), -18);
  EXPECT_EQ(score_of(1, 1, 41, shape), 1);
  EXPECT_EQ(score_of(1, 41, 0, shape), 1);
  EXPECT_EQ(score_of(0, 42, 0, shape), 0);
  for (std::int64_t stones = 0; stones <= 42; ++stones) {
    for (std::int64_t distance = 0; distance <= 42 - stones; ++distance) {
      const int value = distance % 2 == 1 ? 1 : -1;
      EXPECT_EQ(distance_of(score_of(value, distance, stones, shape), stones, shape), distance);
    }
  }
}

TEST(ConnectFour, refuses_bad_boards_and_illegal_moves_with_the_reason) {
  EXPECT_EQ(refusal([] {
              ConnectFour({8, 8});
            }),
            "cols: 8 x 8 is too large a board: cols * (rows + 1) is 72, and at most 64");
  EXPECT_EQ(refusal([] { ConnectFour({0, 6}); }), "cols: 0 is out of range: 1 to 32");
  const ConnectFour game({7, 6});
  const auto why = [&](const char* line) { return refusal([&] { game.position_of(line); }); };
  EXPECT_EQ(why("4448"), "move 4 of \"4448\": '8' is no column of 7");
  EXPECT_EQ(why("4444441 4"), "move 8 of \"4444441 4\": ' ' is no column of 7");
  EXPECT_EQ(why("4444444"), "move 7 of \"4444444\": column 4 is full");
  EXPECT_EQ(why("12121213"), "the game is over before move 8 of \"12121213\"");
  EXPECT_EQ(refusal([&] { move_of(game, game.position_of("444444"), "4"); }),
            "move 4 is not legal in ...o.../...x.../...o.../...x.../...o.../...x...: legal are 1, 2, 3, 5, 6, 7");
  EXPECT_EQ(refusal([&] { require_ongoing(game, game.position_of("1212121")); }),
            "the game is over in ......./......./x....../xo...../xo...../xo.....: it is lost for the player to move");
  EXPECT_EQ(ConnectFour({12, 4}).move_text(11), "c");
}

}  // namespace
}  // namespace aleator::connect_four
