// The rows of the registry: what a kind of model and a task are to the engine.
#pragma once

#include <any>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/mdp/solution.hpp"
#include "core/problem.hpp"
#include "experiments/config/config.hpp"
#include "experiments/run/record.hpp"
#include "experiments/run/schema.hpp"
#include "parallel/tbb_executor.hpp"

namespace aleator {

/// A model as a decision process, with the names of its actions: action i of every state is labels[i].
struct Process {
  SparseMdp mdp;
  std::vector<std::int64_t> labels;
};

/// What [solve] found, for the tasks after it.
struct Solved {
  Process process;
  Solution solution;
  ActionValues actions;
};

struct ModelKind;

/// One point on its way through its tasks.
struct Run {
  const ModelKind& kind;
  const Config& config;
  std::uint64_t replicate;
  TbbExecutor& executor;
  std::stop_token stop;
  RecordBuilder& record;
  std::any game;                 // what kind.make gave
  std::optional<Solved> solved;  // what [solve] found
};

/// What a run is expected to need; rough.
struct Estimate {
  double seconds = 0;
  double bytes = 0;         // while it runs
  double record_bytes = 0;  // of what it leaves
};

/// A task that a kind of model supports; its section has the task's name.
struct Task {
  SectionSpec section;
  std::string help;
  std::vector<Output> outputs;
  /// What is wrong with the task's keys in view of the others; keys are those of the task's section.
  Problems (*check)(const Config&);
  Estimate (*estimate)(const Config&);
  void (*run)(Run&);
};

struct ModelKind {
  Variant variant;  // of the section [model]
  /// What is wrong with the keys of [model].
  Problems (*check)(const Config&);
  /// The game of a point. @pre check found nothing.
  std::any (*make)(const Config&);
  /// What every run tells of the game itself.
  std::vector<Output> outputs;
  void (*write)(Run&);
  /// The game as a decision process.
  Process (*process)(const std::any& game);
  std::vector<Task> tasks;  // in the order in which they run
};

/// The random streams of one run: a hash of the seed, the replicate and the keys of [model] and of the task that
/// differ from their defaults, so that a changed tolerance leaves them alone. With common_random_numbers only the seed
/// and the replicate count.
std::array<std::uint64_t, 2> stream_key(const Run& run, std::string_view task);

}  // namespace aleator
