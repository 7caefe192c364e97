// Processes as PRISM's explicit model files.
#pragma once

#include "core/mdp/formats/labelled_mdp.hpp"
#include "core/mdp/formats/text_writer.hpp"

namespace aleator {

/// What a text format cannot hold: games, values of the end other than 0, two entries of a row for one next state.
/// @param format  for the message
/// @throws std::invalid_argument with the reason
void require_plain(const SparseMdp& mdp, const char* format);

/// Whether a text names the actions or has several of them in a state; else it is a chain's.
bool is_written_as_chain(const LabelledMdp& model);

/// Transitions (.tra), in the order of the next states. States without actions have none; PRISM gives them a loop.
/// @throws std::invalid_argument as require_plain does
void write_prism_transitions(const LabelledMdp& model, const TextSink& sink);

/// Labels (.lab): init, deadlock (the states without actions, and those labelled so), and the others.
/// @throws std::invalid_argument for a label that has a quotation mark or a line's end in its name
void write_prism_labels(const LabelledMdp& model, const TextSink& sink);

/// State rewards (.srew), if they say all: where all actions of each state earn the same, whatever comes of them. Else
/// the file has no entries, and the rewards are transition rewards.
void write_prism_state_rewards(const LabelledMdp& model, const TextSink& sink);

/// Transition rewards (.trew), unless the rewards are state rewards: then the file has no entries. The reward of an
/// action is that of all its transitions.
void write_prism_transition_rewards(const LabelledMdp& model, const TextSink& sink);

}  // namespace aleator
