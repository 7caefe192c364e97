#include "core/games/snakes_and_ladders/simulate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <stop_token>
#include <string>
#include <vector>

#include "core/mdp/methods/policy_iteration.hpp"
#include "core/mdp/sparse_mdp.hpp"
#include "core/stats/moments.hpp"
#include "tests/core/every_target.hpp"

namespace aleator {
namespace {

using Random = std::mt19937_64;

std::uint8_t byte(Random& random, int least, int most) {
  return static_cast<std::uint8_t>(std::uniform_int_distribution<int>(least, most)(random));
}

/// Any tables that fit into lanes, sensible as a game or not.
LaneRules random_lane_rules(Random& random, RollKind roll, bool stay, bool again) {
  LaneRules rules;
  rules.roll = roll;
  rules.stay = stay;
  if (roll == RollKind::fair_pair) {
    do rules.faces = byte(random, 1, 60);
    while (!is_fair_pair(rules.faces));
  } else {
    for (int i = byte(random, 0, 20); i > 0; --i) rules.threshold.push_back(static_cast<std::uint32_t>(random()));
    std::sort(rules.threshold.begin(), rules.threshold.end());
    rules.lowest_total = byte(random, 0, 10);
  }
  if (again) rules.again_total = static_cast<std::uint8_t>(rules.largest_total());
  rules.last_tile = byte(random, 1, 256 - static_cast<int>(rules.largest_total()));
  for (std::size_t raw = 0; raw < 256; ++raw) {
    const bool jumps = random() % 4 == 0;
    rules.destination[raw] =
        jumps || raw > rules.last_tile ? byte(random, 0, rules.last_tile) : static_cast<std::uint8_t>(raw);
  }
  rules.destination[rules.last_tile] = rules.last_tile;
  return rules;
}

LaneState random_state(Random& random) {
  LaneState state;
  for (auto& words : state.random) {
    for (std::uint64_t& word : words) word = random();
  }
  return state;
}

std::vector<LaneEvent> first(const LaneEventList& list, std::size_t count) {
  return {list.begin(), list.begin() + static_cast<std::ptrdiff_t>(count)};
}

void expect_equal_steps(const LaneRules& rules, LaneState state) {
  LaneState reference = state;
  const auto events = std::make_unique<LaneEvents>();
  const auto expected = std::make_unique<LaneEvents>();
  for (int part = 0; part < 3; ++part) {
    play_steps(rules, state, *events);
    play_steps_one_by_one(rules, reference, *expected);
    EXPECT_EQ(first(events->arrived, events->num_arrived), first(expected->arrived, expected->num_arrived));
    EXPECT_EQ(first(events->rejected, events->num_rejected), first(expected->rejected, expected->num_rejected));
    EXPECT_EQ(first(events->again, events->num_again), first(expected->again, expected->num_again));
    ASSERT_EQ(state.tile, reference.tile);
    ASSERT_EQ(state.random, reference.random);
  }
}

TEST(SnakesLanes, are_the_same_games_as_one_by_one) {
  for_every_target([](const std::string& target) {
    Random random(3);
    for (int i = 0; i < 160; ++i) {
      SCOPED_TRACE(target + " " + std::to_string(i));
      const RollKind roll = i % 2 == 0 ? RollKind::fair_pair : RollKind::thresholds;
      expect_equal_steps(random_lane_rules(random, roll, i % 4 < 2, i % 8 < 4), random_state(random));
      ASSERT_FALSE(testing::Test::HasFailure());
    }
  });
}

TEST(SnakesLanes, know_which_dice_can_be_drawn_in_pairs) {
  EXPECT_TRUE(is_fair_pair(6));
  EXPECT_TRUE(is_fair_pair(2));
  EXPECT_TRUE(is_fair_pair(20));
  EXPECT_FALSE(is_fair_pair(0));
  EXPECT_FALSE(is_fair_pair(1));
  EXPECT_FALSE(is_fair_pair(256));
}

/// Each of the 2^16 words is a pair of rolls or rejected, and each pair comes from as many words.
TEST(SnakesLanes, roll_fairly) {
  for (std::int64_t faces = 2; faces <= 60; ++faces) {
    if (!is_fair_pair(faces)) continue;
    std::vector<int> times(static_cast<std::size_t>(faces * faces), 0);
    for (std::uint32_t word = 0; word < 65536; ++word) {
      const std::uint32_t product = word * static_cast<std::uint32_t>(faces * faces);
      if (product % 65536 >= 65536 % static_cast<std::uint32_t>(faces * faces)) ++times[product / 65536];
    }
    EXPECT_EQ(*std::min_element(times.begin(), times.end()), *std::max_element(times.begin(), times.end())) << faces;
  }
}

double expected_turns(const SnakesAndLadders& game) {
  const SparseMdp mdp = build_sparse(game);
  std::vector<double> value = mdp.fixed_value;
  Effort effort;
  policy_iteration({mdp, 1, Sense::max}, {}, 1e-12, value, effort);
  return value[0];
}

Moments moments(const std::vector<std::int64_t>& counts) {
  Moments result;
  for (std::size_t i = 0; i < counts.size(); ++i) result.add(static_cast<double>(i), counts[i]);
  return result;
}

void expect_agreement(const SnakesRules& rules, bool vectorised) {
  const SnakesAndLadders game(rules);
  const SnakesPlayer player(game, vectorised);
  constexpr std::int64_t games = 40'000;
  const SnakesCounts counts = player.play(games, PhiloxStream({7, 8}, 0, 0));
  const Moments turns = moments(counts.turns);
  EXPECT_EQ(turns.count(), games * rules.players);
  EXPECT_EQ(moments(counts.first_in).count(), games);
  EXPECT_EQ(moments(counts.all_in).count(), games);
  EXPECT_NEAR(turns.mean(), expected_turns(game), 4 * turns.standard_error());
  std::int64_t wins = 0;
  for (const std::int64_t won : counts.wins) wins += won;
  EXPECT_EQ(wins, games);
  EXPECT_EQ(counts.wins.size(), static_cast<std::size_t>(rules.players));
  if (!rules.six_again) {
    EXPECT_NEAR(static_cast<double>(counts.rolls), turns.mean() * static_cast<double>(turns.count()), 0.5);
  } else {
    EXPECT_GT(counts.rolls, turns.mean() * static_cast<double>(turns.count()));
  }
}

std::vector<SnakesRules> all_kinds_of_rules() {
  std::vector<SnakesRules> all;
  for (const char* board : {"milton-bradley", "hasbro", "classic-16", "empty"}) {
    for (const PastLast overshoot : {PastLast::arrive, PastLast::stay, PastLast::bounce}) {
      for (const std::int64_t players : {1, 2, 5}) {
        SnakesRules rules;
        rules.board = board;
        rules.overshoot = overshoot;
        rules.players = players;
        rules.six_again = players == 2;
        if (players == 5) rules.die_probabilities = {0.3, 0.2, 0.1, 0.0, 0.4};
        all.push_back(rules);
      }
    }
  }
  return all;
}

TEST(SnakesPlayer, agrees_with_the_exact_mean) {
  for (const SnakesRules& rules : all_kinds_of_rules()) {
    SCOPED_TRACE(*rules.board + " " + std::to_string(rules.players));
    EXPECT_TRUE(SnakesPlayer(SnakesAndLadders(rules)).is_vectorised());
    expect_agreement(rules, true);
    expect_agreement(rules, false);
  }
}

TEST(SnakesPlayer, plays_large_boards_and_moving_jumps_one_by_one) {
  SnakesRules large;
  large.tiles = 300;
  EXPECT_FALSE(SnakesPlayer(SnakesAndLadders(large)).is_vectorised());
  expect_agreement(large, true);
  SnakesRules moving;
  moving.jumps = {{3, 60}, {80, 10}, {7, 90}};
  moving.jump_sets = {0, 1, 1};
  moving.sets = 2;
  moving.set_turns = 3;
  EXPECT_FALSE(SnakesPlayer(SnakesAndLadders(moving)).is_vectorised());
  expect_agreement(moving, true);
}

TEST(SnakesPlayer, goes_up_to_the_largest_board_that_fits_into_bytes) {
  SnakesRules rules;
  rules.board = "empty";
  rules.tiles = 250;
  EXPECT_TRUE(SnakesPlayer(SnakesAndLadders(rules)).is_vectorised());
  expect_agreement(rules, true);
  rules.tiles = 251;
  EXPECT_FALSE(SnakesPlayer(SnakesAndLadders(rules)).is_vectorised());
  rules.tiles = 1;
  rules.overshoot = PastLast::arrive;
  const SnakesCounts counts = SnakesPlayer(SnakesAndLadders(rules)).play(1000, PhiloxStream({1, 2}, 0, 0));
  EXPECT_EQ(counts.turns, (std::vector<std::int64_t>{0, 1000}));
}

/// The last piece to come in first: whoever is first in a round of several arrivals wins.
TEST(SnakesPlayer, lets_the_first_to_move_win_a_round) {
  SnakesRules rules;
  rules.board = "empty";
  rules.tiles = 12;
  rules.die = 1;
  rules.players = 3;
  for (const bool vectorised : {true, false}) {
    const SnakesCounts counts = SnakesPlayer(SnakesAndLadders(rules), vectorised).play(500, PhiloxStream({1, 2}, 0, 0));
    EXPECT_EQ(counts.wins, (std::vector<std::int64_t>{500, 0, 0}));
    EXPECT_EQ(counts.rolls, 500 * 3 * 12);
    EXPECT_EQ(counts.first_in.size(), 13u);
    EXPECT_EQ(counts.all_in, counts.first_in);
  }
}

void expect_equal(const SnakesCounts& a, const SnakesCounts& b) {
  EXPECT_EQ(a.turns, b.turns);
  EXPECT_EQ(a.first_in, b.first_in);
  EXPECT_EQ(a.all_in, b.all_in);
  EXPECT_EQ(a.wins, b.wins);
  EXPECT_EQ(a.rolls, b.rolls);
}

TEST(SnakesPlayer, plays_the_same_games_on_any_target) {
  SnakesRules rules;
  rules.players = 2;
  const SnakesPlayer player{SnakesAndLadders(rules)};
  SerialExecutor serial;
  const SnakesCounts expected = play_games(player, 10'001, 1'000, {5, 6}, serial);
  EXPECT_EQ(moments(expected.first_in).count(), 10'001);
  for_every_target([&](const std::string&) {
    expect_equal(play_games(player, 10'001, 1'000, {5, 6}, serial), expected);
  });
}

TEST(SnakesPlayer, stops_when_asked) {
  std::stop_source source;
  source.request_stop();
  for (const bool vectorised : {true, false}) {
    const SnakesPlayer player(SnakesAndLadders(SnakesRules{}), vectorised);
    const SnakesCounts counts = player.play(1'000'000'000'000, PhiloxStream({1, 2}, 0, 0), source.get_token());
    EXPECT_LT(moments(counts.turns).count(), 100'000);
  }
}

}  // namespace
}  // namespace aleator
