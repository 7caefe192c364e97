// The Bellman backup: the one inner loop that every method on sparse rows shares.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "core/mdp/sparse_mdp.hpp"

namespace aleator {

struct StateRange {
  State begin;
  State end;
};

/// How a sweep changed the values, in the units of the reward.
struct Change {
  double smallest = std::numeric_limits<double>::infinity();  // signed
  double largest = -std::numeric_limits<double>::infinity();  // signed
  double total = 0;                                           // sum of the absolute changes

  double absolute() const noexcept { return std::max(largest, -smallest); }

  void merge(const Change& other) noexcept {
    smallest = std::min(smallest, other.smallest);
    largest = std::max(largest, other.largest);
    total += other.total;
  }
};

/// Q(s, a) = r + discount * sum of P(next) v[next] for one row; the terms are added in the order of the row.
inline double row_value(const SparseMdp& mdp, double discount, std::int64_t row, std::span<const double> v) noexcept {
  double expected = 0;
  for (std::int64_t i = mdp.row_begin[row]; i < mdp.row_begin[row + 1]; ++i) {
    expected += mdp.probability[i] * v[mdp.next_state[i]];
  }
  return mdp.reward[row] + discount * expected;
}

/// One Bellman backup v_next(s) = max_a Q(s, a) of the states of `block`; a state without actions keeps its value (a
/// change of 0).
/// @param v       |S| values of the previous sweep
/// @param v_next  |S| values; only those of `block` are written
/// @pre v and v_next do not overlap. Never throws.
/// Source: Puterman, Markov Decision Processes (1994), section 6.3.
inline Change bellman_backup(const SparseMdp& mdp, double discount, StateRange block, std::span<const double> v,
                             std::span<double> v_next) noexcept {
  Change change;
  for (State s = block.begin; s < block.end; ++s) {
    double best = v[s];
    const std::int64_t end = mdp.action_begin[s + 1];
    std::int64_t row = mdp.action_begin[s];
    if (row < end) best = row_value(mdp, discount, row++, v);
    for (; row < end; ++row) best = std::max(best, row_value(mdp, discount, row, v));
    const double difference = best - v[s];
    v_next[s] = best;
    change.smallest = std::min(change.smallest, difference);
    change.largest = std::max(change.largest, difference);
    change.total += std::abs(difference);
  }
  return change;
}

}  // namespace aleator
