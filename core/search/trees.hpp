// What Monte Carlo tree searches have in common: independent trees at the root, and the choice by upper bounds.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace aleator {

/// How many of the games fall to a tree: the first games % trees of them play one more.
constexpr std::int64_t games_of_tree(std::int64_t games, std::int64_t trees, std::size_t tree) noexcept {
  return games / trees + (static_cast<std::int64_t>(tree) < games % trees);
}

/// The upper bound of UCB1 on a mean of `visits` rewards, in a position with the logarithm of all visits.
/// @param exploration  in units of the rewards
/// Source: Auer, Cesa-Bianchi, Fischer, Finite-time Analysis of the Multiarmed Bandit Problem (2002).
inline double upper_bound(double mean, std::int64_t visits, double log_all_visits, double exploration) noexcept {
  return mean + exploration * std::sqrt(log_all_visits / static_cast<double>(visits));
}

}  // namespace aleator
