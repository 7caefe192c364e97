#include "core/mdp/models/gridworld.hpp"

#include <gtest/gtest.h>

#include <cmath>
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

TEST(Gridworld, moves_up_down_right_left_and_stays_at_the_walls) {
  const Gridworld world({3, 4, -2});
  const auto next = [&](State s) {
    std::vector<State> states;
    for (Action a = 0; a < 4; ++a) {
      const Row row = row_of(world, s, a);
      EXPECT_EQ(row, (Row{{row[0].next, 1, -2}}));
      states.push_back(row[0].next);
    }
    return states;
  };
  EXPECT_EQ(next(5), (std::vector<State>{1, 9, 6, 4}));
  EXPECT_EQ(next(3), (std::vector<State>{3, 7, 3, 2}));
  EXPECT_EQ(next(8), (std::vector<State>{4, 8, 9, 8}));
}

TEST(Gridworld, ends_in_two_corners) {
  const Gridworld world({});
  EXPECT_EQ(labelled(world, "end"), (std::vector<State>{0, 15}));
  for (State s = 0; s < 16; ++s) EXPECT_EQ(world.num_actions(s), s == 0 || s == 15 ? 0 : 4);
}

TEST(Gridworld, under_the_random_policy_has_the_values_of_the_book) {
  const auto v = reference::values(Gridworld({}), 1, true);
  const std::vector<double> book = {0, -14, -20, -22, -14, -18, -20, -20, -20, -20, -18, -14, -22, -20, -14, 0};
  for (std::size_t s = 0; s < 16; ++s) EXPECT_NEAR(static_cast<double>(v[s]), book[s], 1e-12) << s;
}

TEST(Gridworld, at_its_best_walks_to_the_nearer_corner) {
  const auto v = reference::values(Gridworld({3, 5, -1}), 1);
  for (std::int64_t s = 0; s < 15; ++s) {
    const std::int64_t to_first = s / 5 + s % 5;
    EXPECT_EQ(v[static_cast<std::size_t>(s)], -static_cast<double>(std::min(to_first, 6 - to_first)));
  }
}

TEST(GridworldProblems, name_what_is_out_of_range) {
  EXPECT_EQ(told(GridworldRules{}), Lines{});
  EXPECT_EQ(told(GridworldRules{0, 1, INFINITY}),
            (Lines{"rows: 0 is out of range: 1 to 2147483647", "step_reward: inf is out of range: -1e100 to 1e100"}));
  EXPECT_EQ(told(GridworldRules{3, 1'000'000'000, 0}), Lines{"rows: 3 x 1000000000 cells are more than 2147483647"});
  EXPECT_THROW(Gridworld({-1, 1}), std::invalid_argument);
}

}  // namespace
}  // namespace aleator
