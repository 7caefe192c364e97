#include "core/games/chutes/rules.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/text.hpp"
#include "tests/core/games/chutes/dense_reference.hpp"

namespace aleator {
namespace {

using Lines = std::vector<std::string>;

ChutesRules small(Overshoot overshoot, std::vector<Jump> jumps = {}) {
  ChutesRules rules;
  rules.tiles = 10;
  rules.jumps = std::move(jumps);
  rules.overshoot = overshoot;
  return rules;
}

TEST(ChutesLanding, an_ordinary_move_comes_out_where_it_aims) {
  const Chutes game(small(Overshoot::to_tile, {{3, 8}, {7, 2}}));
  EXPECT_EQ(game.landing(0, 1), 1);
  EXPECT_EQ(game.landing(0, 3), 8);
  EXPECT_EQ(game.landing(5, 7), 2);
  EXPECT_EQ(game.landing(8, 10), 10);
}

TEST(ChutesLanding, below_0_stays_at_0) {
  const Chutes game(small(Overshoot::to_tile, {{3, 8}}));
  EXPECT_EQ(game.landing(0, 0), 0);
  EXPECT_EQ(game.landing(0, -1), 0);
  EXPECT_EQ(game.landing(2, -7), 0);
}

TEST(ChutesLanding, overshoot_to_tile_goes_to_the_last_but_one_unless_told_otherwise) {
  EXPECT_EQ(Chutes(small(Overshoot::to_tile)).landing(8, 11), 9);
  auto rules = small(Overshoot::to_tile);
  for (const std::int64_t tile : {0, 4, 10}) {
    rules.overshoot_tile = tile;
    EXPECT_EQ(Chutes(rules).landing(8, 13), tile);
  }
}

TEST(ChutesLanding, overshoot_stay_keeps_the_piece_where_it_is) {
  const Chutes game(small(Overshoot::stay));
  EXPECT_EQ(game.landing(8, 11), 8);
  EXPECT_EQ(game.landing(9, 17), 9);
}

TEST(ChutesLanding, overshoot_bounce_goes_back_from_the_last_tile) {
  const Chutes game(small(Overshoot::bounce));
  EXPECT_EQ(game.landing(9, 11), 9);
  EXPECT_EQ(game.landing(8, 14), 6);
  EXPECT_EQ(game.landing(8, 20), 0);
  EXPECT_EQ(game.landing(8, 25), 0);  // past 0: stays at 0
}

TEST(ChutesLanding, overshoot_arrive_arrives) {
  EXPECT_EQ(Chutes(small(Overshoot::arrive)).landing(9, 15), 10);
}

TEST(ChutesLanding, the_jump_comes_after_the_overshoot) {
  EXPECT_EQ(Chutes(small(Overshoot::to_tile, {{9, 1}})).landing(8, 11), 1);
  EXPECT_EQ(Chutes(small(Overshoot::bounce, {{6, 3}})).landing(8, 14), 3);
  auto rules = small(Overshoot::to_tile, {{4, 7}});
  rules.overshoot_tile = 4;
  EXPECT_EQ(Chutes(rules).landing(8, 11), 7);
}

TEST(ChutesLanding, a_piece_that_stays_on_a_foot_takes_the_jump) {
  EXPECT_EQ(Chutes(small(Overshoot::stay, {{8, 2}})).landing(8, 11), 2);  // by overshoot
  EXPECT_EQ(Chutes(small(Overshoot::stay, {{8, 2}})).landing(8, 8), 2);   // by a move of net 0
}

TEST(ChutesLanding, chained_jumps_are_followed_to_the_end) {
  auto rules = small(Overshoot::to_tile, {{2, 4}, {4, 7}, {7, 1}});
  rules.chain_jumps = true;
  const Chutes game(rules);
  for (const std::int64_t tile : {1, 2, 4, 7}) EXPECT_EQ(game.landing(0, tile), 1);
}

TEST(ChutesLanding, agrees_with_the_rules_read_afresh_on_random_boards) {
  reference::RandomRules random(1);
  for (int i = 0; i < 300; ++i) {
    const ChutesRules rules = random.rules();
    const Chutes game(rules);
    const reference::DenseChutes dense(rules);
    for (State s = 0; s < game.goal(); ++s) {
      for (std::int64_t raw = -5; raw <= rules.tiles + 40; ++raw) {
        ASSERT_EQ(game.landing(s, raw), dense.tile_after(s, raw)) << "rules " << i << ", tile " << s << ", raw " << raw;
      }
    }
  }
}

TEST(Chutes, numbers_actions_by_ascending_step) {
  auto rules = small(Overshoot::to_tile);
  rules.actions = {5, 1, 3};
  const Chutes game(rules);
  EXPECT_EQ(game.steps(), (std::vector<std::int64_t>{1, 3, 5}));
  EXPECT_EQ(game.num_states(), 11);
  EXPECT_EQ(game.num_actions(0), 3);
  EXPECT_EQ(game.num_actions(10), 0);
  EXPECT_EQ(game.fixed_value(10), 100);
  EXPECT_EQ(game.fixed_value(9), 0);
}

TEST(Chutes, is_played_on_the_hasbro_board_unless_told_otherwise) {
  EXPECT_EQ(Chutes({}).landing(0, 1), 38);
  EXPECT_EQ(Chutes({}).landing(0, 48), 26);
  ChutesRules rules;
  rules.board = "milton-bradley";
  EXPECT_EQ(Chutes(rules).landing(0, 47), 26);
  rules.board = "empty";
  EXPECT_EQ(Chutes(rules).landing(0, 1), 1);
}

TEST(Chutes, refuses_wrong_rules_with_the_first_problem) {
  ChutesRules rules;
  rules.actions = {};
  try {
    const Chutes game(rules);
    FAIL() << "accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "actions: there must be at least one step to choose");
  }
}

// ---- what is wrong with a set of rules

Lines told(const ChutesRules& rules) {
  Lines lines;
  for (const Problem& problem : problems_of(rules)) {
    const std::string element = problem.element ? text("[", *problem.element, "]") : "";
    lines.push_back(text(problem.key, element, ": ", problem.message));
  }
  return lines;
}

template <class Change>
Lines told_with(Change change) {
  ChutesRules rules;
  change(rules);
  return told(rules);
}

TEST(ChutesProblems, are_none_by_default) {
  EXPECT_EQ(told({}), Lines{});
}

TEST(ChutesProblems, name_a_number_of_tiles_out_of_range) {
  for (const std::int64_t tiles :
       {std::int64_t{0}, std::int64_t{-3}, std::int64_t{2147483647}, std::numeric_limits<std::int64_t>::min(),
        std::numeric_limits<std::int64_t>::max()}) {
    EXPECT_EQ(told_with([&](ChutesRules& r) { r.tiles = tiles; }),
              (Lines{text("tiles: ", tiles, " is out of range: it must be at least 1 and below 2^31 - 1")}));
  }
}

TEST(ChutesProblems, name_boards_that_do_not_exist_or_do_not_fit) {
  EXPECT_EQ(told_with([](ChutesRules& r) { r.board = "hasbo"; }),
            (Lines{"board: there is no built-in board \"hasbo\""}));
  const std::string why = " tiles: the jump 28 -> 84 leaves the board: its tiles are 1 to 50";
  EXPECT_EQ(told_with([](ChutesRules& r) { r.tiles = 50; }),
            (Lines{"tiles: the built-in board \"hasbro\" does not fit 50" + why}));
  EXPECT_EQ(told_with([](ChutesRules& r) { r.tiles = 50, r.board = "milton-bradley"; }),
            (Lines{"board: the built-in board \"milton-bradley\" does not fit 50" + why}));
  EXPECT_EQ(told_with([](ChutesRules& r) { r.tiles = 1, r.board = "empty"; }), Lines{});
}

TEST(ChutesProblems, name_jumps_given_beside_a_board) {
  EXPECT_EQ(told_with([](ChutesRules& r) { r.board = "empty", r.jumps.emplace(); }),
            (Lines{"jumps: give either jumps or a built-in board, not both"}));
}

TEST(ChutesProblems, name_each_bad_jump_by_its_number) {
  EXPECT_EQ(told_with([](ChutesRules& r) {
              r.jumps = {{1, 2}, {2, 300}, {100, 4}};
            }),
            (Lines{"jumps[1]: the jump 2 -> 300 leaves the board: its tiles are 1 to 100",
                   "jumps[2]: the jump 100 -> 4 starts on the last tile, where the game has ended"}));
}

TEST(ChutesProblems, name_bad_actions) {
  EXPECT_EQ(told_with([](ChutesRules& r) { r.actions = {}; }),
            (Lines{"actions: there must be at least one step to choose"}));
  EXPECT_EQ(told_with([](ChutesRules& r) {
              r.actions = {1, -1, 1'000'000'001, 1};
            }),
            (Lines{"actions[1]: the step -1 is out of range: 0 to 1000000000",
                   "actions[2]: the step 1000000001 is out of range: 0 to 1000000000",
                   "actions[3]: the step 1 is given twice"}));
}

TEST(ChutesProblems, name_a_bad_overshoot_tile) {
  EXPECT_EQ(told_with([](ChutesRules& r) { r.overshoot_tile = 101; }),
            (Lines{"overshoot_tile: tile 101 is not on the board: 0 to 100"}));
  EXPECT_EQ(told_with([](ChutesRules& r) { r.overshoot_tile = -1; }),
            (Lines{"overshoot_tile: tile -1 is not on the board: 0 to 100"}));
  // No harm where it has no effect: a sweep over overshoot may have one.
  EXPECT_EQ(told_with([](ChutesRules& r) { r.overshoot_tile = 99, r.overshoot = Overshoot::bounce; }), Lines{});
}

TEST(ChutesProblems, name_bad_probabilities) {
  EXPECT_EQ(told_with([](ChutesRules& r) {
              r.slip = {0.25, -0.5, 1.25};
            }),
            (Lines{"slip[1]: -0.5 is not a probability", "slip[2]: 1.25 is not a probability"}));
  EXPECT_EQ(told_with([](ChutesRules& r) {
              r.slip = {0.25, std::nan(""), 0.75};
            }),
            (Lines{"slip[1]: nan is not a probability"}));
  EXPECT_EQ(told_with([](ChutesRules& r) {
              r.slip = {0.25, 0.5, 0.125};
            }),
            (Lines{"slip: the probabilities sum to 0.875, not to 1"}));
  EXPECT_EQ(told_with([](ChutesRules& r) { r.slip = {0.25, 0.5, 0.25 + 5e-10}; }), Lines{});
  EXPECT_EQ(told_with([](ChutesRules& r) {
              r.slip = {0.25, 0.5, 0.25 + 2e-9};
            }),
            (Lines{"slip: the probabilities sum to 1.000000002, not to 1"}));
  EXPECT_EQ(told_with([](ChutesRules& r) { r.slip = {}, r.slip_offsets = {}; }),
            (Lines{"slip: the probabilities sum to 0, not to 1"}));
}

TEST(ChutesProblems, name_offsets_that_do_not_match) {
  EXPECT_EQ(told_with([](ChutesRules& r) {
              r.slip_offsets = {-1, 1};
            }),
            (Lines{"slip: needs one probability for each of the 2 slip_offsets, and has 3"}));
  const std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(told_with([&](ChutesRules& r) {
              r.slip_offsets = {lowest, 0, 1'000'000'001};
            }),
            (Lines{"slip_offsets[0]: -9223372036854775808 is out of range: -1000000000 to 1000000000",
                   "slip_offsets[2]: 1000000001 is out of range: -1000000000 to 1000000000"}));
}

TEST(ChutesProblems, name_rewards_out_of_range) {
  EXPECT_EQ(told_with([](ChutesRules& r) { r.win_reward = 1e101, r.step_reward = std::nan(""); }),
            (Lines{"win_reward: 1e+101 is out of range: -1e100 to 1e100",
                   "step_reward: nan is out of range: -1e100 to 1e100"}));
}

TEST(ChutesProblems, are_told_all_at_once) {
  EXPECT_EQ(told_with([](ChutesRules& r) {
              r.board = "x", r.actions = {}, r.slip = {2, -1, 0}, r.win_reward = -1e300;
            }),
            (Lines{"board: there is no built-in board \"x\"", "actions: there must be at least one step to choose",
                   "slip[0]: 2 is not a probability", "slip[1]: -1 is not a probability",
                   "win_reward: -1e+300 is out of range: -1e100 to 1e100"}));
}

}  // namespace
}  // namespace aleator
