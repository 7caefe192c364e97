// What a point of a sweep costs besides its own work, and what a second thread brings.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <stop_token>
#include <string>

#include "experiments/journal/journaled_sweep.hpp"
#include "experiments/results/result_file.hpp"

namespace aleator {
namespace {

struct Finished {
  bool all_ok = true;
  double longest = 0;  // seconds of a run
};

/// Runs a sweep from its text to its results file, with its journal, in a folder of its own.
Finished run_whole(const std::string& text, int threads) {
  const auto folder = std::filesystem::temp_directory_path() / fmt::format("aleator-sweep-bench-{}", getpid());
  std::filesystem::create_directory(folder);
  Experiment experiment = read_experiment_text("bench.toml", text, {});
  experiment.results = folder / "bench.h5";
  Finished finished;
  {
    JournaledSweep sweep(experiment);
    SweepProgress progress;
    std::stop_source stop;
    TbbExecutor executor(threads);
    sweep.run(sweep.to_run(false), executor, progress, stop, [](const Records&) {});
    const Records records = sweep.records();
    write_results(experiment.results, experiment, records, {}, {});
    for (std::size_t i = 0; i < records.size(); ++i) {
      finished.all_ok = finished.all_ok && records[i].status == RunStatus::ok;
      finished.longest = std::max(finished.longest, records[i].seconds);
    }
  }
  std::filesystem::remove_all(folder);
  return finished;
}

/// Points of a game of two moves, whose own work is next to nothing.
void sweep_overhead(benchmark::State& state) {
  constexpr int points = 100'000;
  const std::string text = fmt::format(R"(name = "bench"
[model]
kind = "pig"
goal = 2
[simulate]
policy = "hold-at:1"
opponent = "hold-at:1"
games = 1
[output]
keep = ["turns_mean", "win_first_share"]
[[axis]]
key = "seed"
range = {{ from = 0, to = {}, step = 1 }}
)",
                                       points);
  for (auto _ : state) {
    if (!run_whole(text, static_cast<int>(state.range(0))).all_ok) state.SkipWithError("a run is not ok");
  }
  state.counters["a_million_points"] =
      benchmark::Counter(points * 1e-6, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(sweep_overhead)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

/// Independent points of some milliseconds each, one thread each.
void sweep_scaling(benchmark::State& state) {
  const std::string text = R"(name = "bench"
[model]
kind = "chutes"
[solve]
discount = 0.9
[simulate]
games = 50_000
[output]
keep = ["turns_mean"]
[[axis]]
key = "seed"
range = { from = 0, to = 600, step = 1 }
)";
  double longest = 0;
  for (auto _ : state) {
    const Finished finished = run_whole(text, static_cast<int>(state.range(0)));
    if (!finished.all_ok) state.SkipWithError("a run is not ok");
    longest = std::max(longest, finished.longest);
  }
  state.counters["ms_a_point"] = 1e3 * longest;
}
BENCHMARK(sweep_scaling)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace aleator
