// `aleator ask` for kind = "cat-and-mouse": what each move is worth.
#pragma once

#include <string>

#include "experiments/run/answer.hpp"
#include "experiments/run/kind.hpp"

namespace aleator::cat_and_mouse {

inline constexpr const char* state_help =
    "the cells (row,column from 0, row 0 at the top) of the cats, then of the mice (- for one that is caught), and who "
    "moves (cat:2 for the second ply of a turn): \"7,0 0,6 cat\"";

/// @param state  as parse_position reads it
/// @throws std::invalid_argument if there is no such position, or the table takes more than the run's memory
Answer ask(Run& run, const std::string& state);

}  // namespace aleator::cat_and_mouse
