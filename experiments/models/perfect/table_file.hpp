// Files of solved positions: whole tables, opening books, endgame bases.
#pragma once

#include <filesystem>
#include <string>

#include "experiments/models/perfect/any_game.hpp"
#include "experiments/run/kind.hpp"

namespace aleator::perfect {

/// The attribute `format` of these files.
inline constexpr const char* table_format = "aleator positions of a game of perfect information";

/// Writes the positions beside the results of the run. @return the file's name
/// @throws results::FileError
std::string write_table_file(const Run& run, const TableColumns& columns);

/// @throws results::FileError if the file cannot be read, or is none; std::invalid_argument if its game has other rules
TableColumns read_table_file(const std::filesystem::path& file, const Run& run);

/// The [model] of an experiment with the game of the file. @throws results::FileError
std::string rules_of_table_file(const std::filesystem::path& file);

}  // namespace aleator::perfect
