// Who can come to a state, and how strongly its value counts there.
#pragma once

#include <cstdint>
#include <vector>

#include "core/mdp/sparse_mdp.hpp"

namespace aleator {

/// The predecessors of state t stand at begin[t] ... begin[t + 1] - 1, each once, in ascending order.
struct Predecessors {
  std::vector<std::int64_t> begin;  // |S| + 1
  std::vector<State> state;
  std::vector<float> weight;  // the largest probability to come from there to t in one step, over the actions
};

Predecessors predecessors(const SparseMdp& mdp);

/// All states, those nearest to a state without actions first (in steps, whatever their probability; of equals the one
/// first found); then, as long as some are left that lead to none of these, likewise around the least numbered one.
std::vector<State> nearest_end_first(const SparseMdp& mdp);

}  // namespace aleator
