// Simulated turns of snakes and ladders a second: in lanes, one by one, and as a plain loop.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "core/games/snakes_and_ladders/simulate.hpp"
#include "core/stats/moments.hpp"
#include "parallel/tbb_executor.hpp"

namespace aleator {
namespace {

constexpr double mean_turns = 39.2251223082349604;  // of the milton-bradley board

void check(benchmark::State& state, const std::vector<std::int64_t>& turns) {
  Moments moments;
  for (std::size_t i = 0; i < turns.size(); ++i) moments.add(static_cast<double>(i), turns[i]);
  if (!(std::abs(moments.mean() - mean_turns) <= 5 * moments.standard_error())) state.SkipWithError("wrong mean");
  const double played = moments.mean() * static_cast<double>(moments.count());
  state.counters["turns/s"] = benchmark::Counter(played, benchmark::Counter::kIsIterationInvariantRate);
}

void play(benchmark::State& state, bool vectorised, std::int64_t games) {
  TbbExecutor executor(static_cast<int>(state.range(0)));
  const SnakesPlayer player(SnakesAndLadders(SnakesRules{}), vectorised);
  SnakesCounts counts;
  for (auto _ : state) counts = play_games(player, games, 1 << 16, {2012, 1}, executor);
  check(state, counts.turns);
}

void snakes_lanes(benchmark::State& state) {
  play(state, true, 1 << 24);
}
BENCHMARK(snakes_lanes)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

void snakes_one_by_one(benchmark::State& state) {
  play(state, false, 1 << 20);
}
BENCHMARK(snakes_one_by_one)->ArgName("threads")->Arg(1)->Unit(benchmark::kMillisecond)->UseRealTime();

/// What one would write first.
void snakes_plain_loop(benchmark::State& state) {
  const SnakesAndLadders game(SnakesRules{});
  std::vector<int> destination;
  for (std::int32_t tile = 0; tile <= 100; ++tile) destination.push_back(game.moves().jump_end(0, tile));
  std::vector<std::int64_t> turns;
  for (auto _ : state) {
    std::mt19937_64 random(2012);
    std::uniform_int_distribution<int> die(1, 6);
    turns.assign(100'000, 0);
    for (int i = 0; i < 1 << 20; ++i) {
      std::size_t turn = 0;
      for (int tile = 0; tile != 100; ++turn) {
        const int raw = tile + die(random);
        if (raw <= 100) tile = destination[static_cast<std::size_t>(raw)];
      }
      ++turns[turn];
    }
  }
  check(state, turns);
}
BENCHMARK(snakes_plain_loop)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace aleator
