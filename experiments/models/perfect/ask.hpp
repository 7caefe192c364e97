// `aleator ask` for games of perfect information: the value of every move, and how the game goes on.
#pragma once

#include <string>

#include "experiments/run/answer.hpp"
#include "experiments/run/kind.hpp"

namespace aleator::perfect {

/// By the [search] of the experiment.
/// @throws std::invalid_argument if there is no such position, or no [search]
Answer ask(Run& run, const std::string& state);

}  // namespace aleator::perfect
