#include "core/games/snakes_and_ladders/rules.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/games/snakes_and_ladders/game.hpp"
#include "core/mdp/sparse_mdp.hpp"
#include "core/text.hpp"
#include "tests/core/games/snakes_and_ladders/reference.hpp"

namespace aleator {
namespace {

namespace reference = snakes_reference;
using Lines = std::vector<std::string>;

template <class Change>
Lines told_with(Change change) {
  SnakesRules rules;
  change(rules);
  Lines lines;
  for (const Problem& problem : problems_of(rules)) {
    lines.push_back(problem.key + (problem.element ? text("[", *problem.element, "]") : std::string()) + ": " +
                    problem.message);
  }
  return lines;
}

SnakesRules small(PastLast overshoot, std::vector<Jump> jumps = {}) {
  SnakesRules rules;
  rules.tiles = 10;
  rules.jumps = std::move(jumps);
  rules.overshoot = overshoot;
  return rules;
}

TEST(SnakesProblems, none_of_ordinary_rules) {
  EXPECT_EQ(told_with([](SnakesRules&) {}), Lines{});
  for (const BuiltInBoard& board : built_in_boards()) {
    for (const auto overshoot : {PastLast::arrive, PastLast::stay, PastLast::bounce}) {
      EXPECT_EQ(told_with([&](SnakesRules& r) { r.board = board.name, r.overshoot = overshoot; }), Lines{});
    }
  }
}

TEST(SnakesProblems, name_bad_dice) {
  EXPECT_EQ(told_with([](SnakesRules& r) { r.die = 0; }), (Lines{"die: 0 is out of range: 1 to 10000"}));
  EXPECT_EQ(told_with([](SnakesRules& r) { r.dice = 0; }), (Lines{"dice: 0 is out of range: 1 to 10000"}));
  EXPECT_EQ(told_with([](SnakesRules& r) { r.die = 101, r.dice = 100; }),
            (Lines{"dice: 100 dice of 101 faces add up to more than 10000"}));
  EXPECT_EQ(told_with([](SnakesRules& r) {
              r.die = 6, r.die_probabilities = {0.5, 0.5};
            }),
            (Lines{"die_probabilities: give either die or die_probabilities, not both"}));
  EXPECT_EQ(told_with([](SnakesRules& r) {
              r.die_probabilities = {0.5, 0.25};
            }),
            (Lines{"die_probabilities: the probabilities sum to 0.75, not to 1"}));
  EXPECT_EQ(
      told_with([](SnakesRules& r) {
        r.die_probabilities = {1.5, -0.5};
      }),
      (Lines{"die_probabilities[0]: 1.5 is not a probability", "die_probabilities[1]: -0.5 is not a probability"}));
  EXPECT_EQ(told_with([](SnakesRules& r) { r.die_probabilities.emplace(); }),
            (Lines{"die_probabilities: the probabilities sum to 0, not to 1"}));
}

TEST(SnakesProblems, name_bad_numbers_of_players) {
  EXPECT_EQ(told_with([](SnakesRules& r) { r.players = 0; }), (Lines{"players: 0 is out of range: 1 to 1000"}));
}

TEST(SnakesProblems, name_bad_boards) {
  EXPECT_EQ(told_with([](SnakesRules& r) { r.tiles = 50; }),
            (Lines{"tiles: the built-in board \"milton-bradley\" does not fit 50 tiles: the jump 28 -> 84 leaves the "
                   "board: its tiles are 1 to 50"}));
  EXPECT_EQ(told_with([](SnakesRules& r) {
              r.jumps = {{9, 4}, {4, 9}};
            }),
            (Lines{"jumps[1]: the jump 4 -> 9 is part of a cycle: 4 -> 9 -> 4"}));
  EXPECT_EQ(told_with([](SnakesRules& r) { r.board = "empty", r.tiles = 10'000'001; }),
            (Lines{"tiles: 10000001 tiles in 1 phases are more than 10000000"}));
}

TEST(SnakesProblems, name_bad_sets) {
  const auto moving = [](SnakesRules& r) { r.jumps = {{3, 7}, {7, 3}}, r.sets = 2; };
  EXPECT_EQ(told_with([&](SnakesRules& r) { moving(r), r.jump_sets = {0, 1}; }), Lines{});  // no cycle: not together
  EXPECT_EQ(told_with([&](SnakesRules& r) {
              moving(r), r.jump_sets = {0, -1};
            }),
            (Lines{"jumps[0]: the jump 3 -> 7 is part of a cycle: 3 -> 7 -> 3"}));
  EXPECT_EQ(told_with([](SnakesRules& r) { r.sets = 2; }),
            (Lines{"jump_sets: missing: with sets = 2 every jump belongs to one"}));
  EXPECT_EQ(told_with([](SnakesRules& r) { r.jump_sets = {0}; }), (Lines{"jump_sets: 1 sets for 19 jumps"}));
  EXPECT_EQ(told_with([&](SnakesRules& r) {
              moving(r), r.jump_sets = {0, 2};
            }),
            (Lines{"jump_sets[1]: there is no set 2: they are 0 to 1, or -1"}));
  EXPECT_EQ(told_with([](SnakesRules& r) { r.sets = 0, r.set_turns = 0; }),
            (Lines{"sets: 0 is out of range: 1 to 1000", "set_turns: 0 is out of range: 1 to 1000"}));
}

TEST(SnakesProblems, name_a_wall_of_snakes) {
  const auto wall = [](SnakesRules& r, std::int64_t length) {
    r.jumps.emplace();
    for (std::int64_t i = 0; i < length; ++i) r.jumps->push_back({50 + i, 3});
  };
  EXPECT_EQ(told_with([&](SnakesRules& r) { wall(r, 5); }), Lines{});
  EXPECT_EQ(told_with([&](SnakesRules& r) { wall(r, 6); }),
            (Lines{"jumps: tile 0 can be reached, but the last one cannot be reached from it: no roll of at most 6 "
                   "passes the snakes on tiles 50 to 55"}));
  EXPECT_EQ(told_with([&](SnakesRules& r) { wall(r, 6), r.jumps->push_back({40, 60}); }), Lines{});  // a way over it
}

TEST(SnakesProblems, name_a_tile_that_a_game_cannot_leave) {
  EXPECT_EQ(told_with([](SnakesRules& r) {
              r.tiles = 99, r.jumps.emplace(), r.die_probabilities = {0, 1};
            }),
            (Lines{"die_probabilities: tile 0 can be reached, but the last one cannot be reached from it"}));
  EXPECT_EQ(told_with([](SnakesRules& r) { r.board = "empty", r.dice = 2; }),
            (Lines{"dice: tile 99 can be reached, but the last one cannot be reached from it"}));
  EXPECT_EQ(told_with([](SnakesRules& r) {
              r.board = "milton-bradley", r.die_probabilities = {0, 0, 1};
            }),
            (Lines{"die_probabilities: tile 0 can be reached, but the last one cannot be reached from it"}));
  EXPECT_EQ(told_with([](SnakesRules& r) {
              r.jumps = {{99, 4}}, r.dice = 2, r.overshoot = PastLast::arrive, r.die_probabilities = {1};
            }),
            Lines{});
}

TEST(SnakesMoves, pass_the_last_tile_as_the_rules_say) {
  EXPECT_EQ(SnakesMoves(small(PastLast::arrive)).destination(0, 8, 5), 10);
  EXPECT_EQ(SnakesMoves(small(PastLast::stay)).destination(0, 8, 5), 8);
  EXPECT_EQ(SnakesMoves(small(PastLast::bounce)).destination(0, 8, 5), 7);
  EXPECT_EQ(SnakesMoves(small(PastLast::bounce)).destination(0, 8, 13), 1);  // off 0 again
  EXPECT_EQ(SnakesMoves(small(PastLast::bounce)).destination(0, 8, 25), 7);  // twice around
  EXPECT_EQ(SnakesMoves(small(PastLast::bounce, {{7, 2}})).destination(0, 8, 5), 2);
  EXPECT_EQ(SnakesMoves(small(PastLast::stay, {{8, 2}})).destination(0, 8, 5), 2);  // stays on a foot
}

TEST(SnakesMoves, agree_with_the_rules_read_afresh) {
  reference::RandomRules random(1);
  for (int i = 0; i < 300; ++i) {
    const SnakesRules rules = random.valid_rules();
    const SnakesMoves moves(rules);
    for (std::int32_t phase = 0; phase < moves.phases(); ++phase) {
      for (std::int32_t tile = 0; tile < moves.tiles(); ++tile) {
        for (std::int64_t total = 0; total < 60; ++total) {
          ASSERT_EQ(moves.destination(phase, tile, total), reference::after_roll(rules, phase, tile, total))
              << "rules " << i << ", phase " << phase << ", tile " << tile << ", total " << total;
        }
      }
    }
  }
}

TEST(SnakesMoves, may_leave_a_jump_out) {
  const SnakesMoves moves(small(PastLast::stay, {{3, 7}, {9, 1}}), 0);
  EXPECT_EQ(moves.jump_end(0, 3), 3);
  EXPECT_EQ(moves.jump_end(0, 9), 1);
}

TEST(SnakesAndLadders, turns_are_those_of_every_throw) {
  reference::RandomRules random(2);
  for (int i = 0; i < 200; ++i) {
    const SnakesRules rules = random.valid_rules();
    const SnakesAndLadders game(rules);
    const SparseMdp chain = build_sparse(game);
    ASSERT_TRUE(chain.is_chain());
    for (State s = 0; s < game.num_states(); ++s) {
      if (game.tile_of(s) == rules.tiles) continue;
      reference::Weights before(static_cast<std::size_t>(rules.tiles) + 1, 0);
      before[static_cast<std::size_t>(game.tile_of(s))] = 1;
      reference::Weights after = reference::after_turn(rules, game.phase_of(s), before);
      for (std::int64_t t = chain.row_begin[chain.action_begin[s]]; t < chain.row_begin[chain.action_begin[s] + 1];
           ++t) {
        const State next = chain.next_state[t];
        EXPECT_EQ(game.phase_of(next), game.moves().next_phase(game.phase_of(s)));
        after[static_cast<std::size_t>(game.tile_of(next))] -= chain.probability[t];
      }
      for (const reference::Real rest : after) ASSERT_NEAR(static_cast<double>(rest), 0, 1e-14) << "rules " << i;
    }
  }
}

TEST(SnakesAndLadders, a_turn_of_certain_dice_may_lead_to_the_end_or_in_a_circle) {
  SnakesRules rules = small(PastLast::stay);
  rules.die = 1;
  rules.six_again = true;
  const SparseMdp chain = build_sparse(SnakesAndLadders(rules));
  EXPECT_EQ(chain.next_state[0], 10);
  EXPECT_EQ(chain.probability[0], 1);
  rules.jumps = {{7, 3}};
  EXPECT_EQ(told_with([&](SnakesRules& r) { r = rules; }),
            (Lines{"jumps: tile 0 can be reached, but the last one cannot be reached from it: no roll of at most 1 "
                   "passes the snake on tile 7"}));
}

}  // namespace
}  // namespace aleator
