#include "core/mdp/absorbing_targets.hpp"

#include <stdexcept>

#include "core/mdp/undiscounted/reduction.hpp"
#include "core/text.hpp"

namespace aleator {
namespace {

double end_value(const SparseMdp& mdp, const Objective& objective, State s) {
  if (objective.target[s] == 0) return 0;
  if (objective.kind == ObjectiveKind::reach_probability) return 1;
  return objective.kind == ObjectiveKind::reach_reward && mdp.num_actions(s) == 0 ? mdp.fixed_value[s] : 0;
}

}  // namespace

SparseMdp with_absorbing_targets(const SparseMdp& mdp, const Objective& objective) {
  const bool reach = objective.kind == ObjectiveKind::reach_probability ||
                     objective.kind == ObjectiveKind::reach_reward || objective.kind == ObjectiveKind::expected_steps;
  if (!reach) return mdp;
  if (objective.target.size() != mdp.fixed_value.size()) {
    throw std::invalid_argument(text("a target of ", objective.target.size(), " states for ", mdp.num_states()));
  }
  SparseMdp result;
  result.owner = mdp.owner;
  result.action_begin.push_back(0);
  result.row_begin.push_back(0);
  for (State s = 0; s < mdp.num_states(); ++s) {
    const bool ends = objective.target[s] != 0 || mdp.num_actions(s) == 0;
    for (std::int64_t row = mdp.action_begin[s]; row < mdp.action_begin[s + 1] && !ends; ++row) {
      for (std::int64_t i = mdp.row_begin[row]; i < mdp.row_begin[row + 1]; ++i) {
        result.next_state.push_back(mdp.next_state[i]);
        result.probability.push_back(mdp.probability[i]);
      }
      result.reward.push_back(step_reward(mdp, objective, row));
      result.row_begin.push_back(result.num_transitions());
    }
    result.action_begin.push_back(result.num_rows());
    result.fixed_value.push_back(ends ? end_value(mdp, objective, s) : 0);
  }
  return result;
}

}  // namespace aleator
