// The coordinates of a sweep's axes in a results file.
#pragma once

#include <string>
#include <vector>

#include "experiments/results/netcdf_writer.hpp"
#include "experiments/sweep/sweep.hpp"

namespace aleator {

/// Writes each axis as a dimension with its coordinates, what else is known of its positions as further variables, and
/// `replicate`.
void write_axes(results::NetcdfGroup& root, const Sweep& sweep);

/// The names of those further variables: labels' values and zipped keys.
std::vector<std::string> extra_coordinates(const Sweep& sweep);

/// The names of the dimensions of the grid: the axes, then `replicate`; and their lengths.
std::vector<std::string> grid_dimensions(const Sweep& sweep);
std::vector<std::uint64_t> grid_shape(const Sweep& sweep);

/// One column per axis key (the values, or codes with their meanings) and `replicate`, a row for each point.
void write_axis_columns(results::NetcdfGroup& runs, const Sweep& sweep);

}  // namespace aleator
