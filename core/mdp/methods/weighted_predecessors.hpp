// Who can come to a state, and how strongly its value counts there. Where only the graph matters, PredecessorRows
// (core/mdp/graph/) are made in less time.
#pragma once

#include <cstdint>
#include <vector>

#include "core/mdp/sparse_mdp.hpp"

namespace aleator {

/// The predecessors of state t stand at begin[t] ... begin[t + 1] - 1, each once, in ascending order.
struct WeightedPredecessors {
  std::vector<std::int64_t> begin;  // |S| + 1
  std::vector<State> state;
  std::vector<float> weight;  // the largest probability to come from there to t in one step, over the actions
};

WeightedPredecessors weighted_predecessors(const SparseMdp& mdp);

}  // namespace aleator
