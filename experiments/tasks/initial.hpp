// Where a process starts: a label, or states with probabilities.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/problem.hpp"
#include "experiments/config/config.hpp"
#include "experiments/decision/decision_model.hpp"

namespace aleator {

/// The keys that say where a process starts; a base of the keys of tasks.
struct InitialKeys {
  std::optional<std::string> initial;  // "init" unless initial_states are given
  std::optional<std::vector<std::int64_t>> initial_states;
  std::optional<std::vector<double>> initial_probabilities;
};

/// What may stand in place of a label, as the help of keys tells it.
inline constexpr const char* condition_help = "a condition on variables, such as \"x=1 & y=true\" (kind = \"file\")";

/// The three keys, for the table of a task.
template <class TaskKeys>
Keys initial_keys() {
  std::optional<std::string> TaskKeys::*const label = &InitialKeys::initial;
  std::optional<std::vector<std::int64_t>> TaskKeys::*const states = &InitialKeys::initial_states;
  std::optional<std::vector<double>> TaskKeys::*const probabilities = &InitialKeys::initial_probabilities;
  return {key("initial", label,
              {.help = std::string("the label of the states where it starts, all equally likely; or ") + condition_help,
               .default_text = "\"init\""}),
          key("initial_states", states,
              {.help = "the states where it starts, instead of a label",
               .range = at_least(0),
               .default_text = "those of the label"}),
          key("initial_probabilities", probabilities,
              {.help = "the probability of each of initial_states",
               .range = between(0, 1),
               .default_text = "all equally likely"})};
}

/// What is wrong with the keys in view of one another.
Problems check_initial(const InitialKeys& keys);

/// |S| probabilities.
/// @throws std::invalid_argument if a state does not exist or the label has no state
std::vector<double> initial_distribution(const InitialKeys& keys, const DecisionModel& model);

}  // namespace aleator
