// The slow and obvious way to undiscounted objectives: all memoryless policies, each chain by Gaussian elimination.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "core/mdp/objective.hpp"
#include "core/mdp/sparse_mdp.hpp"
#include "tests/core/mdp/reference/dense.hpp"

namespace aleator::reference {

/// The chain of a policy (one action a state; -1 in states without).
class Chain {
 public:
  Chain(const SparseMdp& mdp, const std::vector<Action>& policy, const Objective& objective)
      : mdp_(mdp), policy_(policy), objective_(objective) {}

  Vector value() const {
    if (objective_.kind == ObjectiveKind::total_reward) return total();
    const State n = mdp_.num_states();
    std::vector<bool> target(static_cast<std::size_t>(n));
    for (State s = 0; s < n; ++s) target[s] = objective_.target[s] != 0;
    const std::vector<bool> may_reach = comes_to(target, target);
    std::vector<bool> lost(may_reach);
    lost.flip();
    const std::vector<bool> may_miss = comes_to(lost, target);
    Vector known(static_cast<std::size_t>(n), std::nanl(""));
    for (State s = 0; s < n; ++s) {
      if (objective_.kind == ObjectiveKind::reach_probability) {
        if (target[s]) known[s] = 1;
        if (lost[s]) known[s] = 0;
      } else {
        if (target[s]) {
          known[s] =
              objective_.kind == ObjectiveKind::reach_reward && mdp_.num_actions(s) == 0 ? mdp_.fixed_value[s] : 0;
        } else if (may_miss[s]) {
          known[s] = infinity;
        }
      }
    }
    return solve(known);
  }

  /// States from which `set` is reached with positive probability, without going on from a `stop` state.
  std::vector<bool> comes_to(std::vector<bool> set, const std::vector<bool>& stop) const {
    for (bool changed = true; changed;) {
      changed = false;
      for (State s = 0; s < mdp_.num_states(); ++s) {
        if (set[s] || stop[s] || policy_[s] < 0) continue;
        for (std::int64_t i = begin(s); i < end(s); ++i) {
          if (set[mdp_.next_state[i]] && !set[s]) set[s] = changed = true;
        }
      }
    }
    return set;
  }

  /// 0 in no closed class of states that are visited for ever; else 1 (no rewards), 2 (some > 0), 3 (some < 0), 4
  /// (both).
  std::vector<int> recurrence(const std::vector<bool>& stop) const {
    const auto n = static_cast<std::size_t>(mdp_.num_states());
    std::vector<std::vector<bool>> reaches(n);  // reaches[t][s]: s comes to t
    for (std::size_t t = 0; t < n; ++t) {
      std::vector<bool> set(n);
      set[t] = true;
      reaches[t] = comes_to(set, stop);
    }
    std::vector<int> kind(n, 0);
    for (std::size_t s = 0; s < n; ++s) {
      if (policy_[s] < 0 || stop[s]) continue;
      bool closed = true;
      bool positive = false;
      bool negative = false;
      for (std::size_t t = 0; t < n; ++t) {
        if (!reaches[t][s]) continue;
        if (policy_[t] < 0 || stop[t] || !reaches[s][t]) {
          closed = false;
        } else {
          positive = positive || reward(static_cast<State>(t)) > 0;
          negative = negative || reward(static_cast<State>(t)) < 0;
        }
      }
      if (closed) kind[s] = positive ? (negative ? 4 : 2) : (negative ? 3 : 1);
    }
    return kind;
  }

 private:
  std::int64_t row(State s) const { return mdp_.action_begin[s] + policy_[s]; }
  std::int64_t begin(State s) const { return mdp_.row_begin[row(s)]; }
  std::int64_t end(State s) const { return mdp_.row_begin[row(s) + 1]; }
  Real reward(State s) const {
    if (objective_.kind == ObjectiveKind::reach_probability) return 0;
    return objective_.kind == ObjectiveKind::expected_steps ? 1 : mdp_.reward[row(s)];
  }

  Vector total() const {
    const auto n = static_cast<std::size_t>(mdp_.num_states());
    const std::vector<bool> nowhere(n);
    const std::vector<int> kind = recurrence(nowhere);
    std::vector<bool> set[5];
    for (int k = 0; k < 5; ++k) {
      set[k].resize(n);
      for (std::size_t s = 0; s < n; ++s) set[k][s] = kind[s] == k;
      if (k > 0) set[k] = comes_to(set[k], nowhere);
    }
    const int loss = objective_.sense == Sense::max ? 3 : 2;
    Vector known(n, std::nanl(""));
    for (std::size_t s = 0; s < n; ++s) {
      if (policy_[s] < 0) known[s] = mdp_.fixed_value[s];
      if (kind[s] == 1) known[s] = 0;
      if (set[5 - loss][s]) known[s] = objective_.sense == Sense::max ? infinity : -infinity;
      if (set[loss][s]) known[s] = objective_.sense == Sense::max ? -infinity : infinity;
    }
    return solve(known);
  }

