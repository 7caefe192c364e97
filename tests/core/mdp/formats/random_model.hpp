// Random processes with labels and names, for tests of the formats.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "core/mdp/formats/labelled_mdp.hpp"

namespace aleator::testing {

enum class RandomRewards { none, per_state, per_action, per_transition };

struct RandomModelOptions {
  RandomRewards rewards = RandomRewards::per_action;
  bool sorted = true;  // the entries of each row, by next state
  bool chain = false;
  bool ends = true;  // some states have no actions
  bool names = false;
  bool deadlock_label = true;  // the ends are labelled "deadlock"
  bool valuations = false;
};

/// Up to 4 variables, of any type.
inline Valuations random_valuations(std::mt19937_64& random, State num_states) {
  Valuations result;
  const std::size_t variables = 1 + random() % 4;
  for (std::size_t v = 0; v < variables; ++v) {
    result.variables.push_back("x" + std::to_string(v));
    result.types.push_back(static_cast<VariableType>(random() % 3));
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(num_states) * variables; ++i) {
    const VariableType type = result.types[i % variables];
    const auto small = static_cast<double>(random() % 5) - 2;
    const bool is_large = random() % 8 == 0;
    result.values.push_back(
        type == VariableType::boolean   ? static_cast<double>(random() % 2)
        : type == VariableType::integer ? small * (is_large ? 0x1p52 : 1)
        : is_large ? std::ldexp(std::uniform_real_distribution<>(-1, 1)(random), static_cast<int>(small) * 200)
                   : small / 2);
  }
  return result;
}

/// Shares of 1 that sum to 1 within rounding, some of them with 17 digits, some short.
inline std::vector<double> random_shares(std::mt19937_64& random, std::size_t count) {
  std::vector<double> shares(count);
  double sum = 0;
  const bool is_short = random() % 2 == 0;
  for (double& share : shares) sum += share = is_short ? 1.0 : std::uniform_real_distribution<>(0.01, 1)(random);
  for (double& share : shares) share /= sum;
  return shares;
}

inline std::vector<State> random_states(std::mt19937_64& random, State num_states, std::size_t count) {
  std::vector<State> all(static_cast<std::size_t>(num_states));
  for (State s = 0; s < num_states; ++s) all[s] = s;
  std::shuffle(all.begin(), all.end(), random);
  all.resize(std::min(count, all.size()));
  return all;
}

inline LabelledMdp random_model(std::mt19937_64& random, const RandomModelOptions& options = {}) {
  const auto below = [&](std::uint64_t bound) { return static_cast<int>(random() % bound); };
  const auto reward = [&] { return below(3) == 0 ? 0.0 : std::uniform_real_distribution<>(-2, 2)(random); };
  const State n = 1 + below(12);
  const bool per_transition = options.rewards == RandomRewards::per_transition;
  SparseMdpBuilder builder(n, per_transition ? Rewards::per_transition : Rewards::per_action);
  LabelledMdp model;
  std::int64_t rows = 0;
  for (State s = 0; s < n; ++s) {
    const int actions = options.ends && below(5) == 0 ? 0 : options.chain ? 1 : 1 + below(3);
    const double of_state = reward();
    for (int a = 0; a < actions; ++a, ++rows) {
      std::vector<State> next = random_states(random, n, 1 + static_cast<std::size_t>(below(4)));
      if (options.sorted) std::sort(next.begin(), next.end());
      const std::vector<double> shares = random_shares(random, next.size());
      for (std::size_t i = 0; i < next.size(); ++i) {
        builder.add_transition(next[i], shares[i], per_transition ? reward() : 0);
      }
      if (options.names && below(3) == 0) {
        model.action_name.resize(static_cast<std::size_t>(rows) + 1, -1);
        const std::string name = "go_" + std::to_string(below(3));
        auto known = std::find(model.action_names.begin(), model.action_names.end(), name);
        if (known == model.action_names.end()) known = model.action_names.insert(known, name);
        model.action_name[rows] = static_cast<std::int32_t>(known - model.action_names.begin());
      }
      const bool own = options.rewards == RandomRewards::per_action;
      builder.end_action(own ? reward() : options.rewards == RandomRewards::per_state ? of_state : 0);
    }
    builder.end_state(0);
  }
  if (!model.action_name.empty()) model.action_name.resize(static_cast<std::size_t>(rows), -1);
  model.mdp = std::move(builder).finish();
  model.row_sums = row_sum_deviation(model.mdp);
  model.initial = random_states(random, n, 1 + static_cast<std::size_t>(below(2)));
  std::sort(model.initial.begin(), model.initial.end());
  if (options.deadlock_label && !end_states(model.mdp).empty()) add_to_label(model, "deadlock", end_states(model.mdp));
  add_to_label(model, "goal", random_states(random, n, static_cast<std::size_t>(1 + below(4))));
  if (options.valuations) model.valuations = random_valuations(random, n);
  return model;
}

/// Equal bit by bit, labels in any order; returns what differs.
inline std::string difference(const LabelledMdp& a, const LabelledMdp& b) {
  if (a.mdp.action_begin != b.mdp.action_begin) return "action_begin";
  if (a.mdp.row_begin != b.mdp.row_begin) return "row_begin";
  if (a.mdp.next_state != b.mdp.next_state) return "next_state";
  if (a.mdp.probability != b.mdp.probability) return "probability";
  if (a.mdp.reward != b.mdp.reward) return "reward";
  if (a.mdp.fixed_value != b.mdp.fixed_value) return "fixed_value";
  if (a.mdp.transition_reward != b.mdp.transition_reward) return "transition_reward";
  if (a.mdp.owner != b.mdp.owner) return "owner";
  if (a.initial != b.initial) return "initial";
  for (const auto& [name, states] : a.labels) {
    const auto* other = b.find_label(name);
    if (other == nullptr || *other != states) return "label " + name;
  }
  if (a.labels.size() != b.labels.size()) return "number of labels";
  if (a.action_name.size() != b.action_name.size()) return "action_name";
  for (std::size_t row = 0; row < a.action_name.size(); ++row) {
    const auto name = [row](const LabelledMdp& model) {
      return model.action_name[row] < 0 ? std::string() : model.action_names[model.action_name[row]];
    };
    if (name(a) != name(b)) return "name of row " + std::to_string(row);
  }
  if (a.valuations.variables != b.valuations.variables) return "variables";
  if (a.valuations.types != b.valuations.types) return "types of variables";
  if (a.valuations.values != b.valuations.values) return "values of variables";
  if (a.row_sums.largest != b.row_sums.largest || a.row_sums.state != b.row_sums.state ||
      a.row_sums.action != b.row_sums.action) {
    return "row_sums";
  }
  return "";
}

}  // namespace aleator::testing
