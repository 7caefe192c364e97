// PRISM's explicit files of states: the values of a model's variables.
#pragma once

#include <string_view>

#include "core/mdp/formats/labelled_mdp.hpp"
#include "core/mdp/formats/text_writer.hpp"

namespace aleator {

/// States (.sta): the variables "(x,y,z)", then "state:(1,2,true)" for every state once, in any order. A variable is
/// true or false, or a number in every state; numbers are real if one of them is not written as a whole number.
/// @throws ModelTextError
/// Source: PRISM manual, appendix "Explicit Model Files".
void read_prism_states(std::string_view sta, LabelledMdp& model);

/// States in ascending order. Without variables every state has the valuation "()".
/// @throws std::invalid_argument as check_valuations does
void write_prism_states(const LabelledMdp& model, const TextSink& sink);

}  // namespace aleator
