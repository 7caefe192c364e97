#include "core/games/g2048/moves.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "tests/core/games/g2048/cases.hpp"
#include "tests/core/games/g2048/random_boards.hpp"
#include "tests/core/refusal.hpp"

namespace aleator::g2048 {
namespace {

constexpr std::string_view letters = "LRUD";

Direction direction_of(char letter) {
  return directions[letters.find(letter)];
}

TEST(G2048Moves, follow_the_rules_where_programs_have_been_wrong) {
  for (const Case& known : cases) {
    SCOPED_TRACE(known.source);
    const Moves moves(known.shape);
    std::string legal;
    for (const char letter : letters) {
      const Direction direction = direction_of(letter);
      const auto moved = moves(known.board, direction);
      if (moved.board != known.board) legal += letter;
      EXPECT_EQ(moved, move_cell_by_cell(known.board, known.shape, direction));
      if (letter != known.move) continue;
      EXPECT_EQ(moved.board, known.after);
      EXPECT_EQ(moved.reward, known.reward);
    }
    EXPECT_EQ(legal, known.legal);
    EXPECT_EQ(has_moves(known.board, known.shape), !legal.empty());
  }
}

TEST(G2048Moves, merge_each_tile_once_from_the_wall_on) {
  const auto left = [](std::string_view line, int cells) {
    const Shape shape{1, cells};
    return board_text(Moves(shape)(parse_board<Board>(line, shape), Direction::left).board, shape);
  };
  EXPECT_EQ(left("2 2 2 2", 4), "4 4 0 0");
  EXPECT_EQ(left("4 2 2 0", 4), "4 4 0 0");
  EXPECT_EQ(left("0 2 2 2", 4), "4 2 0 0");
  EXPECT_EQ(left("2 2 4 8 8 0 8 8", 8), "4 4 16 16 0 0 0 0");
  const Shape line{1, 3};
  EXPECT_EQ(Moves(line)(parse_board<Board>("2 2 2", line), Direction::right).board, parse_board<Board>("0 2 4", line));
}

/// One line as a list, by the words of the rules.
std::vector<int> slid(std::vector<int> line, std::int64_t& reward) {
  const std::size_t cells = line.size();
  std::erase(line, 0);
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    if (line[i] != line[i + 1]) continue;
    reward += std::int64_t{2} << line[i];
    ++line[i];
    line.erase(line.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
  line.resize(cells, 0);
  return line;
}

/// The move left of an image of the board, turned back.
Moved<WideBoard> slow_move(WideBoard board, Shape shape, Direction direction) {
  Moved<WideBoard> moved;
  const bool vertical = is_vertical(direction);
  const int lines = vertical ? shape.cols : shape.rows;
  const int cells = vertical ? shape.rows : shape.cols;
  for (int line = 0; line < lines; ++line) {
    const auto cell = [&](int i) {
      const int at = is_to_the_end(direction) ? cells - 1 - i : i;
      return vertical ? at * shape.cols + line : line * shape.cols + at;
    };
    std::vector<int> tiles;
    for (int i = 0; i < cells; ++i) tiles.push_back(exponent_at(board, shape, cell(i)));
    tiles = slid(tiles, moved.reward);
    for (int i = 0; i < cells; ++i) moved.board = with_tile(moved.board, shape, cell(i), tiles[i]);
  }
  return moved;
}

TEST(G2048Moves, of_any_shape_are_those_of_lists) {
  std::mt19937_64 random(2048);
  for (const Shape shape : all_shapes()) {
    const Moves moves(shape);
    for (int i = 0; i < 500; ++i) {
      const Board board = with_tile(random_board(shape, random) & ~cell_mask<Board>, shape, shape.cells() - 1, 1);
      bool is_over = true;
      for (const Direction direction : directions) {
        const auto expected = slow_move(widened(board), shape, direction);
        const auto wide = moves(widened(board), direction);
        ASSERT_TRUE(wide == expected) << shape.rows << " x " << shape.cols;
        is_over &= wide.board == widened(board);
        const auto moved = moves(board, direction);
        ASSERT_EQ(moved, move_cell_by_cell(board, shape, direction));
        if (moved.outgrown) {
          ASSERT_EQ(largest_tile(expected.board), 16);
          ASSERT_TRUE(widened(moved.board) != expected.board);
        } else {
          ASSERT_TRUE(widened(moved.board) == expected.board);
          ASSERT_EQ(moved.reward, expected.reward);
        }
      }
      ASSERT_EQ(has_moves(board, shape), !is_over);
      ASSERT_EQ(has_moves(widened(board), shape), !is_over);
    }
  }
}

TEST(G2048Moves, two_largest_tiles_wait_for_a_wider_board) {
  const Board board = parse_board<Board>("32768 32768 0 0 / 2 2 0 0 / 0 0 0 0 / 0 0 0 0", square_4x4);
  const Moves moves(square_4x4);
  const auto left = moves(board, Direction::left);
  EXPECT_TRUE(left.outgrown);
  EXPECT_EQ(left.board, parse_board<Board>("32768 32768 0 0 / 4 0 0 0 / 0 0 0 0 / 0 0 0 0", square_4x4));
  EXPECT_EQ(left.reward, 4);
  EXPECT_FALSE(moves(board, Direction::down).outgrown);
  const auto wide = moves(widened(board), Direction::left);
  EXPECT_EQ(board_text(wide.board, square_4x4), "65536 0 0 0 / 4 0 0 0 / 0 0 0 0 / 0 0 0 0");
  EXPECT_EQ(wide.reward, 65536 + 4);
  EXPECT_FALSE(wide.outgrown);
  EXPECT_TRUE(has_moves(parse_board<Board>("32768 32768", {1, 2}), {1, 2}));
}

TEST(G2048Moves, need_a_shape) {
  EXPECT_EQ(refusal([] { Moves({5, 4}); }), "rows: 5 x 4 cells are more than 16");
}

}  // namespace
}  // namespace aleator::g2048
