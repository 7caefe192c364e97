#include "core/mdp/methods/weighted_predecessors.hpp"

#include <algorithm>
#include <numeric>

namespace aleator {
namespace {

/// Calls f(s, t, the largest probability over the actions) for each pair of a state and a successor of it, s ascending.
template <class F>
void for_each_edge(const SparseMdp& mdp, F f) {
  const auto size = static_cast<std::size_t>(mdp.num_states());
  std::vector<double> largest(size, 0.0);
  std::vector<double> of_row(size, 0.0);
  std::vector<State> successors;
  for (State s = 0; s < mdp.num_states(); ++s) {
    successors.clear();
    for (std::int64_t row = mdp.action_begin[s]; row < mdp.action_begin[s + 1]; ++row) {
      // A row may name a state more than once.
      for (std::int64_t i = mdp.row_begin[row]; i < mdp.row_begin[row + 1]; ++i) {
        of_row[mdp.next_state[i]] += mdp.probability[i];
      }
      for (std::int64_t i = mdp.row_begin[row]; i < mdp.row_begin[row + 1]; ++i) {
        const State t = mdp.next_state[i];
        if (of_row[t] == 0) continue;
        if (largest[t] == 0) successors.push_back(t);
        largest[t] = std::max(largest[t], of_row[t]);
        of_row[t] = 0;
      }
    }
    for (const State t : successors) {
      f(s, t, largest[t]);
      largest[t] = 0;
    }
  }
}

}  // namespace

WeightedPredecessors weighted_predecessors(const SparseMdp& mdp) {
  WeightedPredecessors result;
  result.begin.assign(static_cast<std::size_t>(mdp.num_states()) + 1, 0);
  for_each_edge(mdp, [&](State, State t, double) { ++result.begin[t + 1]; });
  std::partial_sum(result.begin.begin(), result.begin.end(), result.begin.begin());
  result.state.resize(static_cast<std::size_t>(result.begin.back()));
  result.weight.resize(result.state.size());
  std::vector<std::int64_t> end(result.begin.begin(), result.begin.end() - 1);
  for_each_edge(mdp, [&](State s, State t, double probability) {
    result.state[end[t]] = s;
    result.weight[end[t]++] = static_cast<float>(probability);
  });
  return result;
}

}  // namespace aleator
