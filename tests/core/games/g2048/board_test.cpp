#include "core/games/g2048/board.hpp"

#include <gtest/gtest.h>

#include "tests/core/refusal.hpp"

namespace aleator::g2048 {
namespace {

TEST(G2048Board, reads_like_its_text) {
  EXPECT_EQ(parse_board<Board>("2 2 4 4 / 0 0 0 0 / 0 0 0 0 / 0 0 0 32768", square_4x4), 0x1122'0000'0000'000fU);
  EXPECT_EQ(parse_board<Board>("2 0 8/16 32 64", {2, 3}), 0x103'456U);
  EXPECT_EQ(parse_board<Board>(" 2  0 / 4 2 ", {2, 2}), 0x1021U);
  EXPECT_TRUE((parse_board<WideBoard>("131072 0", {1, 2}) == WideBoard{17} << 8));
  for (const Shape shape : {Shape{4, 4}, Shape{2, 3}, Shape{1, 16}, Shape{16, 1}, Shape{3, 5}}) {
    const Board board = 0xfedc'ba98'7654'3210 >> (64 - 4 * shape.cells());
    EXPECT_EQ(parse_board<Board>(board_text(board, shape), shape), board);
    EXPECT_TRUE(parse_board<WideBoard>(board_text(board, shape), shape) == widened(board));
    EXPECT_EQ(board_text(widened(board), shape), board_text(board, shape));
  }
}

TEST(G2048Board, refuses_what_is_not_a_board) {
  const auto refused = [](std::string_view written, Shape shape) {
    return refusal([&] { parse_board<Board>(written, shape); });
  };
  EXPECT_EQ(refused("2 2 / 2 2", {3, 2}), "a board of 2 rows where one of 3 x 2 is expected");
  EXPECT_EQ(refused("", {2, 2}), "a board of 1 row where one of 2 x 2 is expected");
  EXPECT_EQ(refused("2 2 / 2 2 2", {2, 2}), "row 2 has 3 cells where one of 2 is expected");
  EXPECT_EQ(refused("2 2 / ", {2, 2}), "row 2 has 0 cells where one of 2 is expected");
  EXPECT_EQ(refused("2 3", {1, 2}), "'3' is not a tile: 2, 4, 8, ..., or 0 for an empty cell");
  EXPECT_EQ(refused("2 1", {1, 2}), "'1' is not a tile: 2, 4, 8, ..., or 0 for an empty cell");
  EXPECT_EQ(refused("2 -2", {1, 2}), "'-2' is not a tile: 2, 4, 8, ..., or 0 for an empty cell");
  EXPECT_EQ(refused("2 4x", {1, 2}), "'4x' is not a tile: 2, 4, 8, ..., or 0 for an empty cell");
  EXPECT_EQ(refused("2 65536", {1, 2}), "the tile 65536 = 2^16 is above the largest that such a board holds, 2^15");
  EXPECT_EQ(refusal([] {
              parse_board<WideBoard>("2 4294967296", {1, 2});
            }),
            "the tile 4294967296 = 2^32 is above the largest that such a board holds, 2^31");
}

TEST(G2048Board, has_at_most_16_cells) {
  EXPECT_TRUE(problems_of_shape(1, 16).empty());
  EXPECT_TRUE(problems_of_shape(3, 5).empty());
  EXPECT_EQ(problems_of_shape(4, 5).front().message, "4 x 5 cells are more than 16");
  EXPECT_EQ(problems_of_shape(std::int64_t{1} << 62, 4).size(), 1U);
  EXPECT_EQ(problems_of_shape(0, 4).front().message, "0 is below 1");
  EXPECT_EQ(problems_of_shape(4, -1).front().key, "cols");
  EXPECT_EQ(problems_of_shape(1, 1).size(), 1U);
}

TEST(G2048Board, knows_its_tiles) {
  constexpr Shape shape{2, 3};
  const Board board = parse_board<Board>("2 0 8 / 0 32768 4", shape);
  EXPECT_EQ(empty_cells(board, shape), 0x010'100U);
  EXPECT_EQ(num_empty(board, shape), 2);
  EXPECT_EQ(num_empty(Board{0}, square_4x4), 16);
  EXPECT_EQ(largest_tile(board), 15);
  EXPECT_EQ(tile_sum(board), 2 + 8 + 32768 + 4);
  EXPECT_EQ(potential(board), 0 + 2 * 8 + 14 * 32768 + 4);
  EXPECT_EQ(num_empty(widened(board), shape), 2);
  EXPECT_TRUE(empty_cells(widened(board), shape) == widened(empty_cells(board, shape)));
  EXPECT_EQ(largest_tile(widened(board)), 15);
  EXPECT_EQ(tile_sum(widened(board)), tile_sum(board));
  EXPECT_EQ(potential(widened(board)), potential(board));
  EXPECT_EQ(largest_tile(Board{0}), 0);
}

}  // namespace
}  // namespace aleator::g2048
