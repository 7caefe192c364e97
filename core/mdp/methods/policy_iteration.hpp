// Policy iteration with exact evaluation.
#pragma once

#include <cstddef>
#include <vector>

#include "core/mdp/bellman.hpp"
#include "core/mdp/methods/method.hpp"

namespace aleator {

struct PolicyIterationOptions {
  std::vector<Action> start_policy = {};  // |S| actions; empty: greedy for the value to start from
};

/// Policy iteration; each policy is evaluated by a sparse direct solver and counts as a sweep. Refuses games. With a
/// discount of 1 the first policy must be proper, and so must those be that it leads to. The work of the solver is not
/// in transitions_processed, only what it reads.
/// @throws std::invalid_argument for a game, an improper policy with discount 1, a start_policy that does not fit, and
/// see Progress; std::bad_alloc: ask policy_iteration_bytes before.
/// Source: Howard, Dynamic Programming and Markov Processes (1960); Puterman (1994), section 6.4.
SolveStatus policy_iteration(const BellmanEquation& equation, const PolicyIterationOptions& options, double target,
                             std::vector<double>& value, Effort& effort);

/// About how many bytes policy_iteration and strategy_iteration take besides the process.
std::size_t policy_iteration_bytes(const SparseMdp& mdp);

}  // namespace aleator
