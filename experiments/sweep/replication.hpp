// Replicates that go on until a mean is known well enough.
#pragma once

#include <cstdint>
#include <string>

#include "core/stats/moments.hpp"

namespace aleator {

/// After at_least replicates, and whenever their number has doubled, the mean of an output is looked at, until its
/// interval is narrow or there are at_most of them. So the number does not depend on how fast which run was.
struct ReplicatesUntil {
  std::string of;         // an output of one number
  double half_width = 0;  // of the confidence interval of its mean, at most; in its unit
  double confidence = 0.95;
  std::int64_t at_least = 8;
  std::int64_t at_most = 1000;
};

/// Half of the width of the confidence interval of a mean, by Student's t; infinite below two values.
double confidence_half_width(const Moments& moments, double confidence);

/// How many replicates are to be run after the first `replicates` of a point: 0 if the interval of these is narrow, or
/// there are enough.
/// @param moments  of those that gave a number
std::int64_t more_replicates(const ReplicatesUntil& until, std::int64_t replicates, const Moments& moments);

}  // namespace aleator
