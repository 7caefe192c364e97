// Values of an axis as a person would type them.
#pragma once

#include <cstddef>
#include <vector>

namespace aleator {

/// All arguments are read as the shortest decimals that give the same double, computed with as exact rationals, and
/// each value is rounded once to the nearest double: range(0, 1, 0.1)[3] is 0.3.
///
/// from, from + step, ... as long as it is before `to` (which is left out); step may be negative. Empty if `to` is not
/// in the direction of the step. @throws std::invalid_argument if step is 0 or there are more than 10^7 values.
std::vector<double> range_values(double from, double to, double step);

/// `count` values from `from` to `to`, both ends included; `from` alone for a count of 1.
std::vector<double> linspace_values(double from, double to, std::size_t count);

/// `count` values in equal ratios from `from` to `to`, both ends included and exact, the others rounded to 15
/// significant digits. @throws std::invalid_argument unless both ends are above 0.
std::vector<double> logspace_values(double from, double to, std::size_t count);

}  // namespace aleator
