#include "core/mdp/chain/distribution.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "core/text.hpp"

namespace aleator {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double slack = 1e-12;  // what quantile forgives: rounding, and tails cut off at this mass

void require_share(const char* name, double share) {
  if (!(share > 0 && share <= 1)) throw std::invalid_argument(text(name, " ", share, " is not in (0, 1]"));
}

double listed_mass(const Distribution& d) {
  double mass = 0;
  for (const double p : d.probability) mass += p;
  return mass;
}

}  // namespace

double mean(const Distribution& d) {
  if (d.infinite_mass > 0) return d.minus_infinite_mass > 0 ? nan : infinity;
  if (d.minus_infinite_mass > 0) return -infinity;
  double sum = 0;
  for (std::size_t i = 0; i < d.probability.size(); ++i) sum += static_cast<double>(i) * d.probability[i];
  return static_cast<double>(d.first) + sum / listed_mass(d);
}

double variance(const Distribution& d) {
  const double center = mean(d) - static_cast<double>(d.first);
  if (!std::isfinite(center)) return nan;
  double sum = 0;
  for (std::size_t i = 0; i < d.probability.size(); ++i) {
    const double distance = static_cast<double>(i) - center;
    sum += distance * distance * d.probability[i];
  }
  return sum / listed_mass(d);
}

double quantile(const Distribution& d, double q) {
  require_share("quantile", q);
  double below = d.minus_infinite_mass;
  if (below > 0 && below >= q - slack) return -infinity;
  for (std::size_t i = 0; i < d.probability.size(); ++i) {
    const double before = below;
    below += d.probability[i];
    // Never where nothing is: q below the slack would be met before the first x.
    if (!(below > 0 && below >= q - slack)) continue;
    if (d.tail_anywhere && d.tail_mass > slack && before + d.tail_mass >= q - slack) return nan;
    return static_cast<double>(d.first + static_cast<std::int64_t>(i));
  }
  return below + d.tail_mass >= q - slack ? nan : infinity;
}

double tail_mean(const Distribution& d, double share, Tail tail) {
  require_share("share", share);
  const bool high = tail == Tail::high;
  if ((high ? d.infinite_mass : d.minus_infinite_mass) > 0) return high ? infinity : -infinity;
  const bool is_cut = d.tail_mass > std::min(slack, share / 1000);
  if (is_cut && (high || d.tail_anywhere)) return nan;
  double taken = 0;
  double sum = 0;
  const std::size_t n = d.probability.size();
  for (std::size_t i = 0; i < n && taken < share; ++i) {
    const std::size_t x = high ? n - 1 - i : i;
    const double p = std::min(d.probability[x], share - taken);
    taken += p;
    sum += static_cast<double>(x) * p;
  }
  if (is_cut && taken < share - slack) return nan;
  // Rounding and cut tails leave 1e-12; more than that is the infinity at the other end.
  if (taken < share - slack && (high ? d.minus_infinite_mass : d.infinite_mass) > 0) return high ? -infinity : infinity;
  return static_cast<double>(d.first) + sum / taken;
}

}  // namespace aleator
