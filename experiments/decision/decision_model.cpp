#include "experiments/decision/decision_model.hpp"

#include <fmt/format.h>

#include "experiments/config/key.hpp"
#include "experiments/decision/rules_model.hpp"

namespace aleator {
namespace {

/// Rewards that are the same on all transitions of each action are the action's.
void drop_equal_transition_rewards(SparseMdp& mdp) {
  auto& rewards = mdp.transition_reward;
  if (rewards.empty()) return;
  for (std::int64_t row = 0; row < mdp.num_rows(); ++row) {
    for (std::int64_t i = mdp.row_begin[row]; i < mdp.row_begin[row + 1]; ++i) {
      if (rewards[i] != rewards[mdp.row_begin[row]]) return;
    }
  }
  rewards.clear();
}

}  // namespace

LabelledMdp DecisionModel::labelled_mdp() const {
  LabelledMdp result;
  result.mdp = *sparse(Rewards::per_transition);
  drop_equal_transition_rewards(result.mdp);
  for (const std::string& label : label_names()) {
    const auto has = labelled(label);
    std::vector<State> states;
    for (State s = 0; s < num_states(); ++s) {
      if (has[s] != 0) states.push_back(s);
    }
    if (label == "init") {
      result.initial = std::move(states);
    } else {
      result.labels.emplace_back(label, std::move(states));
    }
  }
  return result;
}

void refuse_label(std::string_view label, const std::vector<std::string>& known) {
  throw std::invalid_argument(fmt::format("there is no label \"{}\"{}: the model has {}", label,
                                          did_you_mean(label, known), fmt::join(known, ", ")));
}

}  // namespace aleator
