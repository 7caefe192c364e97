// Dense linear algebra in long double: slow and obvious.
#pragma once

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/mdp/sparse_mdp.hpp"

namespace aleator::reference {

using Real = long double;
using Vector = std::vector<Real>;
using Matrix = std::vector<Vector>;

constexpr Real infinity = std::numeric_limits<Real>::infinity();

inline Matrix zeros(std::size_t n) {
  return Matrix(n, Vector(n, 0));
}

/// x of A x = b, by Gaussian elimination with pivots by column.
inline Vector solve_dense(Matrix a, Vector b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k; i < n; ++i) {
      if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
    }
    std::swap(a[k], a[pivot]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const Real factor = a[i][k] / a[k][k];
      if (factor == 0) continue;
      for (std::size_t j = k; j < n; ++j) a[i][j] -= factor * a[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
  return b;
}

/// |S| x |S| probabilities of a chain; a state without actions stays where it is.
inline Matrix dense(const SparseMdp& chain) {
  Matrix p = zeros(chain.fixed_value.size());
  for (State s = 0; s < chain.num_states(); ++s) {
    if (chain.num_actions(s) == 0) p[s][s] = 1;
    for (std::int64_t row = chain.action_begin[s]; row < chain.action_begin[s + 1]; ++row) {
      for (std::int64_t i = chain.row_begin[row]; i < chain.row_begin[row + 1]; ++i) {
        p[s][chain.next_state[i]] += chain.probability[i];
      }
    }
  }
  return p;
}

using Relation = std::vector<std::vector<bool>>;

/// Also over several steps, by Warshall's algorithm.
inline Relation transitive_closure(Relation relation) {
  const std::size_t n = relation.size();
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if (relation[i][k] && relation[k][j]) relation[i][j] = true;
      }
    }
  }
  return relation;
}

/// [s][t]: t can be reached from s, in 0 steps or more.
inline Relation reachability(const Matrix& p) {
  Relation one_step(p.size(), std::vector<bool>(p.size()));
  for (std::size_t s = 0; s < p.size(); ++s) {
    for (std::size_t t = 0; t < p.size(); ++t) one_step[s][t] = s == t || p[s][t] > 0;
  }
  return transitive_closure(std::move(one_step));
}

}  // namespace aleator::reference
