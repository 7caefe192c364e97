// The slow and obvious way to long-run average rewards: all memoryless policies, each chain class by class.
#pragma once

#include <utility>
#include <vector>

#include "core/mdp/sparse_mdp.hpp"
#include "tests/core/mdp/reference/all_policies.hpp"
#include "tests/core/mdp/reference/dense.hpp"

namespace aleator::reference {

/// The mean reward of a step in a class of states that lead to each other and nowhere else.
inline Real class_gain(const Matrix& p, const Vector& reward, const std::vector<std::size_t>& states) {
  const std::size_t n = states.size();
  Matrix a = zeros(n);  // of the stationary distribution: one of the equations says that it sums to 1
  for (std::size_t i = 1; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) a[i][j] = (i == j ? 1 : 0) - p[states[j]][states[i]];
  }
  a[0].assign(n, 1);
  Vector b(n, 0);
  b[0] = 1;
  const Vector share = solve_dense(std::move(a), std::move(b));
  Real mean = 0;
  for (std::size_t i = 0; i < n; ++i) mean += share[i] * reward[states[i]];
  return mean;
}

/// |S|: the gain of the policy, 0 at the end.
inline Vector gain(const SparseMdp& mdp, const std::vector<Action>& policy) {
  const std::size_t n = policy.size();
  Matrix p = zeros(n);
  Vector reward(n, 0);
  for (std::size_t s = 0; s < n; ++s) {
    if (policy[s] < 0) p[s][s] = 1;
    if (policy[s] < 0) continue;
    const std::int64_t row = mdp.action_begin[s] + policy[s];
    reward[s] = mdp.reward[row];
    for (std::int64_t i = mdp.row_begin[row]; i < mdp.row_begin[row + 1]; ++i) {
      p[s][mdp.next_state[i]] += mdp.probability[i];
    }
  }
  const Relation reach = reachability(p);
  Matrix a = zeros(n);
  Vector b(n, 0);
  for (std::size_t s = 0; s < n; ++s) {
    bool recurrent = true;
    std::vector<std::size_t> reached;
    for (std::size_t t = 0; t < n; ++t) {
      if (!reach[s][t]) continue;
      reached.push_back(t);
      recurrent = recurrent && reach[t][s];
    }
    a[s][s] = 1;
    if (recurrent) b[s] = class_gain(p, reward, reached);
    for (std::size_t t = 0; t < n && !recurrent; ++t) a[s][t] -= p[s][t];
  }
  return solve_dense(std::move(a), std::move(b));
}

inline Vector best_gain(const SparseMdp& mdp, Sense sense) {
  Vector best;
  const std::vector<bool> all(mdp.fixed_value.size(), true);
  for_each_policy(mdp, std::vector<Action>(all.size(), -1), all,
                  [&](const std::vector<Action>& policy) { take_better(best, gain(mdp, policy), sense); });
  return best;
}

}  // namespace aleator::reference
