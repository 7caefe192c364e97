#include "core/mdp/chain/policy_chain.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace aleator {

SparseMdp policy_chain(const SparseMdp& mdp, const std::vector<Action>& policy) {
  detail::require_policy(policy, mdp.num_states(), [&](State s) { return mdp.num_actions(s); });
  SparseMdp chain;
  chain.fixed_value = mdp.fixed_value;
  chain.action_begin.push_back(0);
  chain.row_begin.push_back(0);
  const auto append = [](auto& to, const auto& from, std::int64_t begin, std::int64_t end) {
    to.insert(to.end(), from.begin() + begin, from.begin() + end);
  };
  for (State s = 0; s < mdp.num_states(); ++s) {
    if (mdp.num_actions(s) > 0) {
      const std::int64_t row = mdp.action_begin[s] + policy[s];
      const std::int64_t begin = mdp.row_begin[row];
      const std::int64_t end = mdp.row_begin[row + 1];
      append(chain.next_state, mdp.next_state, begin, end);
      append(chain.probability, mdp.probability, begin, end);
      if (!mdp.transition_reward.empty()) append(chain.transition_reward, mdp.transition_reward, begin, end);
      chain.reward.push_back(mdp.reward[row]);
      chain.row_begin.push_back(chain.num_transitions());
    }
    chain.action_begin.push_back(chain.num_rows());
  }
  return chain;
}

SparseMdp randomised_policy_chain(const SparseMdp& mdp, std::span<const double> action_probability) {
  if (action_probability.size() != mdp.reward.size()) {
    throw std::invalid_argument(
        text(action_probability.size(), " action probabilities for ", mdp.num_rows(), " actions"));
  }
  SparseMdpBuilder builder(mdp.num_states(), Rewards::per_transition);
  for (State s = 0; s < mdp.num_states(); ++s) {
    double sum = 0;
    for (std::int64_t row = mdp.action_begin[s]; row < mdp.action_begin[s + 1]; ++row) {
      const double weight = action_probability[row];
      if (!(weight >= 0)) throw std::invalid_argument(text("state ", s, ": an action of probability ", weight));
      sum += weight;
      for (std::int64_t i = mdp.row_begin[row]; i < mdp.row_begin[row + 1]; ++i) {
        const double reward = mdp.transition_reward.empty() ? mdp.reward[row] : mdp.transition_reward[i];
        builder.add_transition(mdp.next_state[i], weight * mdp.probability[i], reward);
      }
    }
    if (mdp.num_actions(s) > 0) {
      if (!(std::abs(sum - 1) <= 1e-9)) {
        throw std::invalid_argument(text("state ", s, ": the probabilities of the actions sum to ", sum));
      }
      builder.end_action();
    }
    builder.end_state(mdp.fixed_value[s]);
  }
  return std::move(builder).finish();
}

std::vector<double> uniform_policy(const SparseMdp& mdp) {
  std::vector<double> probability;
  probability.reserve(mdp.reward.size());
  for (State s = 0; s < mdp.num_states(); ++s) {
    const Action actions = mdp.num_actions(s);
    probability.insert(probability.end(), static_cast<std::size_t>(actions), 1.0 / actions);
  }
  return probability;
}

}  // namespace aleator
