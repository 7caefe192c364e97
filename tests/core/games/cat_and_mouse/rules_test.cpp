#include "core/games/cat_and_mouse/rules.hpp"

#include <gtest/gtest.h>

#include <string>

#include "core/games/cat_and_mouse/game.hpp"
#include "tests/core/refusal.hpp"

namespace aleator::cat_and_mouse {
namespace {

/// The problem of the rules as "key: message".
std::string problem(const Rules& rules) {
  const Problems problems = problems_of(rules);
  return problems.empty() ? "none" : problems.front().key + ": " + problems.front().message;
}

TEST(CatAndMouseRules, refuse_boards_and_starts_without_a_chase) {
  Rules rules;
  EXPECT_EQ(problem(rules), "none");
  rules.rows = 1;
  rules.cols = 1;
  EXPECT_EQ(problem(rules), "rows: a board of 1 free cell(s) has no room for a chase");
  rules.cols = 3;
  EXPECT_EQ(problem(rules), "none");
  rules.obstacles = {{0, 1}};
  EXPECT_EQ(problem(rules), "mouse_start: no cat can come from its start to the mouse on (0, 2)");
  rules.random_start = true;
  EXPECT_EQ(problem(rules), "random_start: the board falls into parts that are cut off from each other");
  rules.random_start = false;
  rules.obstacles = {{0, 0}};
  EXPECT_EQ(problem(rules), "cat_start: a cat begins on the obstacle (0, 0)");
  rules.obstacles = {{0, 3}};
  EXPECT_EQ(problem(rules), "obstacles: the cell (0, 3) is outside of the board of 1 x 3 cells");
  rules.obstacles = {};
  rules.cat_start = {{0, 2}};
  EXPECT_EQ(problem(rules), "mouse_start: a mouse begins with a cat on (0, 2)");
  rules.cat_start = {{0, 0}, {0, 1}};
  EXPECT_EQ(problem(rules), "cat_start: there are 2 cells for 1 cat(s)");
}

TEST(CatAndMouseRules, diagonal_ways_join_what_four_neighbours_leave_apart) {
  Rules rules;
  rules.map = {"#M", "C#"};
  EXPECT_EQ(problem(rules), "mouse_start: no cat can come from its start to the mouse on (0, 1)");
  rules.eight_neighbours = true;
  EXPECT_EQ(problem(rules), "none");
}

TEST(CatAndMouseRules, read_maps) {
  Rules rules;
  rules.map = {"..M", "C#.", "..C"};
  rules.cats = 2;
  const Game game(rules);
  EXPECT_EQ(game.board().num_cells(), 8);
  EXPECT_EQ(position_text(game, game.start()), "1,0 2,2 0,2 cat");
  rules.cats = 1;
  EXPECT_EQ(problem(rules), "cat_start: there are 2 cells for 1 cat(s)");
  rules.map = {"..M", "C?.", "..."};
  EXPECT_EQ(problem(rules), "map: '?' is none of . # C M");
  rules.map = {"..M", "C."};
  EXPECT_EQ(problem(rules), "map: the row has 2 cells, the first one 3");
  rules.map = {"..M", "C.."};
  EXPECT_EQ(problem(rules), "none");
  rules.rows = 3;
  EXPECT_EQ(problem(rules), "rows: 3 is not the 2 of the map");
}

TEST(CatAndMouseRules, refuse_games_without_an_end) {
  Rules rules;
  rules.repetition_is_escape = false;
  EXPECT_EQ(problem(rules), "repetition_is_escape: games that repeat positions never end without a move_limit");
  rules.move_limit = 100;
  EXPECT_EQ(problem(rules), "none");
}

TEST(CatAndMouseRules, a_capture_ends_the_turn) {
  Rules rules;
  rules.rows = 1;
  rules.cols = 6;
  rules.cat_steps = 3;
  rules.mice = 2;
  rules.mouse_start = {{0, 1}, {0, 5}};
  const Game game(rules);
  const Position after = game.after(game.start(), {1});
  EXPECT_EQ(position_text(game, after), "0,1 - 0,5 mouse");
  EXPECT_EQ(position_text(game, game.after(after, {caught, 4})), "0,1 - 0,4 cat");
  EXPECT_EQ(position_text(game, game.after(game.after(after, {caught, 4}), {2})), "0,2 - 0,4 cat:2");
}

TEST(CatAndMouseRules, positions_are_read_as_they_are_written) {
  Rules rules;
  rules.mouse_steps = 2;
  const Game game(rules);
  for (const char* text : {"7,0 0,6 cat", "3,4 2,2 mouse", "0,0 0,1 mouse:2"}) {
    EXPECT_EQ(position_text(game, parse_position(game, text)), text);
  }
  EXPECT_EQ(position_text(game, parse_position(game, " 7,0  0,6")), "7,0 0,6 cat");
  const auto refused = [&](const char* text) { return refusal([&] { parse_position(game, text); }); };
  EXPECT_EQ(refused("7,0 8,6 cat"), "\"8,6\" is outside of the board");
  EXPECT_EQ(refused("7,0 0 cat"), "\"0\" is no cell: they are written as row,column");
  EXPECT_EQ(refused("7,0 0,6 dog"), "\"dog\" is neither cat nor mouse, who move");
  EXPECT_EQ(refused("7,0 0,6 cat:2"), "\"cat:2\" is no ply of a turn: there are 1");
  EXPECT_EQ(refused("1,1 1,1 cat"), "\"1,1 1,1 cat\" has a mouse on the cell of a cat, where it is caught");
  EXPECT_EQ(refused("7,0"),
            "\"7,0\" is no position: it has the cells of 1 cat(s) and 1 mouse or mice, and who moves, such as \"7,0 "
            "0,6 cat\"");
}

TEST(CatAndMouseRules, random_starts_follow_from_their_seed) {
  Rules rules;
  rules.random_start = true;
  rules.cats = 3;
  const Position first = Game(rules).start();
  EXPECT_EQ(Game(rules).start(), first);
  int others = 0;
  for (rules.start_seed = 1; rules.start_seed <= 20; ++rules.start_seed) {
    const Position start = Game(rules).start();
    EXPECT_FALSE(Game::is_improper(start));
    others += start != first;
  }
  EXPECT_GE(others, 19);
}

}  // namespace
}  // namespace aleator::cat_and_mouse
