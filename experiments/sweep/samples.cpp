#include "experiments/sweep/samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/random/sobol.hpp>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/random/philox_stream.hpp"
#include "core/text.hpp"

namespace aleator {
namespace {

/// Streams of one seed, one for each use.
enum : std::uint64_t { stream_of_points = 0, stream_of_shifts = 1, stream_of_cells = 2 };

PhiloxStream stream(std::uint64_t seed, std::uint64_t of, std::uint64_t block) {
  return {{seed, 0x5a3b1e5}, of, block};
}

/// The upper 53 bits as a number in [0, 1).
double unit(std::uint64_t bits) {
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

std::vector<double> random_points(std::size_t count, std::size_t dimensions, std::uint64_t seed) {
  PhiloxStream random = stream(seed, stream_of_points, 0);
  std::vector<double> points(count * dimensions);
  for (double& x : points) x = unit(random());
  return points;
}

std::vector<double> sobol_points(std::size_t count, std::size_t dimensions, std::uint64_t seed) {
  constexpr std::size_t most = 3667;
  if (dimensions > most) throw std::invalid_argument(text(dimensions, " keys, and sobol has ", most, " dimensions"));
  boost::random::sobol sequence(dimensions);
  std::vector<std::uint64_t> shift(dimensions, 0);
  PhiloxStream random = stream(seed, stream_of_shifts, 0);
  if (seed != 0) std::generate(shift.begin(), shift.end(), [&] { return random(); });
  std::vector<double> points;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < dimensions; ++k) points.push_back(unit(sequence() ^ shift[k]));
  }
  return points;
}

std::vector<double> latin_hypercube(std::size_t count, std::size_t dimensions, std::uint64_t seed) {
  std::vector<double> points(count * dimensions);
  std::vector<std::size_t> part(count);
  for (std::size_t k = 0; k < dimensions; ++k) {
    PhiloxStream random = stream(seed, stream_of_cells + count, k);
    std::iota(part.begin(), part.end(), std::size_t{0});
    for (std::size_t i = count; i > 1; --i) std::swap(part[i - 1], part[uniform_below(random, i)]);
    const auto parts = static_cast<double>(count);
    for (std::size_t i = 0; i < count; ++i) {
      const double place = (static_cast<double>(part[i]) + unit(random())) / parts;
      points[i * dimensions + k] = std::min(place, 1 - 0x1p-53);
    }
  }
  return points;
}

void check(const SampledRange& range) {
  const auto& [from, to, log, whole] = range;
  if (!std::isfinite(from) || !std::isfinite(to)) throw std::invalid_argument("the numbers must be finite");
  if (!(from < to)) throw std::invalid_argument(text("from ", from, " is not below to ", to));
  if (log && !(from > 0)) throw std::invalid_argument(text("from ", from, ": on a log scale it must be above 0"));
  constexpr double most = 0x1p53;
  if (whole && (from != std::floor(from) || to != std::floor(to) || from < -most || to > most)) {
    throw std::invalid_argument(text("from ", from, " to ", to, ": the key takes integers"));
  }
}

/// The value at x of [0, 1).
double value_at(double x, const SampledRange& range) {
  const auto& [from, to, log, whole] = range;
  const double end = whole ? to + 1 : to;
  const double value = log ? from * std::pow(end / from, x) : from + (end - from) * x;
  if (whole) return std::clamp(std::floor(value), from, to);
  return std::clamp(std::stod(fmt::format("{:.15g}", value)), from, to);
}

}  // namespace

std::vector<std::vector<double>> sampled_values(Sampling sampling, std::size_t count, std::uint64_t seed,
                                                const std::vector<SampledRange>& ranges) {
  for (const SampledRange& range : ranges) check(range);
  const std::vector<double> points = sample_cube(sampling, count, ranges.size(), seed);
  std::vector<std::vector<double>> values(ranges.size());
  for (std::size_t k = 0; k < ranges.size(); ++k) {
    for (std::size_t i = 0; i < count; ++i) {
      values[k].push_back(value_at(points[i * ranges.size() + k], ranges[k]));
    }
  }
  return values;
}

std::vector<double> sample_cube(Sampling sampling, std::size_t count, std::size_t dimensions, std::uint64_t seed) {
  switch (sampling) {
    case Sampling::random:
      return random_points(count, dimensions, seed);
    case Sampling::sobol:
      return sobol_points(count, dimensions, seed);
    default:
      return latin_hypercube(count, dimensions, seed);
  }
}

}  // namespace aleator
