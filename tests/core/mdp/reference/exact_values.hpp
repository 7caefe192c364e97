// Slow and obvious: exact policy iteration on dense matrices of long doubles, nested for games.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/mdp/bellman.hpp"
#include "tests/core/mdp/reference/dense.hpp"

namespace aleator::reference {

inline Real q_value(const BellmanEquation& equation, std::int64_t row, const Vector& v) {
  Real q = 0;
  for (std::int64_t i = equation.mdp.row_begin[row]; i < equation.mdp.row_begin[row + 1]; ++i) {
    q += static_cast<Real>(equation.mdp.probability[i]) * v[equation.mdp.next_state[i]];
  }
  return equation.mdp.reward[row] + equation.discount * q;
}

/// @param policy  |S|: the row of each state; any in a state without actions
inline Vector policy_values(const BellmanEquation& equation, const std::vector<std::int64_t>& policy) {
  const SparseMdp& mdp = equation.mdp;
  Matrix a = zeros(mdp.fixed_value.size());
  Vector b(mdp.fixed_value.begin(), mdp.fixed_value.end());
  for (State s = 0; s < mdp.num_states(); ++s) {
    a[s][s] = 1;
    if (mdp.num_actions(s) == 0) continue;
    b[s] = mdp.reward[policy[s]];
    for (std::int64_t i = mdp.row_begin[policy[s]]; i < mdp.row_begin[policy[s] + 1]; ++i) {
      a[s][mdp.next_state[i]] -= static_cast<Real>(equation.discount) * mdp.probability[i];
    }
  }
  return solve_dense(std::move(a), std::move(b));
}

/// Switches to better rows in the states of one player; false if there are none, but for what rounding pretends.
inline bool improve(const BellmanEquation& equation, Sense player, const Vector& v, std::vector<std::int64_t>& policy) {
  bool improved = false;
  Real scale = 0;
  for (const Real x : v) scale = std::max(scale, std::abs(x));
  for (State s = 0; s < equation.mdp.num_states(); ++s) {
    if (equation.sense_of(s) != player || equation.mdp.num_actions(s) == 0) continue;
    const Real sign = player == Sense::max ? 1 : -1;
    Real best = sign * q_value(equation, policy[s], v);
    for (std::int64_t row = equation.mdp.action_begin[s]; row < equation.mdp.action_begin[s + 1]; ++row) {
      const Real q = sign * q_value(equation, row, v);
      if (q <= best + 1e-16L * scale) continue;
      best = q;
      policy[s] = row;
      improved = true;
    }
  }
  return improved;
}

/// For every answer of the maximiser the minimiser's best reply (Hoffman and Karp 1966).
/// @pre the discount is below 1, or every policy comes to an end
inline Vector exact_values(const BellmanEquation& equation) {
  std::vector<std::int64_t> policy(equation.mdp.action_begin.begin(), equation.mdp.action_begin.end() - 1);
  Vector v;
  do {
    do v = policy_values(equation, policy);
    while (improve(equation, Sense::min, v, policy));
  } while (improve(equation, Sense::max, v, policy));
  return v;
}

/// The largest distance in a state; infinite if the sizes differ or something is no number.
inline Real distance(const std::vector<double>& v, const Vector& exact) {
  if (v.size() != exact.size()) return infinity;
  Real largest = 0;
  for (std::size_t s = 0; s < v.size(); ++s) {
    const Real d = std::abs(v[s] - exact[s]);
    if (std::isnan(d)) return infinity;
    largest = std::max(largest, d);
  }
  return largest;
}

}  // namespace aleator::reference
