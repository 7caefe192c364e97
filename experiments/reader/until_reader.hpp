// Reads replicates = { of, half_width, ... }.
#pragma once

#include <toml++/toml.h>

#include "experiments/config/place.hpp"
#include "experiments/run/schema.hpp"
#include "experiments/sweep/replication.hpp"

namespace aleator {

/// What stands in the table; what is wrong goes to `problems`.
ReplicatesUntil read_until(const toml::table& table, ProblemList& problems);

/// Tells a problem if the output is none of one number that is kept.
/// @param place  of the table
void check_until(const ReplicatesUntil& until, const Place& place, const ResultSchema& schema, ProblemList& problems);

}  // namespace aleator
