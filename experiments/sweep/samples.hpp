// Points drawn from the unit cube, for axes whose values are no grid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace aleator {

enum class Sampling : std::uint8_t { random, sobol, latin_hypercube };

/// Points of [0, 1)^dimensions, one after the other: count * dimensions numbers.
///
/// random, sobol: the first of many points are those of few. latin_hypercube: each number of a point falls into another
/// of `count` equal parts, a new design for each count.
/// @param seed  another one gives other points (of sobol, whose points are those of the sequence for 0, a digital shift
/// of them)
/// @throws std::invalid_argument for more dimensions than the Sobol sequence has direction numbers
/// Source: Joe and Kuo, Constructing Sobol sequences with better two-dimensional projections (2008), as in
/// Boost.Random; McKay, Beckman and Conover, A comparison of three methods for selecting values of input variables
/// (1979).
std::vector<double> sample_cube(Sampling sampling, std::size_t count, std::size_t dimensions, std::uint64_t seed);

/// The interval that values of one key are drawn from.
struct SampledRange {
  double from = 0;
  double to = 0;
  bool log = false;    // drawn evenly in the logarithm
  bool whole = false;  // integers, both ends among them
};

/// Drawn values of each range, to 15 significant digits.
/// @throws std::invalid_argument unless from < to, both finite, above 0 where they are drawn in the logarithm, and
/// integers where the values are to be
std::vector<std::vector<double>> sampled_values(Sampling sampling, std::size_t count, std::uint64_t seed,
                                                const std::vector<SampledRange>& ranges);

}  // namespace aleator
