#include "core/mdp/models/gambler.hpp"

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

TEST(Gambler, stakes_no_more_than_there_is_or_is_missing) {
  const Gambler gambler({0.4, 10});
  EXPECT_EQ(gambler.num_states(), 11);
  std::vector<Action> stakes;
  for (State s = 0; s <= 10; ++s) stakes.push_back(gambler.num_actions(s));
  EXPECT_EQ(stakes, (std::vector<Action>{0, 1, 2, 3, 4, 5, 4, 3, 2, 1, 0}));
}

TEST(Gambler, wins_or_loses_the_stake) {
  const Gambler gambler({0.25, 10});
  EXPECT_EQ(row_of(gambler, 4, 2), (Row{{7, 0.25, 0}, {1, 0.75, 0}}));
  EXPECT_EQ(row_of(gambler, 6, 3), (Row{{10, 0.25, 1}, {2, 0.75, 0}}));
}

TEST(Gambler, has_the_values_of_the_book) {
  const auto v = reference::values(Gambler({}), 1);
  for (const auto& [capital, value] : std::vector<std::pair<std::size_t, double>>{
           {25, 0.16}, {50, 0.4}, {75, 0.64}, {51, 0.4030984371648}, {1, 0.0020656247765}, {99, 0.9643329672271}}) {
    EXPECT_NEAR(static_cast<double>(v[capital]), value, 5e-14) << capital;
  }
}

TEST(Gambler, with_a_fair_coin_is_worth_the_capital) {
  const auto v = reference::values(Gambler({0.5, 8}), 1);
  for (std::size_t s = 1; s < 8; ++s) EXPECT_NEAR(static_cast<double>(v[s]), static_cast<double>(s) / 8, 1e-14);
}

TEST(Gambler, labels_both_ends) {
  EXPECT_EQ(labelled(Gambler({}), "goal"), std::vector<State>{100});
  EXPECT_EQ(labelled(Gambler({}), "ruin"), std::vector<State>{0});
  EXPECT_EQ(Gambler::label_names(), (Lines{"goal", "ruin"}));
}

TEST(Gambler, rows_sum_to_1) {
  for (const double p_heads : {0.0, 0.1, 0.4, 1.0}) reference::expect_rows_of_probabilities(Gambler({p_heads, 30}));
}

TEST(GamblerProblems, name_what_is_out_of_range) {
  EXPECT_EQ(told(GamblerRules{}), Lines{});
  EXPECT_EQ(told(GamblerRules{1.25, 0}),
            (Lines{"p_heads: 1.25 is not a probability", "goal: 0 is out of range: 1 to 2147483646"}));
  EXPECT_EQ(told(GamblerRules{std::nan(""), 1}), Lines{"p_heads: nan is not a probability"});
  EXPECT_THROW(Gambler({2, 10}), std::invalid_argument);
}

}  // namespace
}  // namespace aleator
