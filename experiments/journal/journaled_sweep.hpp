// A sweep whose finished runs are never lost.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

#include "experiments/experiment.hpp"
#include "experiments/journal/journal_writer.hpp"
#include "experiments/journal/lock_file.hpp"
#include "experiments/journal/resume.hpp"
#include "experiments/journal/shard.hpp"
#include "experiments/run/farm.hpp"
#include "experiments/run/runner.hpp"

namespace aleator {

/// The runs of an experiment beside its results file: those that the journal has, and those that are still to be done.
class JournaledSweep {
 public:
  /// Locks the results file and opens its journal.
  /// @param experiment  must outlive this; gets as many replicates as are needed now
  /// @param shard       whose points are this sweep's
  /// @throws results::FileError if another process writes the results, or the journal cannot be opened
  explicit JournaledSweep(Experiment& experiment, const Shard& shard = {});

  /// The points of the shard that are not done, ascending.
  std::vector<std::int64_t> to_run(bool retry_failed) const;
  bool is_new() const noexcept { return is_new_; }
  PointState state(std::int64_t point) const { return resume_->state().state[static_cast<std::size_t>(point)]; }

  /// Looks again at what the journal has. Where replicates go on until a mean is known well enough, the points to run
  /// are others then.
  void look_again();

  /// Runs the points, in the processes of the farm if there is one.
  /// @param snapshot  writes the results so far; called now and then, on another thread
  /// @throws results::FileError if the journal cannot be written; runs that were committed are not lost
  void run(const std::vector<std::int64_t>& points, TbbExecutor& executor, SweepProgress& progress,
           std::stop_source& stop, const std::function<void(const Records&)>& snapshot, Farm* farm = nullptr);

  /// All records that the journal has.
  Records records() const;

 private:
  bool in_shard(std::int64_t point) const;
  /// Notes in the journal how far the sweep is, for those who watch it.
  void note_progress(const std::vector<std::int64_t>& points, int at_once);
  JournalRun journal_run(std::int64_t point, const Record& record) const;

  Experiment& experiment_;
  Shard shard_;
  LockFile lock_;
  bool is_new_;
  Journal journal_;
  std::unique_ptr<Resume> resume_;
  PointIdentities identities_;
  std::unique_ptr<PointNumbers> numbers_;
};

}  // namespace aleator
