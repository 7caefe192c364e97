// Whether arrays that come from elsewhere are a process.
#pragma once

#include "core/mdp/sparse_mdp.hpp"

namespace aleator {

/// Checks all that SparseMdp promises: lengths, beginnings that ascend, next states in range, probabilities above 0
/// with sums within 1e-9 of 1, finite rewards, owners, and rewards of actions that are what their transitions' rewards
/// lead to expect (within 1e-9 of the rewards' size).
/// @throws std::invalid_argument naming the array and the place
void check_arrays(const SparseMdp& mdp);

}  // namespace aleator
