// The policies that a user can name: optimal, random, fixed:ACTION, or the one in a results file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/mdp/sparse_mdp.hpp"
#include "experiments/decision/decision_model.hpp"

namespace aleator {

/// The number N of a policy named prefixN, such as "fixed:3"; none for any other text.
std::optional<std::int64_t> number_after(std::string_view prefix, std::string_view policy);

/// What is wrong with the text of a key `policy`, or empty.
std::string policy_choice_problem(const std::string& policy);

/// The chain that a model becomes under `policy` (not "optimal"), and the policy itself: -1 everywhere if it is random.
struct ChosenPolicy {
  SparseMdp chain;
  std::vector<Action> action;  // |S|
};

/// @param rewards  whether the chain's rewards stand per transition
/// @throws std::invalid_argument if the model has no such action everywhere, or the file's policy is none of the model;
/// results::FileError if the file cannot be read
ChosenPolicy choose_policy(const DecisionModel& model, std::string_view policy, Rewards rewards);

/// The |S| values of variable `value` of a results file with one run.
/// @throws as choose_policy
std::vector<double> values_of_file(const std::string& path, State num_states);

}  // namespace aleator
