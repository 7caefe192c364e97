// Random chains for property tests, and their dense long-double references.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "core/mdp/sparse_mdp.hpp"

namespace aleator::testing {

using DenseVector = std::vector<long double>;
using DenseMatrix = std::vector<DenseVector>;

struct RandomChain {
  State states = 10;
  double share_final = 0.2;  // of the states have no actions
  int reward_low = 0;        // whole rewards a transition, between these
  int reward_high = 0;
  int reward_scale = 1;  // they are divided by this
};

/// Every state leads to 1 to 4 states; fixed values are whole numbers of -3 ... 3.
inline SparseMdp random_chain(std::mt19937_64& random, const RandomChain& shape) {
  std::uniform_real_distribution<double> uniform(0, 1);
  const auto whole = [&](int low, int high) {
    return static_cast<int>(random() % static_cast<unsigned>(high - low + 1)) + low;
  };
  SparseMdpBuilder builder(shape.states, Rewards::per_transition);
  for (State s = 0; s < shape.states; ++s) {
    if (uniform(random) < shape.share_final) {
      builder.end_state(whole(-3, 3));
      continue;
    }
    std::vector<double> p(static_cast<std::size_t>(whole(1, 4)));
    double sum = 0;
    for (double& x : p) sum += x = uniform(random) + 0.05;
    for (const double x : p) {
      const double reward = static_cast<double>(whole(shape.reward_low, shape.reward_high)) / shape.reward_scale;
      builder.add_transition(whole(0, shape.states - 1), x / sum, reward);
    }
    builder.end_action();
    builder.end_state(0);
  }
  return std::move(builder).finish();
}

/// |S| x |S| probabilities; a state without actions stays where it is.
inline DenseMatrix dense(const SparseMdp& chain) {
  const std::size_t n = chain.fixed_value.size();
  DenseMatrix p(n, DenseVector(n, 0));
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

/// Gaussian elimination with partial pivoting.
inline DenseVector solve_dense(DenseMatrix a, DenseVector b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i) {
      if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
    }
    std::swap(a[k], a[pivot]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const long double factor = a[i][k] / a[k][k];
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

/// 1 in [s][t] where t can be reached from s (in 0 steps or more), by Warshall's algorithm.
inline std::vector<std::vector<bool>> reachability(const DenseMatrix& p) {
  const std::size_t n = p.size();
  std::vector<std::vector<bool>> reach(n, std::vector<bool>(n));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) reach[i][j] = i == j || p[i][j] > 0;
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if (reach[i][k] && reach[k][j]) reach[i][j] = true;
      }
    }
  }
  return reach;
}

}  // namespace aleator::testing
