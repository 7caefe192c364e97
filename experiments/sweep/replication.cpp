#include "experiments/sweep/replication.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <limits>

namespace aleator {

double confidence_half_width(const Moments& moments, double confidence) {
  if (moments.count() < 2) return std::numeric_limits<double>::infinity();
  const boost::math::students_t distribution(static_cast<double>(moments.count() - 1));
  return quantile(distribution, 0.5 + confidence / 2) * moments.standard_error();
}

std::int64_t more_replicates(const ReplicatesUntil& until, std::int64_t replicates, const Moments& moments) {
  if (replicates >= until.at_most) return 0;
  if (confidence_half_width(moments, until.confidence) <= until.half_width) return 0;
  return std::min(until.at_most, 2 * replicates) - replicates;
}

}  // namespace aleator
