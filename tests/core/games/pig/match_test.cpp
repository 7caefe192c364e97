// Policies against each other: exactly, against a slow solver, and played, within standard errors; the seeds are fixed.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>

#include "core/games/pig/play.hpp"
#include "core/games/pig/policies.hpp"
#include "core/games/play_blocks.hpp"
#include "core/mdp/methods/topological.hpp"
#include "core/mdp/undiscounted/certified.hpp"
#include "tests/core/games/pig/slow_pig.hpp"

namespace aleator {
namespace {

using reference::SlowPig;

struct NamedPolicy {
  TurnPolicy policy;
  SlowPig::Policy slow;
};

NamedPolicy holding_at(const Pig& game, std::int64_t points) {
  return {hold_at(game, points), [points](std::int64_t, std::int64_t, std::int64_t turn) { return turn >= points; }};
}

/// The rule read aloud, 21 + (other - own) / 8 to the nearest, halves away from 0.
NamedPolicy keeping_pace(const Pig& game) {
  const std::int64_t goal = game.rules().goal;
  return {keep_pace(game),
          [goal](std::int64_t own, std::int64_t other, std::int64_t turn) -> std::optional<SlowPig::Real> {
            if (own >= goal - 29 || other >= goal - 29) return 0;
            const std::int64_t behind = other - own;
            const std::int64_t more = behind >= 0 ? (behind + 4) / 8 : -((4 - behind) / 8);
            return turn >= 21 + more;
          }};
}

NamedPolicy by_chance(const Pig& game) {
  return {TurnPolicy(static_cast<std::size_t>(game.num_states()), any_action),
          [](std::int64_t, std::int64_t, std::int64_t) { return 0.5L; }};
}

template <class F>
void for_each_pair(const PigRules& rules, F f) {
  const Pig game(rules);
  const NamedPolicy policies[] = {holding_at(game, 1), holding_at(game, 5), holding_at(game, 1000), by_chance(game)};
  for (const NamedPolicy& a : policies) {
    for (const NamedPolicy& b : policies) {
      const SlowPig slow(rules, {a.slow, b.slow});
      f(game, match_of(game, a.policy, b.policy), static_cast<double>(slow.win(0, 0, 0, 0)),
        1 - static_cast<double>(slow.win(1, 0, 0, 0)));
    }
  }
}

const PigRules varied_rules[] = {{.goal = 15},
                                 {.goal = 9, .die = 3, .points = PigPoints::one},
                                 {.goal = 14, .dice = 2},
                                 {.goal = 12, .hold_at_least = 3}};

TEST(PigPolicy, that_keeps_pace_is_the_rule_read_aloud) {
  const Pig game({});
  const NamedPolicy pace = keeping_pace(game);
  for (State s = 0; s < game.won(); ++s) {
    const auto [player, p] = game.place(s);
    const bool holds = p.turn > 0 && *pace.slow(p.own, p.other, p.turn) > 0;
    ASSERT_EQ(pace.policy[s] == Pig::hold_action, holds) << p.own << ' ' << p.other << ' ' << p.turn;
  }
}

TEST(PigMatch, is_valued_exactly) {
  for (const PigRules& rules : varied_rules) {
    for_each_pair(rules, [](const Pig& game, const TurnPolicy& match, double first, double second) {
      Effort effort;
      const MatchValue value = match_value(game, match, effort);
      EXPECT_NEAR(value.first, first, 1e-12);
      EXPECT_NEAR(value.second, second, 1e-12);
      EXPECT_LE(value.error_bound, 1e-12);
    });
  }
}

TEST(PigMatch, of_the_optimum_has_its_value) {
  const Pig game({.goal = 25});
  Objective objective{.kind = ObjectiveKind::reach_probability};
  objective.target.assign(static_cast<std::size_t>(game.num_states()), 0);
  objective.target[game.won()] = 1;
  Effort effort;
  const auto found = solve_undiscounted(build_sparse(game), objective, 1e-12, topological_value_iteration, effort);
  const TurnPolicy best = as_player_1(game, found.policy);
  const MatchValue value = match_value(game, match_of(game, best, best), effort);
  EXPECT_NEAR(value.first, found.solution.value[game.start(1)], 1e-12);
  EXPECT_NEAR(value.second, found.solution.value[game.start(2)], 1e-12);
  EXPECT_NEAR(value.first + value.second, 1, 1e-12);
  for (std::int64_t points = 1; points <= 25; ++points) {
    const double against_best = match_value(game, match_of(game, hold_at(game, points), best), effort).first;
    EXPECT_LE(against_best, value.first + 1e-12) << points;
    if (points < 10) {
      EXPECT_LT(against_best, value.first - 0.01) << points;
    }
  }
}

TEST(PigMatch, played_agrees_with_its_value) {
  for (const PigRules& rules : varied_rules) {
    for_each_pair(rules, [](const Pig& game, const TurnPolicy& match, double exact_first, double exact_second) {
      for (const auto& [first, exact] : {std::pair{1, exact_first}, {2, exact_second}}) {
        const MatchCounts counts = PigPlayer(game, match).play(20'000, 100'000, first, PhiloxStream({2012, 3}, 0, 0));
        const MatchStatistics statistics = match_statistics(counts);
        EXPECT_EQ(counts.matches(), 20'000);
        EXPECT_EQ(counts.cut, 0);
        EXPECT_NEAR(statistics.win_share, exact, 4 * std::sqrt(exact * (1 - exact) / 20'000));
      }
    });
  }
}

TEST(PigMatch, takes_turns_of_both_players) {
  // A coin that counts one, one point wins: the match takes n turns with probability 1/2^n.
  const Pig game({.goal = 1, .die = 2, .points = PigPoints::one});
  const TurnPolicy match = hold_at(game, 1);
  const MatchCounts counts = PigPlayer(game, match).play(40'000, 1000, 1, PhiloxStream({2012, 4}, 0, 0));
  const MatchStatistics statistics = match_statistics(counts);
  EXPECT_NEAR(statistics.turns_mean, 2, 4 * std::sqrt(2 / 40'000.));
  for (std::size_t t = 0; t < counts.won.size(); t += 2) EXPECT_EQ(counts.won[t], 0);
  for (std::size_t t = 1; t < counts.lost.size(); t += 2) EXPECT_EQ(counts.lost[t], 0);
}

TEST(PigPlayer, refuses_a_policy_of_another_game) {
  const Pig game({.goal = 5});
  const TurnPolicy match(7, 0);
  EXPECT_THROW(PigPlayer(game, match), std::invalid_argument);
}

}  // namespace
}  // namespace aleator