  Vector solve(const Vector& known) const {
    const std::size_t n = known.size();
    std::vector<Vector> a(n, Vector(n, 0));
    Vector b(n);
    for (std::size_t s = 0; s < n; ++s) {
      a[s][s] = 1;
      b[s] = std::isinf(known[s]) ? 0 : known[s];
      if (!std::isnan(known[s])) continue;
      b[s] = reward(static_cast<State>(s));
      for (std::int64_t i = begin(static_cast<State>(s)); i < end(static_cast<State>(s)); ++i) {
        a[s][mdp_.next_state[i]] -= mdp_.probability[i];
      }
    }
    Vector x = solve_dense(std::move(a), std::move(b));
    for (std::size_t s = 0; s < n; ++s) {
      if (std::isinf(known[s])) x[s] = known[s];
    }
    return x;
  }

  const SparseMdp& mdp_;
  const std::vector<Action>& policy_;
  const Objective& objective_;
};

/// Calls visit(policy) for all ways to choose actions in the states where `chooses`; the others keep theirs.
inline void for_each_policy(const SparseMdp& mdp, std::vector<Action> policy, const std::vector<bool>& chooses,
                            const std::function<void(const std::vector<Action>&)>& visit) {
  for (State s = 0; s < mdp.num_states(); ++s) {
    if (chooses[s]) policy[s] = mdp.num_actions(s) > 0 ? 0 : -1;
  }
  for (;;) {
    visit(policy);
    State s = 0;
    for (; s < mdp.num_states(); ++s) {
      if (!chooses[s] || mdp.num_actions(s) == 0) continue;
      if (++policy[s] < mdp.num_actions(s)) break;
      policy[s] = 0;
    }
    if (s == mdp.num_states()) return;
  }
}

inline void take_better(Vector& best, const Vector& value, Sense sense) {
  if (best.empty()) best = value;
  for (std::size_t s = 0; s < best.size(); ++s) {
    best[s] = sense == Sense::max ? std::max(best[s], value[s]) : std::min(best[s], value[s]);
  }
}

/// States from which rewards below any bound can be gathered before the target is reached, as no memoryless policy
/// does: by going round a negative loop among the states that have a policy of finite value.
inline void gather_without_end(const SparseMdp& mdp, const Objective& objective, Vector& best) {
  std::vector<bool> target(best.size());
  std::vector<bool> all(best.size(), true);
  for (std::size_t s = 0; s < best.size(); ++s) target[s] = objective.target[s] != 0;
  Vector result(best);
  for_each_policy(mdp, std::vector<Action>(best.size(), -1), all, [&](const std::vector<Action>& policy) {
    std::vector<bool> stop(target);  // and where the policy leaves the finite states
    for (State s = 0; s < mdp.num_states(); ++s) {
      if (policy[s] < 0) continue;
      const std::int64_t row = mdp.action_begin[s] + policy[s];
      for (std::int64_t i = mdp.row_begin[row]; i < mdp.row_begin[row + 1]; ++i) {
        if (best[mdp.next_state[i]] == infinity) stop[s] = true;
      }
    }
    const Chain chain(mdp, policy, objective);
    const std::vector<int> kind = chain.recurrence(stop);
    std::vector<bool> negative(best.size());
    for (std::size_t s = 0; s < best.size(); ++s) negative[s] = kind[s] == 3;
    const std::vector<bool> reaches = chain.comes_to(negative, stop);
    for (std::size_t s = 0; s < best.size(); ++s) {
      if (reaches[s]) result[s] = -infinity;
    }
  });
  best = std::move(result);
}

/// The optimum by trying all memoryless policies (in a game: those of the minimiser against each of the maximiser).
inline Vector optimum(const SparseMdp& mdp, const Objective& objective) {
  const auto n = mdp.fixed_value.size();
  const Sense outer_sense = mdp.is_game() ? Sense::max : objective.sense;
  std::vector<bool> outer(n, true);
  for (std::size_t s = 0; s < n && mdp.is_game(); ++s) outer[s] = mdp.owner[s] == Sense::max;
  std::vector<bool> inner(outer);
  inner.flip();
  Vector best;
  for_each_policy(mdp, std::vector<Action>(n, -1), outer, [&](const std::vector<Action>& outer_policy) {
    Vector worst;
    for_each_policy(mdp, outer_policy, inner, [&](const std::vector<Action>& policy) {
      take_better(worst, Chain(mdp, policy, objective).value(), opposite(outer_sense));
    });
    take_better(best, worst, outer_sense);
  });
  if (!mdp.is_game() && objective.kind == ObjectiveKind::reach_reward && objective.sense == Sense::min) {
    gather_without_end(mdp, objective, best);
  }
  return best;
}

}  // namespace aleator::reference
