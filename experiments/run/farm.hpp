// Several processes that run the points of one sweep.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>

#include "experiments/experiment.hpp"
#include "experiments/run/runner.hpp"

namespace aleator {

/// One process of them.
class Farm {
 public:
  virtual ~Farm() = default;

  /// Whether this process hands out the points, and writes what the others find.
  virtual bool is_first() const noexcept = 0;

  /// How many run points.
  virtual int workers() const noexcept = 0;

  /// Of the first process: has the points run, as run_sweep() does here. `sink` is called on this thread.
  virtual void run(const Experiment& experiment, std::span<const std::int64_t> points, SweepProgress& progress,
                   std::stop_token stop, const RecordSink& sink) = 0;

  /// Of the others: runs points until the first process is done.
  /// @param experiment  gets the number of replicates that the first process tells
  virtual void work(Experiment& experiment, TbbExecutor& executor, std::stop_token stop) = 0;
};

/// The farm that this process belongs to; nullptr: it is alone.
using FindFarm = std::unique_ptr<Farm> (*)();

}  // namespace aleator
