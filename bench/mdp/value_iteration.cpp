// Value iteration: one small solve, and sweeps over a board of a million tiles.
#include "core/mdp/methods/value_iteration.hpp"

#include <benchmark/benchmark.h>

#include <cmath>

#include "core/games/chutes/rules.hpp"
#include "core/mdp/action_tables.hpp"
#include "parallel/tbb_executor.hpp"

namespace aleator {
namespace {

void count_transitions(benchmark::State& state, const SparseMdp& mdp, std::int64_t sweeps) {
  state.counters["transition_sweep"] =
      benchmark::Counter(static_cast<double>(mdp.num_transitions() * sweeps),
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.counters["sweeps"] = static_cast<double>(sweeps);
}

/// The Hasbro board at discount 0.9 to 1e-9: what a sweep of many experiments does for each of them.
void chutes_solve(benchmark::State& state) {
  SerialExecutor executor;
  const SparseMdp mdp = build_sparse(Chutes({}));
  std::int64_t sweeps = 0;
  for (auto _ : state) {
    const Solution solution = value_iteration(mdp, {}, executor);
    sweeps = solution.sweeps();
    if (!(std::abs(solution.value[0] - 34.68867531147023) <= 1e-9)) state.SkipWithError("wrong value of tile 0");
  }
  count_transitions(state, mdp, sweeps);
}
BENCHMARK(chutes_solve)->Unit(benchmark::kMicrosecond);

/// The same with all that a run needs: rules, arrays, solution and policy.
void chutes_rules_to_policy(benchmark::State& state) {
  SerialExecutor executor;
  for (auto _ : state) {
    const SparseMdp mdp = build_sparse(Chutes({}));
    const Solution solution = value_iteration(mdp, {}, executor);
    const ActionTables actions = action_tables({mdp, 0.9}, solution.value, solution.error_bound);
    if (actions.policy[86] != 5) state.SkipWithError("wrong step on tile 86");
  }
}
BENCHMARK(chutes_rules_to_policy)->Unit(benchmark::kMicrosecond);

/// A million tiles without jumps, step reward 1: every tile far from the end is worth 1/(1 - discount).
void million_tiles(benchmark::State& state) {
  TbbExecutor executor(static_cast<int>(state.range(0)));
  ChutesRules rules;
  rules.tiles = 1'000'000;
  rules.board = "empty";
  rules.step_reward = 1;
  const SparseMdp mdp = build_sparse(Chutes(rules));
  const ValueIteration options{0.5, 1e-6, StopRule::sup, 1000};
  std::int64_t sweeps = 0;
  for (auto _ : state) {
    const Solution solution = value_iteration(mdp, options, executor);
    sweeps = solution.sweeps();
    if (!(std::abs(solution.value[0] - 2) <= 1e-6)) state.SkipWithError("wrong value of tile 0");
  }
  count_transitions(state, mdp, sweeps);
}
BENCHMARK(million_tiles)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace aleator
