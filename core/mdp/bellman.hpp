// The Bellman backup: the one inner loop that every method on sparse rows shares.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>
#include <span>
#include <vector>

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

  void add(double difference) noexcept {
    smallest = std::min(smallest, difference);
    largest = std::max(largest, difference);
    total += std::abs(difference);
  }

  void merge(const Change& other) noexcept {
    smallest = std::min(smallest, other.smallest);
    largest = std::max(largest, other.largest);
    total += other.total;
  }
};

/// The sum of P(next) v[next] over the transitions begin ... end - 1, added in this order. Rows of three (short, exact,
/// over) are spelled out: a chutes solve takes 66 us instead of 83.
inline double expected_value(const SparseMdp& mdp, std::int64_t begin, std::int64_t end,
                             std::span<const double> v) noexcept {
  const double* p = mdp.probability.data();
  const State* next = mdp.next_state.data();
  std::int64_t i = begin;
  if (end - i == 3) return p[i] * v[next[i]] + p[i + 1] * v[next[i + 1]] + p[i + 2] * v[next[i + 2]];
  double expected = 0;
  for (; i < end; ++i) expected += p[i] * v[next[i]];
  return expected;
}

/// Q(s, a) = r + discount * sum of P(next) v[next] for one row.
inline double row_value(const SparseMdp& mdp, double discount, std::int64_t row, std::span<const double> v) noexcept {
  return mdp.reward[row] + discount * expected_value(mdp, mdp.row_begin[row], mdp.row_begin[row + 1], v);
}

/// The equation V = TV that every method solves: (TV)(s) is the best over a of r(s, a) + discount sum P(t | s, a) V(t),
/// the fixed value in a state without actions.
struct BellmanEquation {
  const SparseMdp& mdp;
  double discount;           // in (0, 1]
  Sense sense = Sense::max;  // in every state; in a game it is the owner's

  Sense sense_of(State s) const noexcept { return mdp.is_game() ? mdp.owner[s] : sense; }
  /// 1 where the largest Q is best, -1 where the smallest is: the best Q is sign * max(sign * Q).
  double sign_of(State s) const noexcept { return sense_of(s) == Sense::max ? 1.0 : -1.0; }
};

/// (TV)(s); `state` must have actions. Never throws.
inline double best_row_value(const BellmanEquation& equation, State state, std::span<const double> v) noexcept {
  const SparseMdp& mdp = equation.mdp;
  const double sign = equation.sign_of(state);
  double best = -std::numeric_limits<double>::infinity();
  for (std::int64_t row = mdp.action_begin[state]; row < mdp.action_begin[state + 1]; ++row) {
    best = std::max(best, sign * row_value(mdp, equation.discount, row, v));
  }
  return sign * best;
}

namespace detail {

/// @param sign_of  of each state; a constant is folded into the loop
template <class SignOf>
Change backup_block(const SparseMdp& mdp, double discount, SignOf sign_of, StateRange block, std::span<const double> v,
                    std::span<double> v_next) noexcept {
  Change change;
  std::int64_t row = mdp.action_begin[block.begin];
  std::int64_t begin = mdp.row_begin[row];
  for (State s = block.begin; s < block.end; ++s) {
    const std::int64_t last = mdp.action_begin[s + 1];
    const double sign = sign_of(s);
    double best = row < last ? -std::numeric_limits<double>::infinity() : sign * v[s];
    for (; row < last; ++row) {
      const std::int64_t end = mdp.row_begin[row + 1];
      best = std::max(best, sign * (mdp.reward[row] + discount * expected_value(mdp, begin, end, v)));
      begin = end;
    }
    best *= sign;
    v_next[s] = best;
    change.add(best - v[s]);
  }
  return change;
}

}  // namespace detail

/// One Bellman backup v_next = TV of the states of `block`; a state without actions keeps its value (a change of 0).
/// @param v       |S| values of the previous sweep
/// @param v_next  |S| values; only those of `block` are written
/// @pre v and v_next do not overlap. Never throws.
/// Source: Puterman, Markov Decision Processes (1994), section 6.3.
inline Change bellman_backup(const BellmanEquation& equation, StateRange block, std::span<const double> v,
                             std::span<double> v_next) noexcept {
  const auto& [mdp, discount, sense] = equation;
  if (mdp.is_game()) {
    return detail::backup_block(
        mdp, discount, [&](State s) { return equation.sign_of(s); }, block, v, v_next);
  }
  if (sense == Sense::min) {
    return detail::backup_block(
        mdp, discount, [](State) { return -1.0; }, block, v, v_next);
  }
  return detail::backup_block(
      mdp, discount, [](State) { return 1.0; }, block, v, v_next);
}

/// The same for sparse rows as one encoding of several.
inline Change bellman_backup(const SparseMdp& mdp, double discount, Sense sense, StateRange block,
                             std::span<const double> v, std::span<double> v_next) noexcept {
  return bellman_backup(BellmanEquation{mdp, discount, sense}, block, v, v_next);
}

/// The rows of a process in any encoding, as far as Jacobi sweeps need them.
template <class R>
concept BellmanRows = requires(const R& rows, std::span<const double> v, std::span<double> v_next) {
  { rows.num_states() } -> std::convertible_to<State>;
  { rows.num_transitions() } -> std::convertible_to<std::int64_t>;
  { row_facts(rows) } -> std::convertible_to<RowFacts>;
  { fixed_values(rows) } -> std::convertible_to<std::vector<double>>;
  { bellman_backup(rows, 0.5, Sense::max, StateRange{}, v, v_next) } -> std::convertible_to<Change>;
};

/// |S|: the fixed value of each state without actions, 0 elsewhere.
inline std::vector<double> fixed_values(const SparseMdp& mdp) {
  return mdp.fixed_value;
}
template <Model M>
std::vector<double> fixed_values(const M& rows) {
  std::vector<double> values(static_cast<std::size_t>(rows.num_states()), 0.0);
  for (State s = 0; s < rows.num_states(); ++s) {
    if (rows.num_actions(s) == 0) values[s] = rows.fixed_value(s);
  }
  return values;
}
static_assert(BellmanRows<SparseMdp>);

}  // namespace aleator
