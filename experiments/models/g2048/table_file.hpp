// The table of all positions of a solved game of 2048, in an HDF5 file of its own.
#pragma once

#include <filesystem>
#include <string>

#include "core/games/g2048/exact/solved_game.hpp"
#include "experiments/results/netcdf_reader.hpp"
#include "experiments/run/kind.hpp"

namespace aleator::g2048 {

/// The attribute `format` of such a file.
inline constexpr const char* table_format = "aleator-2048-table";

/// Writes the table beside the results of the run: RESULTS.table-0123456789abcdef.h5, where the digits are a hash of
/// the game and the objective.
/// @return the name, without the folder
/// @throws results::FileError
std::string write_table(const Run& run, const SolvedGame& game);

/// Looks up positions in the file, which is not read as a whole.
class Table {
 public:
  /// @throws results::FileError if the file cannot be read or is none of these
  explicit Table(const std::filesystem::path& file);

  const Rules& rules() const noexcept { return rules_; }
  const Objective& objective() const noexcept { return objective_; }

  struct Entry {
    double value;
    int best_move;  // the number of the direction; -1: the game is over
  };
  /// @throws std::invalid_argument if the position cannot be reached
  Entry operator()(Board canonical) const;

 private:
  results::NetcdfReader file_;
  Rules rules_;
  Objective objective_;
  std::vector<std::int64_t> layer_sum_;
  std::vector<std::int64_t> layer_begin_;  // and the number of positions
};

}  // namespace aleator::g2048
