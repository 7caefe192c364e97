// `aleator ask` for games of perfect information: the value of every move, and how the game goes on.
#pragma once

#include <filesystem>
#include <string>

#include "experiments/run/answer.hpp"
#include "experiments/run/kind.hpp"

namespace aleator::perfect {

/// By the [search] of the experiment.
/// @throws std::invalid_argument if there is no such position, or no [search]
Answer ask(Run& run, const std::string& state);

/// By a file of solved positions; from positions that it has not got alpha-beta searches on.
/// @throws as ask, and results::FileError if the file cannot be read
Answer ask_table(const std::filesystem::path& file, const std::string& state);

}  // namespace aleator::perfect
