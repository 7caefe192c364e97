// Simulated games of controlled chutes and ladders a second.
#include "core/games/chutes/play.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <optional>

#include "core/mdp/action_tables.hpp"
#include "core/mdp/methods/value_iteration.hpp"
#include "parallel/tbb_executor.hpp"

namespace aleator {
namespace {

/// @param mean_turns exact, from the linear equations of the chain
void play(benchmark::State& state, const ChutesPolicy& policy, double mean_turns) {
  TbbExecutor executor(static_cast<int>(state.range(0)));
  const ChutesPlayer player(Chutes({}), policy);
  const PlayOptions options{200'000, 10'000, 8192};
  for (auto _ : state) {
    const TurnCounts counts = play_games(player, options, {2012, 1}, executor);
    const PlayStatistics statistics = play_statistics(counts, {}, 0.9, options.max_turns);
    const bool right = std::abs(statistics.turns_mean - mean_turns) <= 5 * statistics.turns_mean_se;
    if (!right || counts.cut != 0) state.SkipWithError("wrong mean number of turns");
  }
  const auto rate = benchmark::Counter::kIsIterationInvariantRate;
  state.counters["games/s"] = benchmark::Counter(static_cast<double>(options.games), rate);
  state.counters["turns/s"] = benchmark::Counter(static_cast<double>(options.games) * mean_turns, rate);
}

void optimal_play(benchmark::State& state) {
  SerialExecutor executor;
  const SparseMdp mdp = build_sparse(Chutes({}));
  const Solution solution = value_iteration(mdp, {}, executor);
  play(state, action_tables({mdp, 0.9}, solution.value, solution.error_bound).policy, 10.644691893590);
}
BENCHMARK(optimal_play)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

void random_play(benchmark::State& state) {
  play(state, std::nullopt, 39.631797144546);
}
BENCHMARK(random_play)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace aleator
