#include "core/games/line_evaluation.hpp"

#include <gtest/gtest.h>

#include <set>

#include "core/games/connect_four/evaluation.hpp"
#include "core/games/tic_tac_toe/evaluation.hpp"
#include "tests/core/refusal.hpp"

namespace aleator {
namespace {

TEST(LineEvaluation, counts_lines_that_may_still_be_won) {
  const tic_tac_toe::TicTacToe game({});
  const tic_tac_toe::Evaluation evaluation(game, {1, 10});
  EXPECT_EQ(evaluation(game.start()), 0);
  // o to move. x in the centre has four lines.
  EXPECT_EQ(evaluation(game.position_of(".../.x./...")), -4);
  // x to move, who has the middle column, the middle row and one diagonal; o the left column and the top row.
  EXPECT_EQ(evaluation(game.position_of("o../.x./...")), 3 - 2);
  // o to move, who has column a and row 3; x five lines of one stone, since the diagonal of two is blocked.
  EXPECT_EQ(evaluation(game.position_of("..x/.x./o..")), 2 - 5);
  // o to move: x has a diagonal of two, two more lines through the centre and two through the corner; o the last row.
  EXPECT_EQ(evaluation(game.position_of("x../.x./.o.")), 1 - (10 + 2 + 2));
}

TEST(LineEvaluation, connect_four_has_69_lines) {
  EXPECT_EQ(connect_four::lines_of({7, 6}).size(), 69U);
  EXPECT_EQ(connect_four::lines_of({4, 4}).size(), 10U);
  EXPECT_EQ(connect_four::lines_of({1, 63}).size(), 60U);
  EXPECT_EQ(connect_four::lines_of({32, 1}).size(), 29U);
  EXPECT_EQ(connect_four::lines_of({3, 3}).size(), 0U);
  const connect_four::ConnectFour game({7, 6});
  const connect_four::Evaluation evaluation(game, {1, 10, 100});
  EXPECT_EQ(evaluation(game.position_of("4")), -7);  // the lines through the middle of the bottom row: 4 + 1 + 1 + 1
  EXPECT_EQ(evaluation(game.position_of("41")), 7 - 3);
}

TEST(LineEvaluation, refuses_weights_that_do_not_fit) {
  const tic_tac_toe::TicTacToe game({});
  EXPECT_EQ(refusal([&] { tic_tac_toe::Evaluation(game, {1}); }),
            "weights: needs a weight for each of 1 to 2 stones of a line of 3, and has 1");
  EXPECT_EQ(refusal([&] {
              tic_tac_toe::Evaluation(game, {1, 100'000'000});
            }),
            "weights: 100000000 is out of range: -59652323 to 59652323");
}

}  // namespace
}  // namespace aleator
