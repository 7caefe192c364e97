// 2048: canonical boards and random games in vectors, against one by one. The file is compiled without automatic
// vectorisation, so that what is one by one here is so in the machine's instructions, too.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/games/g2048/exact/solve.hpp"
#include "core/games/g2048/simulate.hpp"
#include "core/games/g2048/symmetry.hpp"
#include "core/random/philox_stream.hpp"
#include "core/simd.hpp"
#include "parallel/tbb_executor.hpp"

namespace aleator::g2048 {
namespace {

std::vector<Board> some_boards(Shape shape) {
  constexpr std::size_t in_first_cache = 1024;
  std::vector<Board> boards(in_first_cache);
  PhiloxStream random({2048, 8}, 0, 0);
  for (Board& board : boards) board = random() >> (64 - 4 * shape.cells());
  return boards;
}

void count_boards(benchmark::State& state, std::size_t boards) {
  state.counters["s/board"] = benchmark::Counter(
      static_cast<double>(boards), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void g2048_canonical_one_by_one(benchmark::State& state) {
  const std::vector<Board> boards = some_boards(square_4x4);
  std::vector<Board> canonical(boards.size());
  for (auto _ : state) {
    for (std::size_t i = 0; i < boards.size(); ++i) canonical[i] = canonical_4x4(boards[i]);
    benchmark::DoNotOptimize(canonical.data());
    benchmark::ClobberMemory();
  }
  count_boards(state, boards.size());
}
BENCHMARK(g2048_canonical_one_by_one);

void g2048_canonical_batch(benchmark::State& state, const std::string& target, Shape shape) {
  const auto targets = simd_targets();
  if (std::find(targets.begin(), targets.end(), target) == targets.end()) {
    return state.SkipWithError("not on this processor");
  }
  set_simd_target(target);
  const Symmetries<Board> symmetries(shape);
  const std::vector<Board> boards = some_boards(shape);
  std::vector<Board> canonical(boards.size());
  for (auto _ : state) {
    canonical_boards(symmetries, boards, canonical);
    benchmark::DoNotOptimize(canonical.data());
    benchmark::ClobberMemory();
  }
  set_simd_target("");
  count_boards(state, boards.size());
}
BENCHMARK_CAPTURE(g2048_canonical_batch, AVX3_DL, "AVX3_DL", square_4x4);
BENCHMARK_CAPTURE(g2048_canonical_batch, AVX3, "AVX3", square_4x4);
BENCHMARK_CAPTURE(g2048_canonical_batch, AVX2, "AVX2", square_4x4);
BENCHMARK_CAPTURE(g2048_canonical_batch, SSE4, "SSE4", square_4x4);
BENCHMARK_CAPTURE(g2048_canonical_batch, AVX3_DL_3x3, "AVX3_DL", Shape{3, 3});
BENCHMARK_CAPTURE(g2048_canonical_batch, AVX3_3x3, "AVX3", Shape{3, 3});
BENCHMARK_CAPTURE(g2048_canonical_batch, AVX2_3x3, "AVX2", Shape{3, 3});

void play(benchmark::State& state, bool vectorised, std::int64_t games) {
  TbbExecutor executor(static_cast<int>(state.range(0)));
  const RandomPlayer player(Rules{}, vectorised);
  PlayCounts counts;
  for (auto _ : state) counts = play_games(player, games, 1 << 15, {2048, 1}, executor);
  constexpr double known_mean = 1095.022;
  if (!(std::abs(counts.score.mean(games) - known_mean) <= 5 * counts.score.standard_error(games))) {
    state.SkipWithError("wrong mean");
  }
  state.counters["moves/s"] = benchmark::Counter(counts.moves.mean(games) * static_cast<double>(games),
                                                 benchmark::Counter::kIsIterationInvariantRate);
}

void g2048_random_lanes(benchmark::State& state) {
  play(state, true, 1 << 19);
}
BENCHMARK(g2048_random_lanes)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

void g2048_random_by_tables(benchmark::State& state) {
  play(state, false, 1 << 16);
}
BENCHMARK(g2048_random_by_tables)->ArgName("threads")->Arg(1)->Unit(benchmark::kMillisecond)->UseRealTime();

/// All positions of a board, and their values.
void g2048_solve(benchmark::State& state, const Rules& rules, double known_score) {
  TbbExecutor executor(static_cast<int>(state.range(0)));
  const LayerRules layer_rules(rules);
  double score = 0;
  std::size_t positions = 0;
  for (auto _ : state) {
    const auto layers = enumerate_layers(layer_rules, executor);
    score = solve_layers(layer_rules, layers, {}, executor).expected.optimal;
    positions = 0;
    for (const Layer& layer : layers) positions += layer.positions.size();
  }
  if (!(std::abs(score - known_score) <= 1e-9 * known_score)) state.SkipWithError("wrong value");
  state.counters["positions"] = static_cast<double>(positions);
}
BENCHMARK_CAPTURE(g2048_solve, 2x4, (Rules{.rows = 2, .cols = 4}), 2641.87303569)
    ->ArgName("threads")
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(g2048_solve, 3x3, (Rules{.rows = 3, .cols = 3}), 5468.48679741)
    ->ArgName("threads")
    ->Arg(1)
    ->Arg(2)
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace aleator::g2048
