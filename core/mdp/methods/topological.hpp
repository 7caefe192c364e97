// Topological value iteration: component by component, from the end backwards.
#pragma once

#include <vector>

#include "core/mdp/bellman.hpp"
#include "core/mdp/methods/method.hpp"

namespace aleator {

/// Solves the strongly connected components one after the other, successors first, each by Gauss-Seidel value iteration
/// (extrapolated once the changes shrink steadily) until its residual is at most `target`; a component of one state by
/// one backup, in which a loop to itself is summed up exactly. Takes games, and a discount of 1 where every policy is
/// proper. Runs on one thread.
///
/// Sweep k is the k-th of every component that needs so many: Effort::residual[k] is the largest change of these, and
/// max_sweeps holds for each component.
/// @throws std::invalid_argument, see Progress; or if with discount 1 an action leads from a state to itself for
/// certain. Source: Dai and Goldsmith, Topological value iteration algorithm for Markov decision processes (2007).
SolveStatus topological_value_iteration(const BellmanEquation& equation, double target, std::vector<double>& value,
                                        Effort& effort);

}  // namespace aleator
