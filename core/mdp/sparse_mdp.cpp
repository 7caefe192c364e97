#include "core/mdp/sparse_mdp.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/text.hpp"

namespace aleator {

bool SparseMdp::is_chain() const noexcept {
  for (State s = 0; s < num_states(); ++s) {
    if (num_actions(s) > 1) return false;
  }
  return true;
}

std::size_t SparseMdp::bytes() const noexcept {
  const auto size = [](const auto& array) { return array.size() * sizeof array[0]; };
  return size(action_begin) + size(row_begin) + size(next_state) + size(probability) + size(reward) +
         size(fixed_value) + size(transition_reward) + size(owner);
}

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
  for (const double value : mdp.fixed_value) facts.largest_fixed = std::max(facts.largest_fixed, std::abs(value));
  return facts;
}

SparseMdpBuilder::SparseMdpBuilder(State num_states, Rewards rewards) : num_states_(num_states), rewards_(rewards) {
  mdp_.action_begin.push_back(0);
  mdp_.row_begin.push_back(0);
  last_seen_.assign(static_cast<std::size_t>(num_states), 0);
}

/// Where the row has an entry that this one can be added to, or -1.
std::int64_t SparseMdpBuilder::find_in_row(State next, double reward) const noexcept {
  const std::int64_t begin = mdp_.row_begin.back();
  std::int64_t i = last_seen_[next];
  if (i < begin || i >= mdp_.num_transitions() || mdp_.next_state[i] != next) return -1;
  if (rewards_ == Rewards::per_action) return i;
  for (; i >= begin; --i) {
    if (mdp_.next_state[i] == next && mdp_.transition_reward[i] == reward) return i;
  }
  return -1;
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
  if (row_sum_ == 0) first_reward_ = reward;
  same_reward_ = same_reward_ && reward == first_reward_;
  row_sum_ += probability;
  row_reward_ += probability * reward;
  if (const std::int64_t same = find_in_row(next, reward); same >= 0) {
    mdp_.probability[same] += probability;
    return;
  }
  last_seen_[next] = mdp_.num_transitions();
  mdp_.next_state.push_back(next);
  mdp_.probability.push_back(probability);
  if (rewards_ == Rewards::per_transition) mdp_.transition_reward.push_back(reward);
}

void SparseMdpBuilder::end_action(double reward) {
  const auto refuse = [&](const std::string& what) {
    const std::int64_t action = mdp_.num_rows() - mdp_.action_begin.back();
    throw std::invalid_argument(text("state ", current_state(), ", action ", action, ": ", what));
  };
  if (std::abs(row_sum_ - 1) > 1e-9) refuse(text("the probabilities sum to ", row_sum_));
  const double expected = (same_reward_ ? first_reward_ : row_reward_) + reward;
  if (!std::isfinite(reward) || !std::isfinite(expected)) refuse(text("reward ", expected));
  if (reward != 0 && rewards_ == Rewards::per_transition) {
    for (std::int64_t i = mdp_.row_begin.back(); i < mdp_.num_transitions(); ++i) mdp_.transition_reward[i] += reward;
  }
  mdp_.reward.push_back(expected);
  mdp_.row_begin.push_back(mdp_.num_transitions());
  row_sum_ = row_reward_ = first_reward_ = 0;
  same_reward_ = true;
}

void SparseMdpBuilder::end_state(double fixed_value, Sense owner) {
  if (!std::isfinite(fixed_value)) {
    throw std::invalid_argument(text("state ", current_state(), ": fixed value ", fixed_value));
  }
  if (owner == Sense::min && mdp_.owner.empty()) {
    mdp_.owner.reserve(mdp_.fixed_value.capacity());
    mdp_.owner.assign(mdp_.fixed_value.size(), Sense::max);
    mdp_.owner.push_back(owner);
  } else if (mdp_.is_game()) {
    mdp_.owner.push_back(owner);
  }
  mdp_.action_begin.push_back(mdp_.num_rows());
  mdp_.fixed_value.push_back(fixed_value);
}

SparseMdp SparseMdpBuilder::take_block() {
  SparseMdp block = std::exchange(mdp_, {});
  states_taken_ += block.num_states();
  mdp_.action_begin.push_back(0);
  mdp_.row_begin.push_back(0);
  return block;
}

SparseMdp SparseMdpBuilder::finish() && {
  if (num_ended() != num_states_) {
    throw std::invalid_argument(text(num_ended(), " of ", num_states_, " states are given"));
  }
  return std::move(mdp_);
}

}  // namespace aleator
