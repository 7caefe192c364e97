#include "experiments/journal/journaled_sweep.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <mutex>
#include <thread>

#include "experiments/results/file_error.hpp"

namespace aleator {
namespace {

/// Calls write() from time to time while it lives: the next time after 20 times what the last one took, at least 60 s.
class Snapshots {
 public:
  explicit Snapshots(std::function<void()> write)
      : thread_([write = std::move(write)](const std::stop_token& end) { work(write, end); }) {}

 private:
  static void work(const std::function<void()>& write, const std::stop_token& end) {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::duration<double> least(60);
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    for (std::chrono::duration<double> pause = least;;) {
      wake.wait_for(lock, end, pause, [] { return false; });
      if (end.stop_requested()) return;
      const auto start = Clock::now();
      try {
        write();
      } catch (const results::FileError&) {
        // What is wrong the last one will tell; the journal has all.
      }
      pause = std::max(least, 20 * std::chrono::duration<double>(Clock::now() - start));
    }
  }

  std::jthread thread_;
};

}  // namespace

JournaledSweep::JournaledSweep(Experiment& experiment, const Shard& shard)
    : experiment_(experiment),
      shard_(shard),
      lock_(experiment.results),
      is_new_(!std::filesystem::exists(journal_path(experiment.results))),
      journal_(journal_path(experiment.results), experiment.name()),
      identities_(experiment) {
  look_again();
}

void JournaledSweep::look_again() {
  resume_ = resume_with_needed_replicates(experiment_, journal_);
  numbers_ = std::make_unique<PointNumbers>(resume_->state().number);
}

bool JournaledSweep::in_shard(std::int64_t point) const {
  if (shard_.count == 1) return true;
  auto position = experiment_.sweep.position(point);
  if (experiment_.until) position.back() = 0;  // all replicates of a point together, to know when there are enough
  return shard_.has(identities_.identity(position));
}

std::vector<std::int64_t> JournaledSweep::to_run(bool retry_failed) const {
  std::vector<std::int64_t> points = resume_->state().to_run(retry_failed);
  std::erase_if(points, [&](std::int64_t point) { return !in_shard(point); });
  return points;
}

void JournaledSweep::note_progress(const std::vector<std::int64_t>& points, int at_once) {
  std::int64_t done = 0;
  std::int64_t failed = 0;
  auto next = points.begin();
  for (std::int64_t point = 0; point < experiment_.sweep.size(); ++point) {
    if (next != points.end() && *next == point) {
      ++next;
    } else if ((state(point) == PointState::done || state(point) == PointState::failed) && in_shard(point)) {
      ++done;
      failed += state(point) == PointState::failed;
    }
  }
  const auto note = [&](const char* key, std::int64_t number) { journal_.set_text(key, std::to_string(number)); };
  note("to_run", static_cast<std::int64_t>(points.size()));
  note("run_before", journal_.counts().runs);
  note("done_before", done);
  note("failed_before", failed);
  note("at_once", at_once);
  note("started", std::time(nullptr));
}

JournalRun JournaledSweep::journal_run(std::int64_t point, const Record& record) const {
  const auto position = experiment_.sweep.position(point);
  const std::int32_t attempts = resume_->state().attempts[static_cast<std::size_t>(point)] + 1;
  return {identities_.identity(position),
          identities_.place(position),
          {record.status, attempts, record.seconds, record.message},
          record_bytes(experiment_.schema, record)};
}

void JournaledSweep::run(const std::vector<std::int64_t>& points, TbbExecutor& executor, SweepProgress& progress,
                         std::stop_source& stop, const std::function<void(const Records&)>& snapshot, Farm* farm) {
  note_experiment(journal_, experiment_);
  note_progress(points, executor.threads() * (farm ? farm->workers() : 1));
  if (points.empty()) return;
  JournalWriter writer(journal_, journal_.facts_number(identities_.facts()),
                       journal_.schema_number(schema_text(experiment_.schema)), *numbers_,
                       [&] { stop.request_stop(); });
  {
    const Snapshots snapshots([&] {
      const Journal reader(journal_path(experiment_.results));
      snapshot(load_records(reader, experiment_.schema, numbers_->copy()));
    });
    const RecordSink sink = [&](std::int64_t point, const Record& record) {
      writer.add(point, journal_run(point, record));
    };
    if (farm) {
      farm->run(experiment_, points, progress, stop.get_token(), sink);
    } else {
      run_sweep(experiment_, points, executor, progress, stop.get_token(), sink);
    }
  }
  writer.finish();
}

Records JournaledSweep::records() const {
  return load_records(journal_, experiment_.schema, numbers_->copy());
}

}  // namespace aleator
