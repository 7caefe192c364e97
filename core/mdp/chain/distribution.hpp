// The distribution of a whole number, such as the steps of a game, and what is asked of it.
#pragma once

#include <cstdint>
#include <vector>

namespace aleator {

/// P(X = first + i) is probability[i]. What is missing to 1 is told apart: tail_mass was cut off (its value is not
/// known, only that it is above all that is listed, unless tail_anywhere), infinite_mass never arrives.
struct Distribution {
  std::int64_t first = 0;
  std::vector<double> probability;
  double tail_mass = 0;
  double infinite_mass = 0;        // P(X = +infinity)
  double minus_infinite_mass = 0;  // P(X = -infinity)
  bool tail_anywhere = false;      // the tail may be below what is listed, or between
};

/// The sum of x P(X = x) over what is listed, divided by its mass (what the tail would add is not known); infinite if
/// X is with a probability above 0, NaN if it is so on both sides or nothing is listed.
double mean(const Distribution& distribution);

/// The sum of (x - mean)^2 P(X = x), divided by the mass listed; NaN where the mean is not finite.
double variance(const Distribution& distribution);

/// The least x with P(X <= x) >= q - 1e-12: a q that is met but for rounding counts as met. +-infinity where such mass
/// decides; NaN if the tail that was cut off decides.
/// @throws std::invalid_argument if q is not in (0, 1].
double quantile(const Distribution& distribution, double q);

/// Which end of a distribution is the bad one: the high one for steps and costs, the low one for gains.
enum class Tail : std::uint8_t { low, high };

/// The mean of the worst `share`: the smallest (largest) x that have this probability together, the last of them
/// counted for as much as is needed. Infinite if infinite mass stands at that end. NaN if a tail that was cut off (of
/// more than 1e-12, and more than a thousandth of the share) may belong to them.
/// @throws std::invalid_argument if share is not in (0, 1].
/// Source: Rockafellar, Uryasev, Conditional Value-at-Risk for General Loss Distributions (2002), which splits atoms.
double tail_mean(const Distribution& distribution, double share, Tail tail);

}  // namespace aleator
