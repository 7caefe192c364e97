// Files of solved positions: whole tables, opening books, endgame bases.
#pragma once

#include <filesystem>
#include <string>

#include "experiments/models/perfect/any_game.hpp"
#include "experiments/run/kind.hpp"

namespace aleator::perfect {

/// Writes the positions beside the results of the run. @return the file's name
/// @throws results::FileError
std::string write_table_file(const Run& run, const TableColumns& columns);

/// @throws results::FileError if the file cannot be read, or is none; std::invalid_argument if its game has other rules
TableColumns read_table_file(const std::filesystem::path& file, const Run& run);

}  // namespace aleator::perfect
