// How far states are from the end, and the order that this puts them into.
#pragma once

#include <limits>
#include <vector>

#include "core/mdp/graph/predecessor_rows.hpp"
#include "core/mdp/sparse_mdp.hpp"

namespace aleator {

/// The distance of a state from which no state without actions can be reached.
inline constexpr State never_ends = std::numeric_limits<State>::max();

/// |S|: how many transitions a state without actions is away, whatever their probabilities.
std::vector<State> distances_to_end(const SparseMdp& mdp, const PredecessorRows& predecessors);

/// All states, those nearest to a state without actions first (of equals the one first found); then, as long as some
/// are left that lead to none of these, likewise around the least numbered one.
/// @throws std::invalid_argument, see PredecessorRows
std::vector<State> nearest_end_first(const SparseMdp& mdp);

}  // namespace aleator
