// The rows of the registry: what a kind of model and a task are to the engine.
#pragma once

#include <any>
#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/mdp/objective.hpp"
#include "core/mdp/solution.hpp"
#include "core/problem.hpp"
#include "experiments/config/config.hpp"
#include "experiments/decision/decision_model.hpp"
#include "experiments/run/answer.hpp"
#include "experiments/run/record.hpp"
#include "experiments/run/schema.hpp"
#include "parallel/tbb_executor.hpp"

namespace aleator {

/// What [solve] found, for the tasks after it.
struct Solved {
  Objective objective;
  Solution solution;
  std::vector<Action> policy;  // |S|: -1 in a state without actions, and everywhere if there is no policy to follow
  bool is_random = false;      // the policy is to take each action with the same probability
  bool is_stationary = true;   // the same whatever the number of steps left
};

/// The game of a point, as its rules and as a decision process; points with the same rules may share it.
struct Game {
  std::any rules;
  std::shared_ptr<const DecisionModel> process;  // nullptr: too large to be one
};

struct ModelKind;

/// One point on its way through its tasks.
struct Run {
  const ModelKind& kind;
  const Config& config;
  std::uint64_t replicate;
  double memory;  // bytes that it may take
  TbbExecutor& executor;
  std::stop_token stop;
  RecordBuilder& record;
  const Game& game;
  std::filesystem::path results;  // the file for the records: larger tables stand beside it
  double seconds_apart = 0;       // that do not count as time of the run: making the model, which runs may share
  std::optional<Solution> found_beside = {};  // what [solve] would find, where points were solved side by side
  std::optional<Solved> solved = {};          // what [solve] found of a decision process
  std::any found = {};                        // what a task of a kind's own found, for those after it
};

/// How large a model's decision process is.
struct ProcessSize {
  double states = 0;
  double actions = 0;      // of a state; 0: not known before the model is read
  double transitions = 0;  // of the whole process
  double least_bytes = 0;  // what it takes in its smallest encoding; 0: 5 a transition

  /// Less memory than this cannot hold the process and two vectors of values.
  double needed_bytes() const noexcept { return (least_bytes > 0 ? least_bytes : 5 * transitions) + 16 * states; }
};

/// Whether the process fits at all, and with plain rows: 12 bytes a transition, and 24 a state. A process that is read
/// from a file has them anyway.
/// @param allowed  bytes
/// @throws std::invalid_argument that tells what is needed and allowed
void require_process(const ProcessSize& size, double allowed);
void require_plain_rows(const ProcessSize& size, double allowed);

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
  bool of_any_process = false;  // the same for every kind of model that has it
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
  Game (*make)(const Config&, std::uint64_t replicate);
  ProcessSize (*size)(const Config&);
  /// What every run tells of the game itself.
  std::vector<Output> outputs = {};
  void (*write)(Run&) = nullptr;
  std::vector<Task> tasks;  // in the order in which they run
  /// How a user writes a state, and its number in the decision process; where there is none, states are numbers.
  std::string state_help = {};
  /// @throws std::invalid_argument if the text is no state
  State (*state_of)(const Config&, const std::string& text) = nullptr;
  /// Instead of the decision process: what each action is worth in a state, by the experiment's solver or searcher;
  /// nullptr if that cannot be asked.
  /// @throws std::invalid_argument if there is no such state
  Answer (*ask)(Run&, const std::string& state) = nullptr;

  /// nullptr if the kind has no such task.
  const Task* task(std::string_view name) const noexcept;
};

/// The kind of model of a configuration.
const ModelKind& kind_of(const Config& config);

/// The random streams of one run: a hash of the seed, the replicate and the keys of [model] and of the task that
/// differ from their defaults, so that a changed tolerance leaves them alone. With common_random_numbers only the seed
/// and the replicate count.
std::array<std::uint64_t, 2> stream_key(const Run& run, std::string_view task);

}  // namespace aleator
