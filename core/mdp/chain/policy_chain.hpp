// The Markov chain that a process becomes under a policy.
#pragma once

#include <span>
#include <stdexcept>
#include <vector>

#include "core/mdp/sparse_mdp.hpp"
#include "core/text.hpp"

namespace aleator {

namespace detail {

/// @throws std::invalid_argument if the policy has not an action of its state for every state that has some.
template <class NumActions>
void require_policy(const std::vector<Action>& policy, State num_states, NumActions num_actions) {
  if (static_cast<State>(policy.size()) != num_states) {
    throw std::invalid_argument(text("a policy of ", policy.size(), " states for ", num_states, " states"));
  }
  for (State s = 0; s < num_states; ++s) {
    const Action actions = num_actions(s);
    if (actions > 0 && (policy[s] < 0 || policy[s] >= actions)) {
      throw std::invalid_argument(text("the policy takes action ", policy[s], " of ", actions, " in state ", s));
    }
  }
}

/// A model whose only action is the policy's.
template <Model M>
class UnderPolicy {
 public:
  UnderPolicy(const M& model, const std::vector<Action>& policy) noexcept : model_(model), policy_(policy) {}

  State num_states() const { return model_.num_states(); }
  Action num_actions(State s) const { return model_.num_actions(s) > 0 ? 1 : 0; }
  double fixed_value(State s) const { return model_.fixed_value(s); }
  template <class Visit>
  void for_each_transition(State s, Action, Visit&& visit) const {
    model_.for_each_transition(s, policy_[s], visit);
  }

 private:
  const M& model_;
  const std::vector<Action>& policy_;
};

}  // namespace detail

/// The chain of the rules under a policy, without building the other actions.
/// @param policy  |S| actions; not read in states without actions (-1 there by custom)
/// @throws std::invalid_argument for a policy of another size or with an action that does not exist, and as
/// build_sparse
template <Model M>
SparseMdp policy_chain(const M& model, const std::vector<Action>& policy, Rewards rewards) {
  detail::require_policy(policy, model.num_states(), [&](State s) { return model.num_actions(s); });
  return build_sparse(detail::UnderPolicy<M>(model, policy), rewards);
}

/// The same from rows, which are copied as they are; of a game, the chain of both players' choices.
SparseMdp policy_chain(const SparseMdp& mdp, const std::vector<Action>& policy);

/// The chain under a randomised policy. Its rewards stand per transition: actions that are mixed may pay differently.
/// @param action_probability  |SA|, of every action in its state; they sum to 1 in each state that has actions
/// @throws std::invalid_argument for another size, a negative probability, a sum that is off 1 by more than 1e-9.
SparseMdp randomised_policy_chain(const SparseMdp& mdp, std::span<const double> action_probability);

/// |SA| probabilities: every action of a state is as likely.
std::vector<double> uniform_policy(const SparseMdp& mdp);

}  // namespace aleator
