// Prioritized sweeping: always the state next that may change most.
#pragma once

#include <vector>

#include "core/mdp/bellman.hpp"
#include "core/mdp/methods/method.hpp"

namespace aleator {

/// Backs up one state after the other, the one first that may be farthest off: a state's priority is what the changes
/// of its successors since its last backup can make of it (discount * largest probability * |change|, added up, which
/// bounds its residual), to begin with its residual. Ends when no priority is above `target`. Of equal priorities the
/// lowest state comes first. Takes games, and a discount of 1 where every policy is proper. Runs on one thread.
///
/// |S| backups count as a sweep; so does the first look at all states. 8 bytes for each pair of a state and a
/// successor.
/// @throws std::invalid_argument, see Progress.
/// Source: Moore and Atkeson, Prioritized sweeping (1993); Wingate and Seppi, Prioritization methods for accelerating
/// MDP solvers (2005).
SolveStatus prioritized_sweeping(const BellmanEquation& equation, double target, std::vector<double>& value,
                                 Effort& effort);

}  // namespace aleator
