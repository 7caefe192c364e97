#include "experiments/run/runner.hpp"

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

Record run_tasks(const Experiment& experiment, const Config& config, std::uint64_t replicate, TbbExecutor& executor,
                 std::stop_token stop) {
  RecordBuilder builder(experiment.schema);
  Run run{*experiment.kind, config, replicate, executor, std::move(stop), builder, {}, {}};
  run.game = experiment.kind->make(config);
  experiment.kind->write(run);
  for (const Task* task : experiment.tasks) task->run(run);
  return std::move(builder).finish();
}

}  // namespace

Record run_point(const Experiment& experiment, const Config& config, std::uint64_t replicate, TbbExecutor& executor,
                 std::stop_token stop) {
  const auto start = std::chrono::steady_clock::now();
  Record record;
  try {
    record = run_tasks(experiment, config, replicate, executor, std::move(stop));
  } catch (const std::bad_alloc&) {
    record = failed("out of memory");
  } catch (const std::exception& error) {
    record = failed(error.what());
  }
  record.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return record;
}

void run_sweep(const Experiment& experiment, TbbExecutor& executor, SweepProgress& progress, std::stop_token stop,
               const RecordSink& sink) {
  PerThread<Config> configs([&] { return experiment.config; });
  executor.for_blocks(static_cast<std::size_t>(experiment.sweep.size()), [&](std::size_t block) {
    if (stop.stop_requested()) return;
    const auto point = static_cast<std::int64_t>(block);
    const auto position = experiment.sweep.position(point);
    Config& config = configs.local();
    experiment.sweep.apply(position, config);
    Record record = run_point(experiment, config, position.back(), executor, stop);
    if (stop.stop_requested()) return;
    if (record.status == RunStatus::failed) ++progress.failed;
    ++progress.done;
    sink(point, std::move(record));
  });
}

}  // namespace aleator
