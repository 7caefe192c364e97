// PRISM's explicit model files: transitions, labels, rewards.
#pragma once

#include <string_view>

#include "core/mdp/formats/labelled_mdp.hpp"

namespace aleator {

/// The transitions (.tra) of a chain ("states transitions", then "state next probability") or a decision process
/// ("states choices transitions", then "state choice next probability [action]"). The rows of a state may stand
/// anywhere, but the lines of one row follow one another, and the choices of a state count from 0. A state without
/// transitions ends the process with value 0. The action names of chains are not kept.
/// @throws ModelTextError
/// Source of all four formats: PRISM manual, appendix "Explicit Model Files".
LabelledMdp read_prism_transitions(std::string_view tra);

/// Labels (.lab): 0="init" 1="deadlock" 2="goal", then "state: label label". Without a state labelled "init" the
/// initial state stays 0.
/// @throws ModelTextError
void read_prism_labels(std::string_view lab, LabelledMdp& model);

/// Adds state rewards (.srew: "states entries", then "state reward") to every action of the state.
/// @throws ModelTextError
void read_prism_state_rewards(std::string_view srew, LabelledMdp& model);

/// Adds transition rewards (.trew: the header and columns of .tra, with rewards). Where each row has one reward for all
/// its transitions, it is the action's; else transition_reward is filled.
/// @throws ModelTextError
void read_prism_transition_rewards(std::string_view trew, LabelledMdp& model);

}  // namespace aleator
