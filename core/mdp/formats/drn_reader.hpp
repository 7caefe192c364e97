// Storm's explicit format (.drn).
#pragma once

#include <string>
#include <string_view>

#include "core/mdp/formats/labelled_mdp.hpp"

namespace aleator {

/// Reads a DTMC or an MDP. State rewards are added to every action of the state. The row of a state is named where its
/// action is not just the number that it has in the state. What a state labelled "deadlock" does is described at
/// remove_deadlock_loops.
/// @param reward_model  one of @reward_models; empty: the first, or none if there are none
/// @throws ModelTextError
/// Source: Storm documentation, "DRN input format".
LabelledMdp read_drn(std::string_view drn, std::string_view reward_model = {});

}  // namespace aleator
