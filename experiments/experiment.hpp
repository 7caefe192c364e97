// An experiment as read and checked: everything that its runs need, and nothing of TOML.
#pragma once

#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/run/kind.hpp"
#include "experiments/run/schema.hpp"
#include "experiments/sweep/replication.hpp"
#include "experiments/sweep/sweep.hpp"

namespace aleator {

struct Experiment {
  std::string file;                     // the path as given
  std::string text;                     // what stands in it
  std::vector<std::string> overrides;   // the "key=value" of -s options
  std::vector<const ModelKind*> kinds;  // of which points are: one, unless model.kind is swept
  std::vector<const Task*> tasks;       // of the first kind, in the order in which they run
  Config config;                        // of every point, but for the swept keys
  Sweep sweep;
  std::optional<ReplicatesUntil> until;  // then sweep.replicates grows as they are needed
  ResultSchema schema;                                      // what is kept of every run
  std::filesystem::path results;                            // the file for what is kept
  double memory = std::numeric_limits<double>::infinity();  // bytes that a run may take

  const std::string& name() const;
};

/// What the runs of some tasks of kinds of models write, the models' own outputs first.
std::vector<Output> outputs_of(const std::vector<const ModelKind*>& kinds, const std::vector<const Task*>& tasks);

/// "chutes", or the names of all kinds with commas between.
std::string kind_names(const Experiment& experiment);

/// Reads and checks an experiment file.
/// @param overrides  "key=value": the value is TOML, else a string; on a swept key it replaces the axis's values
/// @throws results::FileError if the file cannot be read; ConfigError with every problem found
Experiment read_experiment(const std::string& path, const std::vector<std::string>& overrides);

/// The same from the text of a file.
/// @param path  where it is from, for messages
Experiment read_experiment_text(const std::string& path, std::string text, const std::vector<std::string>& overrides);

}  // namespace aleator
