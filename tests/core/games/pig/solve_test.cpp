// Pig solved by the engine, against a slow solver of its own and exact fractions.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/games/pig/rules.hpp"
#include "core/mdp/methods/topological.hpp"
#include "core/mdp/undiscounted/certified.hpp"
#include "tests/core/games/pig/slow_pig.hpp"

namespace aleator {
namespace {

using reference::SlowPig;

Objective win(const Pig& pig) {
  Objective objective{.kind = ObjectiveKind::reach_probability};
  objective.target.assign(static_cast<std::size_t>(pig.num_states()), 0);
  objective.target[pig.won()] = 1;
  return objective;
}

UndiscountedSolution solve(const Pig& pig) {
  Effort effort;
  return solve_undiscounted(build_sparse(pig), win(pig), 1e-12, topological_value_iteration, effort);
}

std::string name_of(const PigRules& rules, std::int64_t own, std::int64_t other, std::int64_t turn) {
  return "goal " + std::to_string(rules.goal) + " die " + std::to_string(rules.die) + " dice " +
         std::to_string(rules.dice) + " at " + std::to_string(own) + " " + std::to_string(other) + " " +
         std::to_string(turn);
}

TEST(PigSolve, is_right_for_every_kind_of_rules) {
  for (const PigRules& rules : reference::small_pig_rules()) {
    const SlowPig slow(rules, {SlowPig::best, SlowPig::best});
    const Pig pig(rules);
    const UndiscountedSolution found = solve(pig);
    ASSERT_LE(found.solution.error_bound, 5e-12);
    slow.for_each([&](int player, std::int64_t own, std::int64_t other, std::int64_t turn) {
      const State s = pig.state(player + 1, {own, other, turn});
      const double exact = static_cast<double>(slow.win(player, own, other, turn));
      const double value = found.solution.value[s];
      ASSERT_NEAR(player == 0 ? value : 1 - value, exact, 1e-12) << name_of(rules, own, other, turn);
      if (turn < rules.hold_at_least) {
        ASSERT_EQ(found.policy[s], Pig::roll_action);
        return;
      }
      const auto gain = static_cast<double>(slow.hold(player, own, other, turn) - slow.roll(player, own, other, turn));
      if (std::abs(gain) > 1e-12) {
        ASSERT_EQ(found.policy[s], gain > 0 ? Pig::hold_action : Pig::roll_action) << name_of(rules, own, other, turn);
      }
    });
  }
}

TEST(PigSolve, is_proved_at_the_first_attempt) {
  const Pig pig({.goal = 60});
  int calls = 0;
  const Method counted = [&](const BellmanEquation& equation, double target, std::vector<double>& value,
                             Effort& effort) {
    ++calls;
    return topological_value_iteration(equation, target, value, effort);
  };
  Effort effort;
  const UndiscountedSolution found = solve_undiscounted(build_sparse(pig), win(pig), 1e-12, counted, effort);
  EXPECT_LE(found.solution.error_bound, 1e-12);
  EXPECT_EQ(calls, 1);
}

TEST(PigSolve, finds_the_fractions_of_piglet) {
  // Neller and Presser (2004), section 2: a coin instead of the die, heads count one, two points win.
  const Pig pig({.goal = 2, .die = 2, .points = PigPoints::one});
  const auto value = solve(pig).solution.value;
  const auto at = [&](std::int64_t own, std::int64_t other, std::int64_t turn) {
    return value[pig.state(1, {own, other, turn})];
  };
  EXPECT_NEAR(at(0, 0, 0), 4 / 7., 1e-12);
  EXPECT_NEAR(at(0, 0, 1), 5 / 7., 1e-12);
  EXPECT_NEAR(at(0, 1, 0), 2 / 5., 1e-12);
  EXPECT_NEAR(at(0, 1, 1), 3 / 5., 1e-12);
  EXPECT_NEAR(at(1, 0, 0), 4 / 5., 1e-12);
  EXPECT_NEAR(at(1, 1, 0), 2 / 3., 1e-12);
}

TEST(PigSolve, reads_little_more_than_the_rows) {
  // Sweeps that go against the turn total, or wait for the turns to come back, take many times as many.
  const Pig pig({.goal = 30});
  const SparseMdp mdp = build_sparse(pig);
  Objective objective{.kind = ObjectiveKind::reach_probability};
  objective.target.assign(static_cast<std::size_t>(pig.num_states()), 0);
  objective.target[pig.won()] = 1;
  Effort effort;
  const auto found = solve_undiscounted(mdp, objective, 1e-12, topological_value_iteration, effort);
  EXPECT_EQ(found.solution.status, SolveStatus::converged);
  EXPECT_LE(found.solution.transitions_processed, 20 * mdp.num_transitions());
}

}  // namespace
}  // namespace aleator
