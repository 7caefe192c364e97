#include "core/mdp/methods/policy_sweep.hpp"

namespace aleator::detail {

void follow(const SparseMdp& mdp, const PolicyRows& policy, SparseMdp& chain) {
  chain.fixed_value = mdp.fixed_value;
  chain.action_begin.assign(1, 0);
  chain.row_begin.assign(1, 0);
  chain.next_state.clear();
  chain.probability.clear();
  chain.reward.clear();
  for (State s = 0; s < mdp.num_states(); ++s) {
    if (mdp.num_actions(s) > 0) {
      const std::int64_t begin = mdp.row_begin[policy[s]];
      const std::int64_t end = mdp.row_begin[policy[s] + 1];
      chain.next_state.insert(chain.next_state.end(), mdp.next_state.begin() + begin, mdp.next_state.begin() + end);
      chain.probability.insert(chain.probability.end(), mdp.probability.begin() + begin, mdp.probability.begin() + end);
      chain.reward.push_back(mdp.reward[policy[s]]);
      chain.row_begin.push_back(chain.num_transitions());
    }
    chain.action_begin.push_back(chain.num_rows());
  }
}

}  // namespace aleator::detail
