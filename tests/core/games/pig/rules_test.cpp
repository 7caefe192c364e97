#include "core/games/pig/rules.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "core/mdp/sparse_mdp.hpp"
#include "tests/core/games/pig/slow_pig.hpp"

namespace aleator {
namespace {

std::string problem(const PigRules& rules) {
  const Problems problems = problems_of(rules);
  return problems.size() == 1 ? problems[0].key + ": " + problems[0].message
                              : std::to_string(problems.size()) + " problems";
}

TEST(PigRules, name_what_is_wrong) {
  EXPECT_EQ(problem({}), "0 problems");
  EXPECT_EQ(problem({.goal = 0}), "goal: 0 is out of range: 1 to 1000");
  EXPECT_EQ(problem({.goal = 1001}), "goal: 1001 is out of range: 1 to 1000");
  EXPECT_EQ(problem({.die = 1}), "die: a die of one face shows nothing but 1: no game would ever end");
  EXPECT_EQ(problem({.die = 0}), "die: 0 is out of range: 2 to 1000");
  EXPECT_EQ(problem({.dice = 3}), "dice: 3 is out of range: 1 to 2");
  EXPECT_EQ(problem({.hold_at_least = 0}), "hold_at_least: 0 is out of range: 1 to 1000");
  EXPECT_EQ(problem({.goal = 20, .hold_at_least = 21}), "hold_at_least: 21 is more than the goal of 20 points");
  EXPECT_EQ(problem({.goal = 20, .hold_at_least = 20}), "0 problems");
  EXPECT_THROW(Pig({.die = 1}), std::invalid_argument);
}

TEST(PigRoll, of_one_die_gains_every_face_but_1) {
  const PigRoll roll = roll_of({.die = 4});
  ASSERT_EQ(roll.gains.size(), 3u);
  for (std::int64_t face = 2; face <= 4; ++face) {
    EXPECT_EQ(roll.gains[face - 2].points, face);
    EXPECT_EQ(roll.gains[face - 2].probability, 0.25);
  }
  EXPECT_EQ(roll.lose_turn, 0.25);
  EXPECT_EQ(roll.lose_score, 0);
}

TEST(PigRoll, of_two_dice_loses_all_on_a_double_1) {
  const PigRoll roll = roll_of({.die = 4, .dice = 2});
  std::map<std::int64_t, double> gains;
  for (const auto& gain : roll.gains) gains[gain.points] = gain.probability;
  EXPECT_EQ(gains,
            (std::map<std::int64_t, double>{{4, 1 / 16.}, {5, 2 / 16.}, {6, 3 / 16.}, {7, 2 / 16.}, {8, 1 / 16.}}));
  EXPECT_EQ(roll.lose_turn, 6 / 16.);
  EXPECT_EQ(roll.lose_score, 1 / 16.);
}

TEST(PigRoll, may_count_one_for_each_die) {
  const PigRoll coin = roll_of({.die = 2, .points = PigPoints::one});
  ASSERT_EQ(coin.gains.size(), 1u);
  EXPECT_EQ(coin.gains[0].points, 1);
  EXPECT_EQ(coin.gains[0].probability, 0.5);
  const PigRoll dice = roll_of({.die = 6, .dice = 2, .points = PigPoints::one});
  ASSERT_EQ(dice.gains.size(), 1u);
  EXPECT_EQ(dice.gains[0].points, 2);
  EXPECT_EQ(dice.gains[0].probability, 25 / 36.);
}

TEST(Pig, numbers_its_states_without_gaps) {
  for (const std::int64_t goal : {1, 2, 3, 10, 37}) {
    const Pig pig({.goal = goal});
    std::vector<int> seen(static_cast<std::size_t>(pig.num_states()));
    for (int player : {1, 2}) {
      for (std::int64_t own = 0; own < goal; ++own) {
        for (std::int64_t other = 0; other < goal; ++other) {
          for (std::int64_t turn = 0; own + turn < goal; ++turn) {
            const State s = pig.state(player, {own, other, turn});
            ASSERT_GE(s, 0);
            ASSERT_LT(s, pig.won());
            ++seen[s];
            const Pig::Place place = pig.place(s);
            ASSERT_EQ(place.player, player);
            ASSERT_EQ(place.position.own, own);
            ASSERT_EQ(place.position.other, other);
            ASSERT_EQ(place.position.turn, turn);
            ASSERT_EQ(pig.mirrored(s), pig.state(3 - player, {own, other, turn}));
            ASSERT_EQ(pig.owner(s), player == 1 ? Sense::max : Sense::min);
          }
        }
      }
    }
    for (State s = 0; s < pig.won(); ++s) ASSERT_EQ(seen[s], 1) << s;
    EXPECT_EQ(pig.num_states(), pig.won() + 2);
    EXPECT_EQ(pig.initial_state(), pig.state(1, {0, 0, 0}));
  }
}

TEST(Pig, of_the_largest_goal_finds_its_places) {
  const Pig pig({.goal = Pig::largest_goal});
  EXPECT_EQ(pig.won(), 1'001'000'000);
  for (const PigPosition& p : {PigPosition{0, 0, 999}, {999, 999, 0}, {500, 998, 499}, {998, 0, 1}, {1, 999, 998}}) {
    for (const int player : {1, 2}) {
      const Pig::Place place = pig.place(pig.state(player, p));
      EXPECT_EQ(place.player, player);
      EXPECT_EQ(place.position.own, p.own);
      EXPECT_EQ(place.position.other, p.other);
      EXPECT_EQ(place.position.turn, p.turn);
    }
  }
}

TEST(Pig, offers_to_hold_from_the_least_total) {
  const Pig pig({.goal = 30, .hold_at_least = 5});
  EXPECT_EQ(pig.num_actions(pig.state(1, {3, 4, 4})), 1);
  EXPECT_EQ(pig.num_actions(pig.state(2, {3, 4, 5})), 2);
  EXPECT_EQ(pig.num_actions(pig.won()), 0);
  EXPECT_EQ(pig.num_actions(pig.lost()), 0);
  EXPECT_TRUE(pig.has_label("win", pig.won()));
  EXPECT_FALSE(pig.has_label("win", pig.lost()));
  EXPECT_TRUE(pig.has_label("loss", pig.lost()));
}

using Row = std::map<State, double>;

Row row(const Pig& pig, State s, Action a) {
  Row result;
  pig.for_each_transition(s, a, [&](State next, double p, double) {
    if (p > 0) result[next] += p;
  });
  return result;
}

TEST(Pig, moves_by_the_rules) {
  const Pig pig({.goal = 20});
  const double sixth = 1 / 6.;
  const State s = pig.state(2, {11, 7, 4});
  EXPECT_EQ(row(pig, s, Pig::hold_action), (Row{{pig.state(1, {7, 15, 0}), 1}}));
  EXPECT_EQ(row(pig, s, Pig::roll_action), (Row{{pig.state(1, {7, 11, 0}), sixth},
                                                {pig.state(2, {11, 7, 6}), sixth},
                                                {pig.state(2, {11, 7, 7}), sixth},
                                                {pig.state(2, {11, 7, 8}), sixth},
                                                {pig.lost(), sixth + sixth}}));
  const Pig two({.goal = 20, .die = 2, .dice = 2});
  EXPECT_EQ(row(two, two.state(1, {11, 7, 4}), Pig::roll_action),
            (Row{{two.state(2, {7, 11, 0}), 0.5}, {two.state(2, {7, 0, 0}), 0.25}, {two.state(1, {11, 7, 8}), 0.25}}));
}

TEST(Pig, has_rows_that_sum_to_1_for_all_rules) {
  for (const PigRules& rules : reference::small_pig_rules()) EXPECT_NO_THROW(build_sparse(Pig(rules)));
}

}  // namespace
}  // namespace aleator
