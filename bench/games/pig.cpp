// Pig and races: solved from the rules to proved probabilities, two policies valued, matches played.
#include <benchmark/benchmark.h>

#include <cmath>
#include <string>

#include "core/games/pig/play.hpp"
#include "core/games/pig/policies.hpp"
#include "core/games/play_blocks.hpp"
#include "core/games/race/rules.hpp"
#include "core/mdp/methods/topological.hpp"
#include "core/mdp/undiscounted/certified.hpp"
#include "core/mdp/undiscounted/interval_iteration.hpp"
#include "parallel/tbb_executor.hpp"

namespace aleator {
namespace {

template <class Game>
Objective win(const Game& game) {
  Objective objective{ObjectiveKind::reach_probability, Sense::max, 1, {}};
  objective.target.assign(static_cast<std::size_t>(game.num_states()), 0);
  objective.target[game.won()] = 1;
  return objective;
}

void expect(benchmark::State& state, const Solution& found, double value) {
  if (!(std::abs(found.value.front() - value) <= 1e-12 && found.error_bound <= 1e-12)) {
    state.SkipWithError(std::to_string(found.value.front()).c_str());
  }
}

/// Neller and Presser's game: 1,010,002 states.
void pig_rows(benchmark::State& state) {
  const Pig game({});
  for (auto _ : state) {
    const SparseMdp rows = build_sparse(game);
    if (rows.num_transitions() != 6'774'000) state.SkipWithError("wrong rows");
  }
}
BENCHMARK(pig_rows)->Unit(benchmark::kMillisecond);

void pig_solve(benchmark::State& state) {
  const Pig game({});
  const SparseMdp rows = build_sparse(game);
  for (auto _ : state) {
    Effort effort;
    const auto found = solve_undiscounted(rows, win(game), 1e-12, topological_value_iteration, effort);
    expect(state, found.solution, 0.530592725273747);
  }
}
BENCHMARK(pig_solve)->Unit(benchmark::kMillisecond);

/// 101 x 101 x 2 states of the Hasbro board.
void race_solve(benchmark::State& state) {
  TbbExecutor executor(static_cast<int>(state.range(0)));
  const ChutesRace game({});
  for (auto _ : state) {
    Effort effort;
    expect(state, solve_interval_iteration(build_sparse(game), win(game), 1e-12, effort, executor).solution,
           0.5444973532140);
  }
}
BENCHMARK(race_solve)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

constexpr double hold_at_20_against_25 = 0.5200339158420;  // moving first

void pig_match_value(benchmark::State& state) {
  const Pig game({});
  const TurnPolicy match = match_of(game, hold_at(game, 20), hold_at(game, 25));
  for (auto _ : state) {
    Effort effort;
    const double first = match_value(game, match, effort).first;
    if (!(std::abs(first - hold_at_20_against_25) <= 1e-12)) state.SkipWithError(std::to_string(first).c_str());
  }
}
BENCHMARK(pig_match_value)->Unit(benchmark::kMillisecond);

void pig_play(benchmark::State& state) {
  TbbExecutor executor(static_cast<int>(state.range(0)));
  const Pig game({});
  const TurnPolicy match = match_of(game, hold_at(game, 20), hold_at(game, 25));
  const PigPlayer player(game, match);
  const PlayOptions options{400'000, 10'000, 8192};
  for (auto _ : state) {
    const auto counts = play_blocks<MatchCounts>(options, {2012, 1}, 1, executor, {},
                                                 [&](std::int64_t matches, const PhiloxStream& random) {
                                                   return player.play(matches, options.max_turns, 1, random);
                                                 });
    const MatchStatistics statistics = match_statistics(counts);
    const bool right = std::abs(statistics.win_share - hold_at_20_against_25) <= 5 * statistics.win_share_se;
    if (!right) state.SkipWithError("wrong share of wins");
    state.counters["turns/match"] = statistics.turns_mean;
  }
  state.counters["matches/s"] =
      benchmark::Counter(static_cast<double>(options.games), benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(pig_play)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace aleator
