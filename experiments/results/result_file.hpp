// Writes the results of an experiment: one HDF5 file that opens directly in xarray. docs/results-file.md describes it.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/experiment.hpp"
#include "experiments/run/records.hpp"

namespace aleator {

/// Name and text of each entry of /provenance, in order.
using Provenance = std::vector<std::pair<std::string, std::string>>;

struct ResultOptions {
  bool omit_times = false;  // seconds are written as missing, so that equal results are equal files
};

/// Writes the file under a temporary name and puts it in the place of `path` when it is whole and on disk.
/// @param records  one for each point of the sweep
/// @throws results::FileError
void write_results(const std::filesystem::path& path, const Experiment& experiment, const Records& records,
                   const Provenance& provenance, const ResultOptions& options);

}  // namespace aleator
