#include "core/mdp/formats/labelled_mdp.hpp"

#include <algorithm>
#include <cmath>

namespace aleator {

const std::vector<State>* LabelledMdp::find_label(std::string_view name) const noexcept {
  if (name == "init") return &initial;
  const auto found = std::find_if(labels.begin(), labels.end(), [&](const auto& label) { return label.first == name; });
  return found == labels.end() ? nullptr : &found->second;
}

void add_to_label(LabelledMdp& model, std::string_view name, const std::vector<State>& states) {
  auto found = std::find_if(model.labels.begin(), model.labels.end(), [&](const auto& l) { return l.first == name; });
  if (found == model.labels.end()) {
    model.labels.emplace_back(std::string(name), std::vector<State>{});
    found = model.labels.end() - 1;
  }
  std::vector<State>& all = found->second;
  all.insert(all.end(), states.begin(), states.end());
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
}

std::vector<State> end_states(const SparseMdp& mdp) {
  std::vector<State> ends;
  for (State s = 0; s < mdp.num_states(); ++s) {
    if (mdp.num_actions(s) == 0) ends.push_back(s);
  }
  return ends;
}

namespace {

bool is_idle_loop(const SparseMdp& mdp, State s) {
  if (mdp.num_actions(s) != 1) return false;
  const std::int64_t row = mdp.action_begin[s];
  const std::int64_t i = mdp.row_begin[row];
  return mdp.row_begin[row + 1] == i + 1 && mdp.next_state[i] == s && mdp.probability[i] == 1 && mdp.reward[row] == 0 &&
         (mdp.transition_reward.empty() || mdp.transition_reward[i] == 0);
}

/// Takes out entry `row` of a per-row array for each of the sorted `rows`.
template <class T>
void erase_entries(std::vector<T>& array, const std::vector<std::int64_t>& entries) {
  if (array.empty() || entries.empty()) return;
  auto next = entries.begin();
  std::size_t kept = static_cast<std::size_t>(*next);
  for (std::size_t i = kept; i < array.size(); ++i) {
    if (next != entries.end() && static_cast<std::size_t>(*next) == i) {
      ++next;
    } else {
      array[kept++] = array[i];
    }
  }
  array.resize(kept);
}

}  // namespace

void remove_deadlock_loops(LabelledMdp& model) {
  const std::vector<State>* deadlocks = model.find_label("deadlock");
  if (deadlocks == nullptr) return;
  SparseMdp& mdp = model.mdp;
  std::vector<std::int64_t> rows;
  std::vector<std::int64_t> entries;
  std::vector<State> states;
  for (const State s : *deadlocks) {
    if (!is_idle_loop(mdp, s)) continue;
    states.push_back(s);
    rows.push_back(mdp.action_begin[s]);
    entries.push_back(mdp.row_begin[mdp.action_begin[s]]);
  }
  if (states.empty()) return;
  erase_entries(mdp.next_state, entries);
  erase_entries(mdp.probability, entries);
  erase_entries(mdp.transition_reward, entries);
  erase_entries(mdp.reward, rows);
  erase_entries(model.action_name, rows);
  // The removed rows hold one entry each: beginnings move back by the number of rows removed before them.
  std::int64_t removed = 0;
  std::size_t next = 0;
  for (std::size_t row = 0; row < mdp.row_begin.size(); ++row) {
    if (next < rows.size() && rows[next] == static_cast<std::int64_t>(row)) {
      ++next;
      ++removed;
    } else {
      mdp.row_begin[row - static_cast<std::size_t>(removed)] = mdp.row_begin[row] - removed;
    }
  }
  mdp.row_begin.resize(mdp.row_begin.size() - rows.size());
  removed = 0;
  for (std::size_t s = 0; s < mdp.action_begin.size(); ++s) {
    mdp.action_begin[s] -= removed;
    if (static_cast<std::size_t>(removed) < states.size() && states[removed] == static_cast<State>(s)) ++removed;
  }
}

RowSumDeviation row_sum_deviation(const SparseMdp& mdp) {
  RowSumDeviation deviation;
  for (State s = 0; s < mdp.num_states(); ++s) {
    for (std::int64_t row = mdp.action_begin[s]; row < mdp.action_begin[s + 1]; ++row) {
      double sum = 0;
      for (std::int64_t i = mdp.row_begin[row]; i < mdp.row_begin[row + 1]; ++i) sum += mdp.probability[i];
      const double off = std::abs(sum - 1);
      if (off > deviation.largest) deviation = {off, s, static_cast<Action>(row - mdp.action_begin[s])};
    }
  }
  return deviation;
}

}  // namespace aleator
