#include "core/games/board.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/text.hpp"

namespace aleator {
namespace {

std::vector<std::string> told(const std::vector<Jump>& jumps, std::int64_t tiles = 20, bool chain = false) {
  std::vector<std::string> lines;
  for (const Problem& problem : jump_problems(jumps, tiles, chain)) {
    EXPECT_EQ(problem.key, "jumps");
    lines.push_back(text(problem.element.value(), ": ", problem.message));
  }
  return lines;
}

using Lines = std::vector<std::string>;

TEST(JumpProblems, lets_an_ordinary_board_pass) {
  EXPECT_EQ(told({{1, 20}, {7, 3}, {2, 5}}), Lines{});
  EXPECT_EQ(told({}), Lines{});
}

TEST(JumpProblems, names_jumps_that_leave_the_board) {
  const std::string range = " leaves the board: its tiles are 1 to 20";
  EXPECT_EQ(told({{0, 3}, {3, 0}, {21, 3}, {3, 21}, {-4, 5}}),
            (Lines{"0: the jump 0 -> 3" + range, "1: the jump 3 -> 0" + range, "2: the jump 21 -> 3" + range,
                   "3: the jump 3 -> 21" + range, "4: the jump -4 -> 5" + range}));
}

TEST(JumpProblems, names_a_jump_from_the_last_tile) {
  EXPECT_EQ(told({{20, 3}}), (Lines{"0: the jump 20 -> 3 starts on the last tile, where the game has ended"}));
}

TEST(JumpProblems, names_the_second_jump_from_one_tile) {
  EXPECT_EQ(told({{3, 5}, {3, 7}}), (Lines{"1: the jump 3 -> 7 is the second one from tile 3"}));
  EXPECT_EQ(told({{3, 5}, {3, 5}}), (Lines{"1: the jump 3 -> 5 is the second one from tile 3"}));
}

TEST(JumpProblems, tells_a_repeated_jump_into_a_chain_once) {
  EXPECT_EQ(told({{3, 5}, {3, 5}, {5, 9}}),
            (Lines{"1: the jump 3 -> 5 is the second one from tile 3",
                   "0: the jump 3 -> 5 ends on the foot of 5 -> 9; chain_jumps = true allows it"}));
}

TEST(JumpProblems, allows_chains_only_when_asked_to) {
  EXPECT_EQ(told({{3, 5}, {5, 9}}),
            (Lines{"0: the jump 3 -> 5 ends on the foot of 5 -> 9; chain_jumps = true allows it"}));
  EXPECT_EQ(told({{3, 5}, {5, 9}}, 20, true), Lines{});
}

TEST(JumpProblems, tells_each_cycle_once) {
  for (const bool chain : {false, true}) {
    EXPECT_EQ(told({{5, 5}}, 20, chain), (Lines{"0: the jump 5 -> 5 is part of a cycle: 5 -> 5"}));
    EXPECT_EQ(told({{9, 4}, {4, 9}}, 20, chain), (Lines{"1: the jump 4 -> 9 is part of a cycle: 4 -> 9 -> 4"}));
    EXPECT_EQ(told({{7, 3}, {3, 5}, {5, 7}, {11, 12}, {12, 11}}, 20, chain),
              (Lines{"1: the jump 3 -> 5 is part of a cycle: 3 -> 5 -> 7 -> 3",
                     "3: the jump 11 -> 12 is part of a cycle: 11 -> 12 -> 11"}));
  }
}

TEST(JumpProblems, does_not_blame_a_tail_for_the_cycle_that_it_leads_into) {
  for (const bool chain : {false, true}) {
    EXPECT_EQ(told({{1, 2}, {2, 4}, {4, 9}, {9, 4}}, 20, chain),
              (Lines{"2: the jump 4 -> 9 is part of a cycle: 4 -> 9 -> 4"}));
  }
}

TEST(JumpDestinations, are_where_the_piece_ends) {
  const std::vector<Jump> jumps = {{1, 3}, {3, 6}, {5, 2}, {4, 4 + 3}};
  EXPECT_EQ(jump_destinations(jumps, 7), (std::vector<std::int32_t>{0, 6, 2, 6, 7, 2, 6, 7}));
}

TEST(BuiltInBoards, are_four_with_valid_jumps) {
  std::vector<std::string> names;
  for (const BuiltInBoard& board : built_in_boards()) {
    names.emplace_back(board.name);
    EXPECT_TRUE(jump_problems(board.jumps, 100, false).empty()) << board.name;
    EXPECT_EQ(find_board(board.name), &board);
  }
  EXPECT_EQ(names, (Lines{"hasbro", "milton-bradley", "classic-16", "empty"}));
  EXPECT_EQ(find_board("Hasbro"), nullptr);
  EXPECT_TRUE(find_board("empty")->jumps.empty());
}

TEST(BuiltInBoards, differ_where_the_printed_ones_do) {
  const std::vector<Jump> hasbro(find_board("hasbro")->jumps.begin(), find_board("hasbro")->jumps.end());
  const std::vector<Jump> bradley(find_board("milton-bradley")->jumps.begin(),
                                  find_board("milton-bradley")->jumps.end());
  EXPECT_EQ(hasbro.size(), 19u);
  EXPECT_EQ(bradley, (std::vector<Jump>{{1, 38},
                                        {4, 14},
                                        {9, 31},
                                        {16, 6},
                                        {21, 42},
                                        {28, 84},
                                        {36, 44},
                                        {47, 26},
                                        {49, 11},
                                        {51, 67},
                                        {56, 53},
                                        {62, 19},
                                        {64, 60},
                                        {71, 91},
                                        {80, 100},
                                        {87, 24},
                                        {93, 73},
                                        {95, 75},
                                        {98, 78}}));
}

}  // namespace
}  // namespace aleator
