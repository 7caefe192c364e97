#include "core/mdp/models/frozen_lake.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/core/mdp/models/support.hpp"

namespace aleator {
namespace {

using reference::labelled;
using reference::Row;
using reference::row_of;
using reference::told;
using Lines = std::vector<std::string>;

TEST(FrozenLake, slides_to_both_sides_of_the_move_and_no_further_than_the_walls) {
  const FrozenLake lake({{"SFF", "FFF"}, true});
  const double third = 1.0 / 3;
  EXPECT_EQ(row_of(lake, 0, 0), (Row{{0, third, 0}, {0, third, 0}, {3, third, 0}}));  // up, left, down
  EXPECT_EQ(row_of(lake, 0, 1), (Row{{0, third, 0}, {3, third, 0}, {1, third, 0}}));  // left, down, right
  EXPECT_EQ(row_of(lake, 5, 2), (Row{{5, third, 0}, {5, third, 0}, {2, third, 0}}));  // down, right, up
  EXPECT_EQ(row_of(lake, 5, 3), (Row{{5, third, 0}, {2, third, 0}, {4, third, 0}}));  // right, up, left
}

TEST(FrozenLake, that_is_not_slippery_goes_where_it_aims) {
  const FrozenLake lake({{"FSF", "FFF"}, false});
  EXPECT_EQ(lake.initial_state(), 1);
  const std::vector<State> from_4 = {3, 4, 5, 1};
  for (Action a = 0; a < 4; ++a) {
    EXPECT_EQ(row_of(lake, 4, a), (Row{{from_4[static_cast<std::size_t>(a)], 1, 0}}));
  }
}

TEST(FrozenLake, pays_1_for_the_goal_alone) {
  const FrozenLake lake({{"SGH"}, false});
  EXPECT_EQ(row_of(lake, 0, 2), (Row{{1, 1, 1}}));
  EXPECT_EQ(row_of(lake, 0, 0), (Row{{0, 1, 0}}));
  EXPECT_EQ(lake.num_actions(0), 4);
  EXPECT_EQ(lake.num_actions(1), 0);
  EXPECT_EQ(lake.num_actions(2), 0);
}

TEST(FrozenLake, of_four_by_four_has_the_known_values) {
  const FrozenLake lake({});
  EXPECT_NEAR(static_cast<double>(reference::values(lake, 0.99L)[0]), 0.542025932, 5e-10);
  EXPECT_NEAR(static_cast<double>(reference::values(lake, 0.9L)[0]), 0.068890904889, 5e-13);
  EXPECT_NEAR(static_cast<double>(reference::values(lake, 1)[0]), 14.0 / 17, 1e-12);
}

TEST(FrozenLake, labels_holes_and_goals) {
  const FrozenLake lake({});
  EXPECT_EQ(labelled(lake, "goal"), std::vector<State>{15});
  EXPECT_EQ(labelled(lake, "hole"), (std::vector<State>{5, 7, 11, 12}));
  EXPECT_EQ(labelled(lake, "S"), std::vector<State>{});
}

TEST(FrozenLake, rows_sum_to_1) {
  reference::expect_rows_of_probabilities(FrozenLake({}));
  reference::expect_rows_of_probabilities(FrozenLake({{"SFFF", "FHFH", "FFFH", "HFFG"}, false}));
}

TEST(FrozenLakeProblems, are_none_by_default) {
  EXPECT_EQ(told(FrozenLakeRules{}), Lines{});
}

TEST(FrozenLakeProblems, name_the_row_of_the_map) {
  EXPECT_EQ(told(FrozenLakeRules{{"SFF", "FxF", "FG"}}),
            (Lines{"map[1]: \"x\" is none of S, F, H, G", "map[2]: is 2 cells wide, and the first row 3"}));
  EXPECT_EQ(told(FrozenLakeRules{{}}), Lines{"map: is empty"});
  EXPECT_EQ(told(FrozenLakeRules{{""}}), Lines{"map: is empty"});
}

TEST(FrozenLakeProblems, ask_for_one_start) {
  EXPECT_EQ(told(FrozenLakeRules{{"FFG"}}), Lines{"map: has 0 cells S, and needs one"});
  EXPECT_EQ(told(FrozenLakeRules{{"SFG", "FSF"}}), Lines{"map: has 2 cells S, and needs one"});
  EXPECT_THROW(FrozenLake({{"FFG"}}), std::invalid_argument);
}

}  // namespace
}  // namespace aleator
