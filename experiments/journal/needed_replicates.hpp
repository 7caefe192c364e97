// How many replicates of each point are needed, as far as the records tell.
#pragma once

#include <cstdint>
#include <vector>

#include "experiments/experiment.hpp"
#include "experiments/run/records.hpp"

namespace aleator {

/// For each point (without replicates): how many are to be run, of those whose results are known and for one step
/// beyond; so it may be more than the sweep has now. @pre experiment.until
std::vector<std::int64_t> needed_replicates(const Experiment& experiment, const Records& records);

}  // namespace aleator
