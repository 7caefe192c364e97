// `aleator ask` for kind = "g2048": the values of the four moves.
#pragma once

#include <filesystem>
#include <string>

#include "experiments/run/answer.hpp"
#include "experiments/run/kind.hpp"

namespace aleator::g2048 {

/// By the solver of the experiment.
/// @param state  a board, as parse_board reads it
/// @throws std::invalid_argument if it is no board of the shape, or cannot be reached
Answer ask(Run& run, const std::string& state);

/// By the table that an earlier run has kept.
/// @throws as ask, and results::FileError if the file cannot be read
Answer ask_table(const std::filesystem::path& file, const std::string& state);

}  // namespace aleator::g2048
