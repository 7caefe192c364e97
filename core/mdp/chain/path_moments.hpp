// Mean and variance of what a path of a chain adds up, from linear equations.
#pragma once

#include <vector>

#include "core/mdp/chain/path_total.hpp"
#include "core/mdp/chain/transient_system.hpp"

namespace aleator {

/// Of paths from each state. The mean is +-infinity where the total is so with a probability above 0 (NaN if it is
/// +infinity and -infinity with such); the variance is NaN there. The errors are proved bounds on the finite ones,
/// +infinity where nothing could be proved; that of the variance takes the rows to sum to 1. Relative to the moments
/// they grow like epsilon times the largest expected number of steps: with 1e16 of them nothing is known.
struct PathMoments {
  std::vector<double> mean;            // |S|
  std::vector<double> variance;        // |S|
  std::vector<double> mean_error;      // |S|
  std::vector<double> variance_error;  // |S|
};

/// Of the undiscounted total.
/// Rewards that differ within an action must stand per transition (Rewards::per_transition), or the variance lacks
/// them.
/// @throws std::invalid_argument as fates does.
PathMoments path_moments(const SparseMdp& chain, const PathTotal& total);

/// Of the sum of discount^t reward_t and, if the process ends after T steps, discount^T times the fixed value.
/// @throws std::invalid_argument if `chain` is none or the discount is not in (0, 1).
/// Source: Sobel, The Variance of Discounted Markov Decision Processes (1982).
PathMoments discounted_moments(const SparseMdp& chain, double discount);

/// The errors are what those of PathMoments come to.
struct Moment {
  double mean = 0;
  double variance = 0;
  double mean_error = 0;
  double variance_error = 0;
};

/// Of paths that start in a state drawn from `initial`: the mean of the means; the mean of the variances and the
/// variance of the means.
/// @throws std::invalid_argument as require_distribution does.
Moment moments_from(const PathMoments& moments, const std::vector<double>& initial);

/// The probability that a path from each state comes to `fate` (not open).
/// For steps or a target, that of plus_infinity is 1 - the probability to reach it, without its cancellation.
LinearSolution fate_probability(const SparseMdp& chain, const std::vector<Fate>& fates, Fate fate);

}  // namespace aleator
