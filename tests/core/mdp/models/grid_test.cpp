#include "core/mdp/models/grid.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/mdp/sparse_mdp.hpp"
#include "tests/core/mdp/models/support.hpp"

namespace aleator {
namespace {

using reference::labelled;
using reference::Row;
using reference::row_of;
using reference::told;
using Lines = std::vector<std::string>;

/// 3 x 3 with an obstacle in the cell (1, 2), slip 0.35: 0.05 to each wrong side.
GridRules small() {
  GridRules rules;
  rules.rows = rules.cols = 3;
  rules.obstacles = {{1, 2}};
  rules.slip = 0.35;
  return rules;
}

std::vector<State> next_states(const Row& row) {
  std::vector<State> next;
  for (const auto& t : row) next.push_back(t.next);
  return next;
}

TEST(Grid, tells_the_eight_sides_of_a_cell_clockwise_from_north) {
  GridRules rules = small();
  rules.obstacles.clear();
  EXPECT_EQ(next_states(row_of(Grid(rules), 4, 0)), (std::vector<State>{1, 2, 5, 8, 7, 6, 3, 0}));
}

TEST(Grid, what_leaves_the_grid_or_enters_an_obstacle_stays) {
  const Grid grid(small());
  EXPECT_EQ(next_states(row_of(grid, 4, 3)), (std::vector<State>{1, 2, 4, 8, 7, 6, 3, 0}));
  EXPECT_EQ(next_states(row_of(grid, 0, 0)), (std::vector<State>{0, 0, 1, 4, 3, 0, 0, 0}));
  EXPECT_EQ(next_states(row_of(grid, 2, 7)), (std::vector<State>{2, 2, 2, 2, 2, 4, 1, 2}));
}

TEST(Grid, goes_where_it_aims_unless_it_slips) {
  const Grid grid(small());
  for (Action a = 0; a < 8; ++a) {
    const Row row = row_of(grid, 4, a);
    for (Action side = 0; side < 8; ++side) {
      EXPECT_DOUBLE_EQ(row[static_cast<std::size_t>(side)].probability, side == a ? 0.65 : 0.05);
      EXPECT_EQ(row[static_cast<std::size_t>(side)].reward, -1);
    }
  }
}

TEST(Grid, without_slip_is_a_walk_in_kings_moves) {
  GridRules rules;
  rules.rows = 5;
  rules.cols = 7;
  rules.slip = 0;
  const auto v = reference::values(Grid(rules), 1);
  for (std::int64_t row = 0; row < 5; ++row) {
    for (std::int64_t col = 0; col < 7; ++col) {
      EXPECT_EQ(v[static_cast<std::size_t>(row * 7 + col)], -static_cast<double>(std::max(4 - row, 6 - col)));
    }
  }
}

TEST(Grid, of_two_cells_is_a_geometric_wait) {
  // East with 0.65, and every slip but to the goal stays: 1/0.65 steps.
  GridRules rules;
  rules.rows = 1;
  rules.cols = 2;
  rules.slip = 0.35;
  EXPECT_NEAR(static_cast<double>(reference::values(Grid(rules), 1)[0]), -1 / 0.65, 1e-14);
}

TEST(Grid, goal_and_obstacles_have_no_actions) {
  GridRules rules = small();
  rules.goal = Cell{0, 1};
  rules.goal_value = 5;
  const Grid grid(rules);
  EXPECT_EQ(grid.goal(), 1);
  EXPECT_EQ(grid.num_actions(1), 0);
  EXPECT_EQ(grid.fixed_value(1), 5);
  EXPECT_EQ(grid.num_actions(5), 0);
  EXPECT_EQ(grid.fixed_value(5), 0);
  EXPECT_EQ(grid.num_actions(8), 8);
  EXPECT_EQ(Grid(small()).goal(), 8);
  EXPECT_EQ(labelled(grid, "goal"), std::vector<State>{1});
  EXPECT_EQ(labelled(grid, "obstacle"), std::vector<State>{5});
  EXPECT_EQ(labelled(grid, "end"), std::vector<State>{});
}

TEST(Grid, starts_in_the_first_cell_that_is_free) {
  GridRules rules = small();
  EXPECT_EQ(Grid(rules).initial_state(), 0);
  rules.obstacles = {{0, 1}, {0, 0}, {0, 0}};
  EXPECT_EQ(Grid(rules).initial_state(), 2);
}

TEST(Grid, rows_sum_to_1) {
  for (const double slip : {0.0, 0.1, 0.35, 1.0}) {
    GridRules rules = small();
    rules.slip = slip;
    reference::expect_rows_of_probabilities(Grid(rules));
    EXPECT_NO_THROW(build_sparse(Grid(rules)));
  }
}

TEST(GridProblems, are_none_by_default) {
  EXPECT_EQ(told(GridRules{}), Lines{});
  EXPECT_EQ(told(small()), Lines{});
}

TEST(GridProblems, name_what_is_out_of_range) {
  GridRules rules;
  rules.rows = 0;
  rules.slip = 1.5;
  rules.goal_value = std::nan("");
  rules.step_reward = -1e101;
  EXPECT_EQ(told(rules), (Lines{"rows: 0 is out of range: 1 to 2147483647", "slip: 1.5 is not a probability",
                                "goal_value: nan is out of range: -1e100 to 1e100",
                                "step_reward: -1e+101 is out of range: -1e100 to 1e100"}));
}

TEST(GridProblems, name_a_grid_that_is_too_large) {
  GridRules rules;
  rules.rows = rules.cols = 50'000;
  EXPECT_EQ(told(rules), (Lines{"rows: 50000 x 50000 cells are more than 2147483647"}));
}

TEST(GridProblems, name_cells_that_are_not_there) {
  GridRules rules = small();
  rules.obstacles = {{0, 0}, {3, 0}, {0, -1}, {2, 2}};
  EXPECT_EQ(told(rules), (Lines{"obstacles[1]: the cell (3, 0) is not on the grid of 3 x 3",
                                "obstacles[2]: the cell (0, -1) is not on the grid of 3 x 3",
                                "obstacles[3]: the cell (2, 2) is the goal"}));
  rules.obstacles.clear();
  rules.goal = Cell{1, 3};
  EXPECT_EQ(told(rules), (Lines{"goal: the cell (1, 3) is not on the grid of 3 x 3"}));
  EXPECT_THROW(Grid{rules}, std::invalid_argument);
}

}  // namespace
}  // namespace aleator
