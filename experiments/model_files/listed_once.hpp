// Whether rows that come from elsewhere list each transition once.
#pragma once

#include "core/mdp/sparse_mdp.hpp"

namespace aleator {

/// Two transitions of a row to one next state are one that was split, or a slip, unless their rewards differ: those are
/// two outcomes.
/// @throws std::invalid_argument "state 3, action 0: next state 5 is listed twice"
void check_listed_once(const SparseMdp& mdp);

}  // namespace aleator
