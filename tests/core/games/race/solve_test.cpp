// Races solved by the engine, valued and played, against the slow reference.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "core/games/race/play.hpp"
#include "core/games/race/policies.hpp"
#include "core/mdp/undiscounted/interval_iteration.hpp"
#include "tests/core/games/race/slow_race.hpp"

namespace aleator {
namespace {

using reference::SlowRace;
using reference::Vector;

UndiscountedSolution solve(const ChutesRace& race, double tolerance) {
  Objective objective{.kind = ObjectiveKind::reach_probability};
  objective.target.assign(static_cast<std::size_t>(race.num_states()), 0);
  objective.target[race.won()] = 1;
  Effort effort;
  SerialExecutor executor;
  return solve_interval_iteration(build_sparse(race), objective, tolerance, effort, executor);
}

template <class F>
void for_each_state(const ChutesRace& race, F f) {
  for (State s = 0; s < race.won(); ++s) f(s, race.place(s));
}

TEST(RaceSolve, is_right_for_every_overshoot) {
  for (const Overshoot overshoot : {Overshoot::to_tile, Overshoot::stay, Overshoot::bounce, Overshoot::arrive}) {
    const ChutesRules rules = reference::small_race_rules(overshoot);
    const SlowRace slow(rules, {SlowRace::best, SlowRace::best});
    ASSERT_TRUE(slow.has_converged());
    const ChutesRace race(rules);
    const UndiscountedSolution found = solve(race, 1e-13);
    ASSERT_EQ(found.solution.status, SolveStatus::converged);
    for_each_state(race, [&](State s, const ChutesRace::Place& p) {
      EXPECT_NEAR(found.solution.value[s], static_cast<double>(slow.win(p.player - 1, p.own, p.other)), 1e-12);
      const auto chosen = slow.after(p.player - 1, p.own, p.other, static_cast<std::size_t>(found.policy[s]));
      EXPECT_NEAR(static_cast<double>(chosen), found.solution.value[s], 1e-12);
    });
  }
}

TEST(RaceSolve, is_right_on_random_boards) {
  reference::RandomRules random(7);
  int compared = 0;
  while (compared < 40) {
    const ChutesRules rules = random.rules();
    if (rules.tiles > 9) continue;
    const SlowRace slow(rules, {SlowRace::best, SlowRace::best});
    if (!slow.has_converged()) continue;
    ++compared;
    const ChutesRace race(rules);
    const UndiscountedSolution found = solve(race, 1e-10);
    ASSERT_NE(found.solution.status, SolveStatus::not_certified);
    for_each_state(race, [&](State s, const ChutesRace::Place& p) {
      const auto exact = static_cast<double>(slow.win(p.player - 1, p.own, p.other));
      EXPECT_LE(std::abs(found.solution.value[s] - exact), found.solution.error_bound + 1e-12)
          << "board " << compared << " tiles " << p.own << " " << p.other;
    });
  }
}

TEST(RaceSolve, wins_with_its_policy_what_it_promises) {
  const ChutesRules rules = reference::small_race_rules();
  const ChutesRace race(rules);
  const UndiscountedSolution found = solve(race, 1e-13);
  const TurnPolicy best = as_player_1(race, found.policy);
  Effort effort;
  const MatchValue value = match_value(race, match_of(race, best, best), effort);
  EXPECT_NEAR(value.first, found.solution.value[race.start(1)], 1e-12);
  EXPECT_NEAR(value.second, found.solution.value[race.start(2)], 1e-12);
  EXPECT_NEAR(value.first + value.second, 1, 1e-12);
}

/// A step for each tile, and any step.
const std::vector<Action> by_tile = {3, 2, 1, 0, 1, 2, 3, 0, 1, 2, 3, 0};

std::optional<Vector> slow_by_tile(std::int64_t own, std::int64_t) {
  Vector mix(4, 0);
  mix[by_tile[own]] = 1;
  return mix;
}
std::optional<Vector> slow_any(std::int64_t, std::int64_t) {
  return Vector(4, 0.25L);
}

TEST(RaceMatch, is_valued_exactly_and_played_as_often) {
  const ChutesRules rules = reference::small_race_rules();
  const ChutesRace race(rules);
  const TurnPolicy any(static_cast<std::size_t>(race.num_states()), any_action);
  const std::pair<TurnPolicy, SlowRace::Policy> policies[] = {{by_own_tile(race, by_tile), slow_by_tile},
                                                              {any, slow_any}};
  for (const auto& [a, slow_a] : policies) {
    for (const auto& [b, slow_b] : policies) {
      const SlowRace slow(rules, {slow_a, slow_b});
      const TurnPolicy match = match_of(race, a, b);
      Effort effort;
      const MatchValue value = match_value(race, match, effort);
      EXPECT_NEAR(value.first, static_cast<double>(slow.win(0, 0, 0)), 1e-12);
      EXPECT_NEAR(value.second, static_cast<double>(slow.win(1, 0, 0)), 1e-12);
      for (const auto& [first, exact] : {std::pair{1, value.first}, {2, value.second}}) {
        const MatchCounts counts = RacePlayer(race, match).play(20'000, 10'000, first, PhiloxStream({2012, 5}, 0, 0));
        EXPECT_EQ(counts.matches(), 20'000);
        EXPECT_EQ(counts.cut, 0);
        EXPECT_NEAR(match_statistics(counts).win_share, exact, 4 * std::sqrt(exact * (1 - exact) / 20'000));
      }
    }
  }
}

TEST(RaceMatch, that_never_ends_is_not_won) {
  ChutesRules rules = reference::small_race_rules();
  rules.jumps = std::vector<Jump>{};
  rules.slip = {1};
  rules.slip_offsets = {0};
  rules.actions = {0, 1};
  const ChutesRace race(rules);
  const auto always = [&](Action a) { return by_own_tile(race, std::vector<Action>(13, a)); };
  Effort effort;
  const TurnPolicy match = match_of(race, always(0), always(1));
  EXPECT_EQ(match_value(race, match, effort).first, 0);
  EXPECT_EQ(match_value(race, match_of(race, always(1), always(0)), effort).second, 1);
  const TurnPolicy stay = match_of(race, always(0), always(0));
  EXPECT_EQ(match_value(race, stay, effort).first, 0);
  EXPECT_EQ(RacePlayer(race, stay).play(10, 50, 1, PhiloxStream({1, 1}, 0, 0)).cut, 10);
}

TEST(SoloPlay, takes_the_fewest_turns) {
  const ChutesRules rules = reference::small_race_rules();
  const auto [solo, solo_turns] = solo_play(Chutes(rules));
  ASSERT_EQ(solo.size(), 13u);
  EXPECT_EQ(solo.back(), -1);
  const reference::DenseChutes dense(rules);
  const auto turns = [&](const std::vector<Action>& actions) {
    const std::vector<std::size_t> chosen(actions.begin(), actions.begin() + 12);
    return static_cast<double>(dense.accumulate(dense.pure(chosen), 1, 1, 0)[0]);
  };
  const double least = turns(solo);
  EXPECT_NEAR(solo_turns[0], least, 1e-9);
  EXPECT_EQ(solo_turns[12], 0);
  for (std::size_t tile = 0; tile < 12; ++tile) {
    for (Action a = 0; a < 4; ++a) {
      std::vector<Action> other(solo);
      other[tile] = a;
      const double changed = turns(other);
      if (std::isfinite(changed)) {
        EXPECT_GE(changed, least - 1e-12);
      }
    }
  }
}

TEST(SoloPlay, may_be_without_end) {
  ChutesRules rules = reference::small_race_rules();
  rules.actions = {0};
  rules.slip = {1};
  rules.slip_offsets = {0};
  const SoloPlay solo = solo_play(Chutes(rules));
  EXPECT_TRUE(std::isinf(solo.turns[0]));
  EXPECT_EQ(solo.action[0], 0);
}

TEST(RacePlayer, refuses_a_policy_of_another_game) {
  const ChutesRace race(reference::small_race_rules());
  const TurnPolicy match(7, 0);
  EXPECT_THROW(RacePlayer(race, match), std::invalid_argument);
}

}  // namespace
}  // namespace aleator
