// 10,000 chutes solves that differ in the discount, from the experiment file to the results file on disk.
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <numeric>

#include "experiments/experiment.hpp"
#include "experiments/results/result_file.hpp"
#include "experiments/run/runner.hpp"

namespace aleator {
namespace {

constexpr std::int64_t solves = 10'000;

/// V(0) on the hasbro board with slip .25/.5/.25, by exact rational policy iteration.
constexpr double value_at_discount_0_9 = 34.68867531147023;

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1000;
}

void chutes_solves_end_to_end(benchmark::State& state) {
  const auto folder = std::filesystem::temp_directory_path() / fmt::format("aleator-bench-{}", getpid());
  std::filesystem::create_directory(folder);
  const auto file = folder / "solves.toml";
  // 0.5, 0.50005, ... 0.99995: 0.9 is number 8000
  std::ofstream(file) << "name = \"solves\"\n[model]\nkind = \"chutes\"\n[solve]\ndiscount = 0.9\n[[axis]]\nkey = "
                         "\"solve.discount\"\nrange = { from = 0.5, to = 1.0, step = 0.00005 }\n";
  for (auto _ : state) {
    const Experiment experiment = read_experiment(file.string(), {});
    TbbExecutor executor(static_cast<int>(state.range(0)));
    SweepProgress progress;
    std::vector<std::int64_t> points(static_cast<std::size_t>(experiment.sweep.size()));
    std::iota(points.begin(), points.end(), 0);
    Records records(experiment.schema, points.size());
    std::mutex mutex;
    run_sweep(experiment, points, executor, progress, {}, [&](std::int64_t point, const Record& record) {
      const std::lock_guard lock(mutex);
      records.put(static_cast<std::size_t>(point), record);
    });
    write_results(folder / "solves.h5", experiment, records, {}, {});
    const double value = records[8000].values<double>("value").front();
    if (records.size() != solves || progress.failed != 0 || std::abs(value - value_at_discount_0_9) > 1e-9) {
      state.SkipWithError("a wrong answer");
    }
  }
  state.SetItemsProcessed(state.iterations() * solves);
  state.counters["peak_MB"] = peak_megabytes();
  std::filesystem::remove_all(folder);
}
BENCHMARK(chutes_solves_end_to_end)->ArgName("threads")->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace aleator
