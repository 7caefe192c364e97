#include "core/games/tic_tac_toe/game.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include "tests/core/games/counting.hpp"
#include "tests/core/games/slow_board.hpp"
#include "tests/core/refusal.hpp"

namespace aleator::tic_tac_toe {
namespace {

/// Plays games of random moves on both boards, which must agree on everything.
void play_beside_a_slow_board(const Rules& rules, int games) {
  const TicTacToe game(rules);
  std::mt19937_64 random(7);
  for (int i = 0; i < games; ++i) {
    SlowBoard board{std::vector<std::string>(rules.rows, std::string(rules.cols, '.'))};
    TicTacToe::Position position = game.start();
    for (char stone = 'x';; stone = stone == 'x' ? 'o' : 'x') {
      const bool is_won = board.has_line(stone == 'x' ? 'o' : 'x', static_cast<int>(rules.in_row));
      ASSERT_EQ(game.result(position), is_won            ? std::optional(-1)
                                       : board.is_full() ? std::optional(0)
                                                         : std::nullopt)
          << board.text();
      ASSERT_EQ(game.text_of(position), board.text());
      ASSERT_EQ(game.position_of(board.text()), position);
      if (game.result(position)) break;
      const std::vector<Move> moves = legal_moves(game, position);
      ASSERT_EQ(game.longest(position), static_cast<std::int64_t>(moves.size()));
      const Move move = moves[random() % moves.size()];
      board.rows[move / rules.cols][move % rules.cols] = stone;
      position = game.after(position, move);
    }
  }
}

TEST(TicTacToe, boards_of_all_sizes_agree_with_a_slow_one) {
  play_beside_a_slow_board({3, 3, 3}, 2000);
  play_beside_a_slow_board({3, 4, 3}, 500);
  play_beside_a_slow_board({4, 4, 4}, 500);
  play_beside_a_slow_board({5, 7, 4}, 300);
  play_beside_a_slow_board({8, 8, 5}, 200);
  play_beside_a_slow_board({8, 8, 7}, 100);
  play_beside_a_slow_board({1, 64, 3}, 100);
  play_beside_a_slow_board({32, 2, 6}, 100);
  play_beside_a_slow_board({3, 3, 1}, 10);
}

TEST(TicTacToe, has_5478_states_of_which_765_differ_by_more_than_symmetry) {
  const TicTacToe game({});
  const auto sum = [](const std::vector<std::size_t>& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::size_t{0});
  };
  EXPECT_EQ(sum(positions_by_ply(game, 9)), 5478U);
  EXPECT_EQ(sum(positions_by_ply(game, 9, true)), 765U);
}

TEST(TicTacToe, images_of_a_position_have_one_canonical_position) {
  for (const Rules& rules : {Rules{3, 3, 3}, Rules{4, 5, 4}, Rules{8, 8, 5}, Rules{2, 7, 3}}) {
    const TicTacToe game(rules);
    std::mt19937_64 random(3);
    for (int i = 0; i < 200; ++i) {
      TicTacToe::Position position;
      for (int ply = 0; ply < 5; ++ply) {
        const std::vector<Move> moves = legal_moves(game, position);
        if (moves.empty()) break;
        position = game.after(position, moves[random() % moves.size()]);
      }
      SlowBoard board;
      const std::string line = game.text_of(position);
      for (std::int64_t row = 0; row < rules.rows; ++row) {
        board.rows.push_back(line.substr(row * (rules.cols + 1), rules.cols));
      }
      std::set<WideKey> keys;
      const auto canonise = [&] { keys.insert(game.key(game.canonical(game.position_of(board.text())))); };
      for (int turn = 0; turn < 4; ++turn) {
        canonise();
        std::reverse(board.rows.begin(), board.rows.end());
        canonise();
        for (std::string& row : board.rows) std::reverse(row.begin(), row.end());
        canonise();
        if (rules.rows != rules.cols) continue;
        SlowBoard turned = board;
        for (std::int64_t row = 0; row < rules.rows; ++row) {
          for (std::int64_t col = 0; col < rules.cols; ++col) turned.rows[row][col] = board.rows[col][row];
        }
        board = turned;
      }
      ASSERT_EQ(keys.size(), 1U) << line;
    }
  }
}

TEST(TicTacToe, refuses_bad_rules_with_the_reason) {
  EXPECT_EQ(refusal([] { TicTacToe({9, 8, 5}); }), "rows: 9 x 8 cells are more than 64");
  EXPECT_EQ(refusal([] { TicTacToe({3, 4, 5}); }), "in_row: nobody can have 5 in a row on a board of 3 x 4");
  EXPECT_EQ(refusal([] { TicTacToe({3, 3, 0}); }), "in_row: 0 is out of range: 1 to 64");
}

TEST(TicTacToe, refuses_bad_positions_with_the_reason) {
  const TicTacToe game({});
  const auto why = [&](const char* line) { return refusal([&] { game.position_of(line); }); };
  EXPECT_EQ(why("x.o/.x./..y"), "\"x.o/.x./..y\": 'y' is none of x, o, . and /");
  EXPECT_EQ(why("x.o/.x./.."), "\"x.o/.x./..\": is no board of 3 rows of 3 cells");
  EXPECT_EQ(why("x.o/.x/..."), "\"x.o/.x/...\": row 2 has 2 cells and not 3");
  EXPECT_EQ(why("x.o/.x..o/..."), "\"x.o/.x..o/...\": row 2 has more than 3 cells");
  EXPECT_EQ(why(".../.../.../..."), "\".../.../.../...\": there are more than 3 rows");
  EXPECT_EQ(why("x.x/.x./..."), "\"x.x/.x./...\": x, who begins, cannot have 3 stones and o 0");
  EXPECT_EQ(why("o../.../..."), "\"o../.../...\": x, who begins, cannot have 0 stones and o 1");
  EXPECT_EQ(why("xxx/oo./o.."), "\"xxx/oo./o..\": the game was over before the last move");
  EXPECT_EQ(refusal([&] { move_of(game, game.position_of("x../.../..."), "a1"); }),
            "move a1 is not legal in x../.../...: legal are b1, c1, a2, b2, c2, a3, b3, c3");
  EXPECT_EQ(refusal([&] { require_ongoing(game, game.position_of("xox/xxo/oxo")); }),
            "the game is over in xox/xxo/oxo: it is drawn for the player to move");
}

}  // namespace
}  // namespace aleator::tic_tac_toe
