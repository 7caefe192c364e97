#include "core/mdp/sparse_mdp.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/text.hpp"

namespace aleator {

RowFacts row_facts(const SparseMdp& mdp) {
  RowFacts facts;
  for (std::int64_t row = 0; row < mdp.num_rows(); ++row) {
    double sum = 0;
    for (std::int64_t i = mdp.row_begin[row]; i < mdp.row_begin[row + 1]; ++i) sum += mdp.probability[i];
    facts.smallest_sum = std::min(facts.smallest_sum, sum);
    facts.largest_sum = std::max(facts.largest_sum, sum);
    facts.longest = std::max(facts.longest, mdp.row_begin[row + 1] - mdp.row_begin[row]);
    facts.largest_reward = std::max(facts.largest_reward, std::abs(mdp.reward[row]));
  }
  return facts;
}

SparseMdpBuilder::SparseMdpBuilder(State num_states) : num_states_(num_states) {
  mdp_.action_begin.reserve(static_cast<std::size_t>(num_states) + 1);
  mdp_.fixed_value.reserve(static_cast<std::size_t>(num_states));
  mdp_.action_begin.push_back(0);
  mdp_.row_begin.push_back(0);
}

void SparseMdpBuilder::add_transition(State next, double probability, double reward) {
  const auto refuse = [&](const std::string& what) {
    const std::int64_t action = mdp_.num_rows() - mdp_.action_begin.back();
    throw std::invalid_argument(text("state ", current_state(), ", action ", action, ": ", what));
  };
  if (!(probability >= 0) || !std::isfinite(probability)) refuse(text("probability ", probability));
  if (!std::isfinite(reward)) refuse(text("reward ", reward));
  if (next < 0 || next >= num_states_) refuse(text("next state ", next, " of ", num_states_, " states"));
  if (probability == 0) return;
  row_sum_ += probability;
  row_reward_ += probability * reward;
  const auto begin = mdp_.next_state.begin() + mdp_.row_begin.back();
  const auto same = std::find(begin, mdp_.next_state.end(), next);
  if (same != mdp_.next_state.end()) {
    mdp_.probability[static_cast<std::size_t>(same - mdp_.next_state.begin())] += probability;
    return;
  }
  mdp_.next_state.push_back(next);
  mdp_.probability.push_back(probability);
}

void SparseMdpBuilder::end_action() {
  if (std::abs(row_sum_ - 1) > 1e-9) {
    const std::int64_t action = mdp_.num_rows() - mdp_.action_begin.back();
    throw std::invalid_argument(
        text("state ", current_state(), ", action ", action, ": the probabilities sum to ", row_sum_));
  }
  mdp_.reward.push_back(row_reward_);
  mdp_.row_begin.push_back(mdp_.num_transitions());
  row_sum_ = row_reward_ = 0;
}

void SparseMdpBuilder::end_state(double fixed_value) {
  if (!std::isfinite(fixed_value)) {
    throw std::invalid_argument(text("state ", current_state(), ": fixed value ", fixed_value));
  }
  mdp_.action_begin.push_back(mdp_.num_rows());
  mdp_.fixed_value.push_back(fixed_value);
}

SparseMdp SparseMdpBuilder::finish() && {
  if (current_state() != num_states_) {
    throw std::invalid_argument(text(current_state(), " of ", num_states_, " states are given"));
  }
  return std::move(mdp_);
}

}  // namespace aleator
