// Minima of a smooth function over probability distributions.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace aleator {

/// A function's value at a distribution and its partial derivatives there, of which some may be +infinity.
struct Sloped {
  double value = 0;
  std::vector<double> gradient;
};

/// Infinite outside of where it is defined; then without a gradient.
using SimplexFunction = std::function<Sloped(const std::vector<double>&)>;

/// The nearest distribution.
/// Source: Held, Wolfe, Crowder, Validation of Subgradient Optimization (1974).
std::vector<double> nearest_distribution(const std::vector<double>& point);

/// The slopes from a distribution straight to every vertex, where all probability is on one element: gradient(k) - the
/// mean gradient. At a local minimum none is negative; where none is, no direction leads down, since every one is a mix
/// of those to vertices.
std::vector<double> slopes_to_vertices(const std::vector<double>& distribution, const std::vector<double>& gradient);

struct SimplexMinimum {
  std::vector<double> distribution;
  double value = 0;
  double least_slope = 0;  // to a vertex
  std::int64_t evaluations = 0;
};

struct SimplexSearch {
  double tolerance = 1e-8;  // ends where the least slope to a vertex is at least -tolerance
  std::int64_t max_evaluations = 2'000;
};

/// Goes downhill by spectral projected gradients. Where f jumps up (to infinity, say) as soon as an element leaves 0, no
/// way leads down there: the slope towards it counts as +infinity.
/// @param start  where f is finite
/// Source: Birgin, Martinez, Raydan, Nonmonotone Spectral Projected Gradient Methods on Convex Sets (2000).
SimplexMinimum minimise_on_simplex(const SimplexFunction& f, std::vector<double> start, const SimplexSearch& options);

}  // namespace aleator
