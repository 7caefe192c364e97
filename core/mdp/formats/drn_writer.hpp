// Processes in Storm's explicit format (.drn).
#pragma once

#include "core/mdp/formats/labelled_mdp.hpp"
#include "core/mdp/formats/text_writer.hpp"

namespace aleator {

/// Transitions in the order of the next states. Storm wants an action in every state: one that ends the process gets a
/// loop of probability 1 without reward, and the label "deadlock". The rewards, if there are any, are those of the
/// actions, as the reward model "reward" (the format has none of transitions).
/// @throws std::invalid_argument as require_plain does, and for names of labels that have a quotation mark or a line's
///     end in them, or of actions that have a blank
void write_drn(const LabelledMdp& model, const TextSink& sink);

}  // namespace aleator
