#include "experiments/run/runner.hpp"

#include <fmt/format.h>

#include <chrono>
#include <new>

#include "parallel/per_thread.hpp"

namespace aleator {
namespace {

Record failed(std::string message) {
  Record record;
  record.status = RunStatus::failed;
  record.message = std::move(message);
  return record;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Record run_tasks(const Experiment& experiment, const Config& config, std::uint64_t replicate, const Game& game,
                 TbbExecutor& executor, std::stop_token stop) {
  const auto start = std::chrono::steady_clock::now();
  const ModelKind& kind = kind_of(config);
  RecordBuilder builder(experiment.schema);
  Run run{kind, config, replicate, experiment.memory, executor, std::move(stop), builder, game};
  if (kind.write) kind.write(run);
  for (const Task* task : experiment.tasks) kind.task(task->section.name)->run(run);
  if (experiment.kinds.size() > 1) builder.fill_missing();
  Record record = std::move(builder).finish();
  record.seconds = seconds_since(start) - run.seconds_apart;
  return record;
}

/// The game of the last point that a thread ran: those next to it in the sweep often have the same.
struct KeptGame {
  std::string rules;  // as text, with the replicate
  Game game;
};

const Game& game_of(const Config& config, std::uint64_t replicate, KeptGame& kept) {
  std::string rules = section_text(config.section("model"), Listed::all);
  rules += fmt::format("{}", replicate);
  if (!kept.game.process || kept.rules != rules) {
    kept.game = {};  // first, so that there are never two
    kept.game = kind_of(config).make(config, replicate);
    kept.rules = std::move(rules);
  }
  return kept.game;
}

Record run_with(const Experiment& experiment, const Config& config, std::uint64_t replicate, KeptGame& kept,
                TbbExecutor& executor, std::stop_token stop) {
  const auto start = std::chrono::steady_clock::now();
  Record record;
  try {
    return run_tasks(experiment, config, replicate, game_of(config, replicate, kept), executor, std::move(stop));
  } catch (const std::bad_alloc&) {
    record = failed("out of memory");
  } catch (const std::exception& error) {
    record = failed(error.what());
  }
  record.seconds = seconds_since(start);
  return record;
}

}  // namespace

Record run_point(const Experiment& experiment, const Config& config, std::uint64_t replicate, TbbExecutor& executor,
                 std::stop_token stop) {
  KeptGame kept;
  return run_with(experiment, config, replicate, kept, executor, std::move(stop));
}

void run_sweep(const Experiment& experiment, TbbExecutor& executor, SweepProgress& progress, std::stop_token stop,
               const RecordSink& sink) {
  struct Worker {
    Config config;
    KeptGame kept;
  };
  PerThread<Worker> workers([&] { return Worker{experiment.config, {}}; });
  executor.for_blocks(static_cast<std::size_t>(experiment.sweep.size()), [&](std::size_t block) {
    if (stop.stop_requested()) return;
    const auto point = static_cast<std::int64_t>(block);
    const auto position = experiment.sweep.position(point);
    Worker& worker = workers.local();
    experiment.sweep.apply(position, worker.config);
    Record record = run_with(experiment, worker.config, position.back(), worker.kept, executor, stop);
    if (stop.stop_requested()) return;
    if (record.status == RunStatus::failed) ++progress.failed;
    ++progress.done;
    sink(point, std::move(record));
  });
}

}  // namespace aleator
