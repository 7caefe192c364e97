// Reach objectives with a finite horizon: play ends on the target.
#pragma once

#include "core/mdp/objective.hpp"
#include "core/mdp/sparse_mdp.hpp"

namespace aleator {

/// The process whose total reward is what `objective` counts: target states end it (worth 1 for a probability, else
/// their fixed value if they have no actions), other states without actions are worth nothing, rewards are those that
/// the objective sees. Other objectives than reach ones get the process as it is.
/// @throws std::invalid_argument for a target that has not |S| entries
SparseMdp with_absorbing_targets(const SparseMdp& mdp, const Objective& objective);

}  // namespace aleator
