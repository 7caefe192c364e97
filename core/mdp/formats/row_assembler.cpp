#include "core/mdp/formats/row_assembler.hpp"

#include <utility>

namespace aleator {

void RowAssembler::reserve(std::size_t rows, std::size_t transitions) {
  SparseMdp& mdp = model_.mdp;
  mdp.row_begin.reserve(rows + 1);
  mdp.reward.reserve(rows);
  mdp.next_state.reserve(transitions);
  mdp.probability.reserve(transitions);
}

void RowAssembler::begin_row(State state, double reward) {
  SparseMdp& mdp = model_.mdp;
  while (static_cast<std::int64_t>(mdp.action_begin.size()) <= state) mdp.action_begin.push_back(num_rows());
  mdp.reward.push_back(reward);
  if (!model_.action_name.empty()) model_.action_name.push_back(-1);
  state_ = state;
  largest_next_ = -1;
  marked_ = mdp.num_transitions();
  sum_ = 0;
}

// Rows that ascend, as programs write them, need no memory of what they hold.
void RowAssembler::check_not_listed(std::int64_t line, State next) {
  const SparseMdp& mdp = model_.mdp;
  if (row_seen_.empty()) row_seen_.assign(static_cast<std::size_t>(num_states_), 0);
  const std::int64_t row = num_rows();
  for (; marked_ < mdp.num_transitions(); ++marked_) row_seen_[mdp.next_state[marked_]] = row;
  if (row_seen_[next] == row) fail(line, text("next state ", next, " is listed twice"));
}

void RowAssembler::end_row(std::int64_t line) {
  const double off = std::abs(sum_ - 1);
  if (!(off <= 1e-9)) fail(line, text("the probabilities sum to ", sum_));
  if (off > model_.row_sums.largest) {
    const std::int64_t first = model_.mdp.action_begin.back();
    model_.row_sums = {off, state_, static_cast<Action>(num_rows() - 1 - first)};
  }
  model_.mdp.row_begin.push_back(model_.mdp.num_transitions());
}

void RowAssembler::name_row(std::string_view name) {
  if (name.empty()) return;
  auto found = name_index_.find(name);
  if (found == name_index_.end()) {
    found = name_index_.emplace(name, static_cast<std::int32_t>(model_.action_names.size())).first;
    model_.action_names.emplace_back(name);
  }
  if (model_.action_name.empty()) {
    model_.action_name.reserve(model_.mdp.reward.capacity());
    model_.action_name.assign(static_cast<std::size_t>(num_rows()), -1);
  }
  model_.action_name.back() = found->second;
}

std::string_view RowAssembler::row_name() const noexcept {
  if (model_.action_name.empty() || model_.action_name.back() < 0) return {};
  return model_.action_names[model_.action_name.back()];
}

void RowAssembler::fail(std::int64_t line, const std::string& what) const {
  const std::int64_t row = num_rows() - 1 - model_.mdp.action_begin.back();
  throw ModelTextError(line, text("state ", state_, ", ", row_word_, " ", row, ": ", what));
}

LabelledMdp RowAssembler::finish() && {
  const auto states = static_cast<std::size_t>(num_states_);
  model_.mdp.action_begin.resize(states + 1, num_rows());
  model_.mdp.fixed_value.assign(states, 0.0);
  return std::move(model_);
}

}  // namespace aleator
