#include "experiments/tasks/policy_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <mutex>
#include <stdexcept>

#include "core/mdp/chain/policy_chain.hpp"
#include "experiments/config/key.hpp"
#include "experiments/results/netcdf_reader.hpp"
#include "experiments/results/one_at_a_time.hpp"

namespace aleator {
namespace {

constexpr std::string_view fixed_prefix = "fixed:";

/// A variable over the states from a file of one run, as doubles.
std::vector<double> read_state_variable(const std::string& path, const std::string& name, State num_states) {
  const std::lock_guard lock(results::hdf5_mutex());
  const results::NetcdfReader reader(path);
  const auto variables = reader.variables();
  const auto found = std::find_if(variables.begin(), variables.end(), [&](const auto& v) { return v.name == name; });
  if (found == variables.end()) throw std::invalid_argument(fmt::format("{} has no variable {}", path, name));
  std::vector<double> values = reader.read_doubles(name);
  if (static_cast<State>(values.size()) != num_states) {
    throw std::invalid_argument(
        fmt::format("{}: {} has {} values where the model has {} states (a file of one run is needed)", path, name,
                    values.size(), num_states));
  }
  return values;
}

std::size_t action_with_label(const DecisionModel& model, std::int64_t label) {
  const auto& labels = model.action_labels();
  const auto found = std::find(labels.begin(), labels.end(), label);
  if (labels.empty()) throw std::invalid_argument("policy: the model has no actions");
  if (found == labels.end()) {
    throw std::invalid_argument(
        fmt::format("policy: there is no action {}: the model has {}", label, fmt::join(labels, ", ")));
  }
  return static_cast<std::size_t>(found - labels.begin());
}

std::vector<Action> policy_of_file(const DecisionModel& model, const std::string& path) {
  const std::vector<double> labels = read_state_variable(path, "policy", model.num_states());
  std::vector<Action> actions(labels.size());
  std::transform(labels.begin(), labels.end(), actions.begin(), [&](double label) {
    const auto whole = static_cast<std::int64_t>(label);
    return whole < 0 ? -1 : static_cast<Action>(action_with_label(model, whole));
  });
  return actions;
}

}  // namespace

std::optional<std::int64_t> number_after(std::string_view prefix, std::string_view policy) {
  if (!policy.starts_with(prefix)) return std::nullopt;
  policy.remove_prefix(prefix.size());
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(policy.data(), policy.data() + policy.size(), number);
  return error == std::errc{} && end == policy.data() + policy.size() ? std::optional(number) : std::nullopt;
}

std::string policy_choice_problem(const std::string& policy) {
  if (policy == "optimal" || policy == "random" || number_after(fixed_prefix, policy) || policy.ends_with(".h5"))
    return {};
  const std::string near = did_you_mean(policy, {"optimal", "random", "fixed:1"});
  return fmt::format("there is no policy {}{}", toml_string(policy),
                     near.empty() ? ": it is optimal, random, fixed:ACTION or a results file FILE.h5" : near);
}

ChosenPolicy choose_policy(const DecisionModel& model, std::string_view policy, Rewards rewards) {
  if (policy == "random") {
    const auto rows = model.sparse(rewards);
    return {randomised_policy_chain(*rows, uniform_policy(*rows)),
            std::vector<Action>(static_cast<std::size_t>(model.num_states()), -1)};
  }
  std::vector<Action> actions;
  if (const auto label = number_after(fixed_prefix, policy)) {
    const auto action = static_cast<Action>(action_with_label(model, *label));
    const auto rows = model.sparse(rewards);
    for (State s = 0; s < rows->num_states(); ++s) {
      if (rows->num_actions(s) == 0 || rows->num_actions(s) > action) continue;
      throw std::invalid_argument(fmt::format("policy = \"{}\": state {} has no action {}", policy, s, *label));
    }
    actions.assign(static_cast<std::size_t>(model.num_states()), action);
  } else {
    actions = policy_of_file(model, std::string(policy));
  }
  SparseMdp chain = model.chain(actions, rewards);
  for (State s = 0; s < chain.num_states(); ++s) {
    if (chain.num_actions(s) == 0) actions[s] = -1;
  }
  return {std::move(chain), std::move(actions)};
}

std::vector<double> values_of_file(const std::string& path, State num_states) {
  return read_state_variable(path, "value", num_states);
}

}  // namespace aleator
