// The runs of a results file, sorted by the values of one axis and by the problem that each solved.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "experiments/results/netcdf_reader.hpp"

namespace aleator::cli {

/// One run, as far as comparing needs it; NaN: not in the file.
struct ComparedRun {
  std::size_t variant;  // its value on the compared axis
  std::size_t problem;  // what it solved; runs with another one are not to be compared with it
  bool ok;
  double seconds = std::numeric_limits<double>::quiet_NaN();
  double transitions = std::numeric_limits<double>::quiet_NaN();
  double sweeps = std::numeric_limits<double>::quiet_NaN();
  double error_bound = std::numeric_limits<double>::quiet_NaN();
  double initial_value = std::numeric_limits<double>::quiet_NaN();
};

struct Comparison {
  std::string axis;
  bool is_way;  // the axis says how problems are solved: each variant solves the same ones, but for finite horizons
  std::vector<std::string> variants;
  std::size_t problems = 0;
  std::vector<ComparedRun> runs;
};

/// A problem is all that a run shares with those which differ from it only in the compared axis (and in zipped keys
/// that say how a problem is solved, too): the model, the objective, the replicate, ...; a horizon makes another one.
/// Points that were not run, such as replicates that are not needed, do not count.
/// @param axis  by key or name; none: solve.method
/// @throws UsageError if the file has no such axis; results::FileError
Comparison read_comparison(const results::NetcdfReader& file, const std::optional<std::string>& axis);

}  // namespace aleator::cli
