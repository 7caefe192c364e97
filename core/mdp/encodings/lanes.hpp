// Value iteration of many processes of one structure side by side, one a SIMD lane.
#pragma once

#include <span>
#include <stop_token>
#include <vector>

#include "core/mdp/methods/value_iteration.hpp"
#include "core/mdp/solution.hpp"
#include "core/mdp/sparse_mdp.hpp"

namespace aleator {

struct LaneProblem {
  const SparseMdp* mdp;
  ValueIteration options;
};

/// Whether both have the same actions, next states and owners, so that they can be solved side by side.
bool share_structure(const SparseMdp& a, const SparseMdp& b);

/// Solves problems that differ in options, probabilities, rewards and fixed values only; each solution is to the last
/// bit what value_iteration() gives. A problem leaves its lane when it is solved, and the next one takes it over. What
/// all problems share is stored and read once; it is quickest if they share the probabilities, and all maximise.
/// @throws std::invalid_argument if the structures differ, and what value_iteration() does for one of the problems.
std::vector<Solution> value_iteration_lanes(std::span<const LaneProblem> problems, std::stop_token stop = {});

}  // namespace aleator
