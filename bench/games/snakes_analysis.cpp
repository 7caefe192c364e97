// All exact answers about one board of snakes and ladders, on one thread.
#include <benchmark/benchmark.h>

#include <cmath>

#include "core/games/snakes_and_ladders/analysis/exact.hpp"
#include "core/games/snakes_and_ladders/analysis/faces.hpp"
#include "core/games/snakes_and_ladders/analysis/length.hpp"
#include "core/games/snakes_and_ladders/analysis/more_jumps.hpp"
#include "core/games/snakes_and_ladders/analysis/shortest.hpp"
#include "core/games/snakes_and_ladders/analysis/visits.hpp"

namespace aleator {
namespace {

/// What [analyse] asks for, but for the fraction.
double everything(const SnakesRules& rules) {
  const SnakesAndLadders game(rules);
  const SnakesChain chain(game);
  const Distribution turns = turns_distribution(game, {});
  double sum = turns_variance(chain) + chain.expected_rolls().front() + quantile(turns, 0.5);
  sum += players_outcome(turns, rules.players).rounds_until_all;
  sum += tile_visits(chain).front() + jump_uses(chain).front() + jump_values(chain).front();
  sum += shortest_game(game).probability + turns_by_faces(game, 40).back() + one_more_jump(chain).best_ladder.turns;
  benchmark::DoNotOptimize(sum);
  return chain.expected_turns().front();
}

SnakesRules board(const char* name, PastLast overshoot) {
  SnakesRules rules;
  rules.board = name;
  rules.overshoot = overshoot;
  rules.players = 4;
  return rules;
}

void full_analysis(benchmark::State& state, const SnakesRules& rules, double mean) {
  for (auto _ : state) {
    if (!(std::abs(everything(rules) - mean) <= 1e-12 * mean)) state.SkipWithError("a wrong mean");
  }
}
BENCHMARK_CAPTURE(full_analysis, milton_bradley_stay, board("milton-bradley", PastLast::stay), 39.22512230823496)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(full_analysis, classic_16_arrive, board("classic-16", PastLast::arrive), 62.56997697485761)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(full_analysis, classic_16_bounce, board("classic-16", PastLast::bounce), 134.21038265439012)
    ->Unit(benchmark::kMillisecond);

void exact_mean(benchmark::State& state) {
  const SnakesAndLadders game({});
  for (auto _ : state) {
    if (exact_expected_turns(game).size() != 119) state.SkipWithError("a wrong fraction");
  }
}
BENCHMARK(exact_mean)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace aleator
