// An experiment as read and checked: everything that its runs need, and nothing of TOML.
#pragma once

#include <string>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/run/kind.hpp"
#include "experiments/run/schema.hpp"
#include "experiments/sweep/sweep.hpp"

namespace aleator {

struct Experiment {
  std::string file;                    // the path as given
  std::string text;                    // what stands in it
  std::vector<std::string> overrides;  // the "key=value" of -s options
  const ModelKind* kind = nullptr;
  std::vector<const Task*> tasks;  // in the order in which they run
  Config config;                   // of every point, but for the swept keys
  Sweep sweep;
  ResultSchema schema;  // what is kept of every run

  const std::string& name() const;
};

/// What the runs of some tasks of a kind of model write, the model's own outputs first.
std::vector<Output> outputs_of(const ModelKind& kind, const std::vector<const Task*>& tasks);

/// Reads and checks an experiment file.
/// @param overrides  "key=value": the value is TOML, else a string; on a swept key it replaces the axis's values
/// @throws results::FileError if the file cannot be read; ConfigError with every problem found
Experiment read_experiment(const std::string& path, const std::vector<std::string>& overrides);

}  // namespace aleator
