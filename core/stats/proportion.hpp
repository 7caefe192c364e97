// What a number of successes says about their probability.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace aleator {

struct Interval {
  double low = 0;
  double high = 1;
};

/// The Wilson score interval of k successes in n independent trials; 0 to 1 without trials.
/// @param z  of the normal distribution: 1.959964 for 95 %
/// Source: Wilson, Probable Inference, the Law of Succession, and Statistical Inference (1927).
inline Interval wilson_interval(std::int64_t k, std::int64_t n, double z = 1.959963984540054) noexcept {
  if (n == 0) return {};
  const double trials = static_cast<double>(n);
  const double share = static_cast<double>(k) / trials;
  const double shrink = 1 + z * z / trials;
  const double middle = (share + z * z / (2 * trials)) / shrink;
  const double half = z / shrink * std::sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials));
  return {k == 0 ? 0 : std::max(0.0, middle - half), k == n ? 1 : std::min(1.0, middle + half)};
}

}  // namespace aleator
