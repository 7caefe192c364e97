#include "experiments/run/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <new>
#include <optional>
#include <stdexcept>

#include "experiments/registry.hpp"
#include "experiments/run/time_limit.hpp"
#include "experiments/tasks/solve_lanes.hpp"
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

/// What a point has besides its configuration.
struct PointParts {
  std::uint64_t replicate;
  std::optional<SolveLanes::Found> beside;
};

Record run_tasks(const Experiment& experiment, const Config& config, PointParts parts, const Game& game,
                 TbbExecutor& executor, std::stop_token stop) {
  const auto start = std::chrono::steady_clock::now();
  const ModelKind& kind = kind_of(config);
  RecordBuilder builder(experiment.schema);
  Run run{kind,    config, parts.replicate,   experiment.memory, executor, std::move(stop),
          builder, game,   experiment.results};
  if (parts.beside) {
    run.found_beside = std::move(parts.beside->solution);
    run.seconds_apart -= parts.beside->seconds;
  }
  if (kind.write) kind.write(run);
  for (const Task* task : experiment.tasks) task->run(run);
  if (experiment.kinds.size() > 1) builder.fill_missing();
  Record record = std::move(builder).finish();
  record.seconds = seconds_since(start) - run.seconds_apart;
  return record;
}

/// The game of the last point that a thread ran: those next to it in the sweep often have the same.
struct KeptGame {
  std::string rules;  // as text, with the replicate; empty: no game
  Game game;
};

const Game& game_of(const Experiment& experiment, const Config& config, std::uint64_t replicate, KeptGame& kept) {
  require_process(kind_of(config).size(config), experiment.memory);
  std::string rules = section_text(config.section("model"), Listed::all);
  rules += fmt::format("{}", replicate);
  if (kept.rules != rules) {
    kept = {};  // first, so that there are never two
    kept.game = kind_of(config).make(config, replicate);
    kept.rules = std::move(rules);
  }
  return kept.game;
}

/// What a run is given besides its point.
struct Surroundings {
  const Experiment& experiment;
  TbbExecutor& executor;
  TimeLimit& limit;
  std::stop_token stop;
};

Record run_with(const Surroundings& around, const Config& config, PointParts parts, KeptGame& kept) {
  const auto start = std::chrono::steady_clock::now();
  const TimeLimit::Watched watched(around.limit, around.stop);
  Record record;
  try {
    const Game& game = game_of(around.experiment, config, parts.replicate, kept);
    record = run_tasks(around.experiment, config, std::move(parts), game, around.executor, watched.token());
  } catch (const std::bad_alloc&) {
    record = failed("out of memory");
  } catch (const std::exception& error) {
    record = failed(error.what());
  }
  if (watched.expired()) {
    record = failed(fmt::format("took longer than the timeout of {} s", *around.limit.seconds()));
  }
  if (record.status == RunStatus::failed) record.seconds = seconds_since(start);
  return record;
}

/// What a thread needs to run points one after the other.
struct Worker {
  Config config;
  KeptGame kept;
};

/// Consecutive points, of which those with processes of one structure are solved side by side.
class Batch {
 public:
  Batch(const Surroundings& around, Worker& worker)
      : around_(around), experiment_(around.experiment), worker_(worker) {}

  void solve_together(std::span<const std::int64_t> points) {
    if (points.size() < 2 || !experiment_.config.has("solve")) return;
    for (const std::int64_t point : points) {
      const std::uint64_t replicate = go_to(point);
      try {
        const Game& game = game_of(experiment_, worker_.config, replicate, worker_.kept);
        require_plain_rows(kind_of(worker_.config).size(worker_.config), experiment_.memory);
        if (lanes_.add(static_cast<std::size_t>(point), worker_.config, game)) games_.emplace(point, worker_.kept);
      } catch (const std::exception&) {
        // Running the point alone will tell.
      }
    }
    lanes_.solve(around_.stop);
  }

  Record run(std::int64_t point) {
    PointParts parts{go_to(point), lanes_.take(static_cast<std::size_t>(point))};
    if (auto kept = games_.extract(point); !kept.empty()) worker_.kept = std::move(kept.mapped());
    return run_with(around_, worker_.config, std::move(parts), worker_.kept);
  }

 private:
  /// Sets the configuration of a point; returns its replicate.
  std::uint64_t go_to(std::int64_t point) {
    const auto position = experiment_.sweep.position(point);
    experiment_.sweep.apply(position, experiment_.config, worker_.config);
    return position.back();
  }

  const Surroundings& around_;
  const Experiment& experiment_;
  Worker& worker_;
  SolveLanes lanes_;
  std::map<std::int64_t, KeptGame> games_;
};

std::optional<double> time_limit(const Experiment& experiment) {
  return experiment.config.as<ExperimentKeys>("").timeout;
}

/// As many points as fill the lanes some times over, unless that leaves threads idle; single ones where processes are
/// too large for it, or where each has a time limit of its own. Results do not depend on it.
std::size_t batch_size(const Experiment& experiment, std::size_t points, int threads) {
  if (!may_use_lanes(experiment.config) || time_limit(experiment)) return 1;
  return std::clamp<std::size_t>(points / (std::size_t{8} * static_cast<std::size_t>(threads)), 1, 64);
}

}  // namespace

Record run_point(const Experiment& experiment, const Config& config, std::uint64_t replicate, TbbExecutor& executor,
                 std::stop_token stop) {
  KeptGame kept;
  TimeLimit limit(time_limit(experiment));
  return run_with({experiment, executor, limit, std::move(stop)}, config, {replicate, {}}, kept);
}

void run_sweep(const Experiment& experiment, std::span<const std::int64_t> points, TbbExecutor& executor,
               SweepProgress& progress, std::stop_token stop, const RecordSink& sink) {
  PerThread<Worker> workers([&] { return Worker{experiment.config, {}}; });
  TimeLimit limit(time_limit(experiment));
  const Surroundings around{experiment, executor, limit, stop};
  const std::size_t size = batch_size(experiment, points.size(), executor.threads());
  executor.for_blocks((points.size() + size - 1) / size, [&](std::size_t block) {
    const auto batch_points = points.subspan(block * size, std::min(size, points.size() - block * size));
    if (stop.stop_requested()) return;
    Batch batch(around, workers.local());
    batch.solve_together(batch_points);
    for (const std::int64_t point : batch_points) {
      if (stop.stop_requested()) return;
      const Record record = batch.run(point);
      if (stop.stop_requested()) return;
      if (record.status == RunStatus::failed) ++progress.failed;
      ++progress.done;
      sink(point, record);
    }
  });
}

}  // namespace aleator
