// The whole distribution of what a path of a chain adds up, step by step forward.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "core/mdp/chain/distribution.hpp"
#include "core/mdp/chain/path_total.hpp"

namespace aleator {

struct DistributionLimits {
  double tail_mass = 1e-12;  // paths of so much probability may be cut off
  std::int64_t max_steps = 10'000'000;
  std::int64_t max_cells = 50'000'000;  // of 8 bytes, held at once
};

/// The distribution of the total of a path from a state drawn from `initial`.
///
/// Probability is carried forward until no more than limits.tail_mass is on its way; where max_steps or `stop` end it
/// earlier, tail_mass tells what was left (part of which may be on its way to infinity). Infinite mass is what came to
/// a state from where the total is infinite for certain, found by graph search: exactly 0 if there is none. What rows
/// lack to a sum of 1 is lost, and not told.
///
/// Steps need one cell a step. Rewards must be whole numbers (within 1e-12) on every transition that such a path can
/// take, and so must be the fixed values where it ends; each state on the way has a window of cells for the rewards so
/// far, cut at its ends as far as tail_mass allows.
/// @throws std::invalid_argument as fates and require_distribution do; for a reward that is not whole or larger than
/// 2^31; beyond max_cells.
Distribution path_distribution(const SparseMdp& chain, const PathTotal& total, const std::vector<double>& initial,
                               const DistributionLimits& limits = {}, std::stop_token stop = {});

}  // namespace aleator
