#include "core/games/snakes_and_ladders/cards.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "core/games/snakes_and_ladders/analysis/expected.hpp"
#include "core/mdp/methods/policy_iteration.hpp"
#include "core/mdp/sparse_mdp.hpp"
#include "core/mdp/undiscounted/certified.hpp"
#include "tests/core/games/snakes_and_ladders/reference.hpp"

namespace aleator {
namespace {

namespace reference = snakes_reference;
using reference::Real;
using Hand = std::array<std::int64_t, 3>;  // tile, skip cards, double cards

/// Fewest expected turns from every hand, by as many rounds of the rules read aloud as it takes; infinite beyond 1e4.
std::map<Hand, Real> fewest_turns(const SnakesCardRules& rules) {
  const auto jumps = jumps_of(rules);
  SnakesRules bare = rules;  // without jumps
  bare.board.reset();
  bare.jumps.emplace();
  const auto turns_of = [&](const std::map<Hand, Real>& turns, const Hand& hand, bool skip, bool twice) {
    Real sum = 1;
    reference::for_each_throw(rules, [&](std::int64_t total, Real p, bool) {
      Hand next = hand;
      if (twice) --next[2];
      next[0] = reference::after_roll(bare, 0, hand[0], twice ? 2 * total : total);
      for (std::size_t i = 0; i < jumps.size(); ++i) {
        if (jumps[i][0] != next[0]) continue;
        if (skip && jumps[i][1] < jumps[i][0]) {
          --next[1];
          break;
        }
        next[0] = jumps[i][1];
        i = static_cast<std::size_t>(-1);
      }
      if (p > 0) sum += p * turns.at(next);
    });
    return sum;
  };
  std::map<Hand, Real> turns;
  for (std::int64_t t = 0; t <= rules.tiles; ++t) {
    for (std::int64_t s = 0; s <= rules.skip_cards; ++s) {
      for (std::int64_t d = 0; d <= rules.double_cards; ++d) turns[{t, s, d}] = 0;
    }
  }
  for (Real change = 1; change > 1e-15L;) {
    change = 0;
    for (auto& [hand, value] : turns) {
      if (hand[0] == rules.tiles) continue;
      Real best = turns_of(turns, hand, false, false);
      if (hand[1] > 0) best = std::min(best, turns_of(turns, hand, true, false));
      if (hand[2] > 0) best = std::min(best, turns_of(turns, hand, false, true));
      if (hand[1] > 0 && hand[2] > 0) best = std::min(best, turns_of(turns, hand, true, true));
      if (best > 1e4L) best = std::numeric_limits<Real>::infinity();
      if (best < 1e4L) change = std::max(change, std::abs(best - value) / (1 + best));
      value = best;
    }
  }
  return turns;
}

SnakesCardRules random_rules(reference::RandomRules& random) {
  for (;;) {
    SnakesCardRules rules;
    static_cast<SnakesRules&>(rules) = random.valid_rules();
    rules.sets = rules.set_turns = 1;
    rules.jump_sets.reset();
    rules.six_again = false;
    rules.skip_cards = random.below(3);
    rules.double_cards = random.below(3);
    if (!problems_of(rules).empty()) continue;
    if (expected_turns(SnakesMoves(rules), roll_of(rules)) < 60) return rules;
  }
}

TEST(SnakesWithCards, optimal_play_is_that_of_the_rules_read_aloud) {
  reference::RandomRules random(31);
  for (int i = 0; i < 25; ++i) {
    const SnakesCardRules rules = random_rules(random);
    const SnakesWithCards game(rules);
    const SparseMdp process = build_sparse(game);
    Objective objective{ObjectiveKind::expected_steps, Sense::min};
    for (State s = 0; s < game.num_states(); ++s) objective.target.push_back(game.num_actions(s) == 0);
    const Method method = [](const BellmanEquation& equation, double target, std::vector<double>& value,
                             Effort& spent) { return policy_iteration(equation, {}, target, value, spent); };
    Effort effort;
    const auto found = solve_undiscounted(process, objective, 1e-9, method, effort);
    for (const auto& [hand, turns] : fewest_turns(rules)) {
      const State s = game.state_of(
          {static_cast<std::int32_t>(hand[0]), static_cast<std::int32_t>(hand[1]), static_cast<std::int32_t>(hand[2])});
      if (turns > 1e4L) {
        EXPECT_GT(found.solution.value[s], 1e4);
      } else {
        EXPECT_NEAR(found.solution.value[s], static_cast<double>(turns), 1e-11 * (1 + static_cast<double>(turns)))
            << "rules " << i << ", state " << s;
      }
    }
  }
}

TEST(SnakesWithCards, a_hand_is_told_by_its_state) {
  SnakesCardRules rules;
  rules.skip_cards = 2;
  rules.double_cards = 3;
  const SnakesWithCards game(rules);
  EXPECT_EQ(game.num_states(), 101 * 3 * 4);
  for (State s = 0; s < game.num_states(); ++s) ASSERT_EQ(game.state_of(game.hand_of(s)), s);
  const SnakesHand first = game.hand_of(game.initial_state());
  EXPECT_EQ(first.tile, 0);
  EXPECT_EQ(first.skip_cards, 2);
  EXPECT_EQ(first.double_cards, 3);
}

TEST(SnakesWithCards, cards_are_spent_as_the_rules_say) {
  SnakesCardRules rules;  // who comes to 2 is led up to 5, the mouth of a snake
  rules.tiles = 9;
  rules.die = 2;
  rules.jumps = {{2, 5}, {5, 1}};
  rules.chain_jumps = true;
  rules.overshoot = PastLast::arrive;
  const SnakesWithCards game(rules);
  using Told = std::array<std::int32_t, 3>;
  /// Where a roll of 1, and one of 2, leads.
  const auto after = [&](const SnakesHand& hand, Action action) {
    std::vector<Told> told;
    game.for_each_transition(game.state_of(hand), action, [&](State next, double p, double reward) {
      EXPECT_EQ(p, 0.5);
      EXPECT_EQ(reward, 1);
      const SnakesHand found = game.hand_of(next);
      told.push_back({found.tile, found.skip_cards, found.double_cards});
    });
    return told;
  };
  const SnakesHand all = {0, 1, 1};
  EXPECT_EQ(after(all, 0), (std::vector<Told>{{1, 1, 1}, {1, 1, 1}}));  // 2 -> 5 -> 1
  EXPECT_EQ(after(all, 1), (std::vector<Told>{{1, 1, 1}, {5, 0, 1}}));  // stays on the mouth; else the card comes back
  EXPECT_EQ(after(all, 2), (std::vector<Told>{{1, 1, 0}, {4, 1, 0}}));
  EXPECT_EQ(after(all, 3), (std::vector<Told>{{5, 0, 0}, {4, 1, 0}}));
  EXPECT_EQ(after({0, 0, 0}, 3), (std::vector<Told>{{1, 0, 0}, {1, 0, 0}}));  // none in hand
}

TEST(SnakesWithCards, problems_are_told) {
  SnakesCardRules rules;
  rules.skip_cards = -1;
  rules.double_cards = 101;
  const Problems problems = problems_of(rules);
  ASSERT_EQ(problems.size(), 2u);
  EXPECT_EQ(problems[0].key + ": " + problems[0].message, "skip_cards: -1 is out of range: 0 to 100");
  EXPECT_EQ(problems[1].key + ": " + problems[1].message, "double_cards: 101 is out of range: 0 to 100");
  rules.skip_cards = rules.double_cards = 100;
  rules.board = "empty";
  rules.tiles = 1'000;
  EXPECT_EQ(problems_of(rules).at(0).message, "1000 tiles with 10201 hands are more than 10000000");
}

}  // namespace
}  // namespace aleator
