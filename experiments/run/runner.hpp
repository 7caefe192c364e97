// Runs the points of an experiment on every core.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "experiments/experiment.hpp"
#include "experiments/run/record.hpp"
#include "parallel/tbb_executor.hpp"

namespace aleator {

/// How far a sweep is; may be read while it runs.
struct SweepProgress {
  std::atomic<std::int64_t> done{0};  // failed ones included
  std::atomic<std::int64_t> failed{0};
};

/// Runs one point: its tasks in order. Whatever a task throws becomes a record with status failed and the message.
Record run_point(const Experiment& experiment, const Config& config, std::uint64_t replicate, TbbExecutor& executor,
                 std::stop_token stop = {});

/// Takes the record of a point from whichever thread ran it. @pre safe to call from several threads for different
/// points
using RecordSink = std::function<void(std::int64_t point, const Record& record)>;

/// Runs the points, side by side; once `stop` asks for it no further point is started and those that run are dropped.
void run_sweep(const Experiment& experiment, std::span<const std::int64_t> points, TbbExecutor& executor,
               SweepProgress& progress, std::stop_token stop, const RecordSink& sink);

}  // namespace aleator
