// Slow and obvious: exact policy iteration on dense matrices of long doubles, nested for games; and random processes.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "core/executor.hpp"
#include "core/mdp/bellman.hpp"
#include "core/mdp/sparse_mdp.hpp"

namespace aleator::reference {

using Real = long double;

inline std::vector<Real> solve_dense(std::vector<std::vector<Real>> a, std::vector<Real> b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k; i < n; ++i) {
      if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
    }
    std::swap(a[k], a[pivot]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const Real f = a[i][k] / a[k][k];
      if (f == 0) continue;
      for (std::size_t j = k; j < n; ++j) a[i][j] -= f * a[k][j];
      b[i] -= f * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
  return b;
}

inline Real q_value(const BellmanEquation& equation, std::int64_t row, const std::vector<Real>& v) {
  Real q = 0;
  for (std::int64_t i = equation.mdp.row_begin[row]; i < equation.mdp.row_begin[row + 1]; ++i) {
    q += static_cast<Real>(equation.mdp.probability[i]) * v[equation.mdp.next_state[i]];
  }
  return equation.mdp.reward[row] + equation.discount * q;
}

inline std::vector<Real> policy_values(const BellmanEquation& equation, const std::vector<std::int64_t>& policy) {
  const SparseMdp& mdp = equation.mdp;
  const std::size_t n = mdp.fixed_value.size();
  std::vector<std::vector<Real>> a(n, std::vector<Real>(n, 0));
  std::vector<Real> b(n);
  for (State s = 0; s < mdp.num_states(); ++s) {
    a[s][s] = 1;
    b[s] = mdp.fixed_value[s];
    if (mdp.num_actions(s) == 0) continue;
    b[s] = mdp.reward[policy[s]];
    for (std::int64_t i = mdp.row_begin[policy[s]]; i < mdp.row_begin[policy[s] + 1]; ++i) {
      a[s][mdp.next_state[i]] -= static_cast<Real>(equation.discount) * mdp.probability[i];
    }
  }
  return solve_dense(std::move(a), std::move(b));
}

/// Switches to better rows in the states of one player; false if there are none.
inline bool improve(const BellmanEquation& equation, Sense player, const std::vector<Real>& v,
                    std::vector<std::int64_t>& policy) {
  bool improved = false;
  for (State s = 0; s < equation.mdp.num_states(); ++s) {
    if (equation.sense_of(s) != player || equation.mdp.num_actions(s) == 0) continue;
    const Real sign = player == Sense::max ? 1 : -1;
    Real best = sign * q_value(equation, policy[s], v);
    for (std::int64_t row = equation.mdp.action_begin[s]; row < equation.mdp.action_begin[s + 1]; ++row) {
      const Real q = sign * q_value(equation, row, v);
      if (q <= best + 1e-15L * (1 + std::abs(best))) continue;
      best = q;
      policy[s] = row;
      improved = true;
    }
  }
  return improved;
}

/// For every answer of the maximiser the minimiser's best reply (Hoffman and Karp 1966).
inline std::vector<Real> exact_values(const BellmanEquation& equation) {
  std::vector<std::int64_t> policy(equation.mdp.action_begin.begin(), equation.mdp.action_begin.end() - 1);
  std::vector<Real> v;
  do {
    do v = policy_values(equation, policy);
    while (improve(equation, Sense::min, v, policy));
  } while (improve(equation, Sense::max, v, policy));
  return v;
}

inline Real distance(const std::vector<double>& v, const std::vector<Real>& exact) {
  if (v.size() != exact.size()) return INFINITY;
  Real largest = 0;
  for (std::size_t s = 0; s < v.size(); ++s) {
    const Real d = std::abs(v[s] - exact[s]);
    if (!(d <= largest)) largest = d;  // also of a NaN
  }
  return largest;
}

/// As far from serial as one thread can be: every block in reverse order.
struct ReverseExecutor {
  template <class F>
  void for_blocks(std::size_t n, F&& f) {
    while (n-- > 0) f(n);
  }
  template <class T, class F, class Merge>
  T reduce_blocks(std::size_t n, T total, F&& f, Merge&& merge) {
    std::vector<T> parts(n, total);
    for_blocks(n, [&](std::size_t i) { parts[i] = f(i); });
    for (T& part : parts) merge(total, std::move(part));
    return total;
  }
};
static_assert(Executor<ReverseExecutor>);

class RandomProcess {
 public:
  explicit RandomProcess(std::uint64_t seed) : random_(seed) {}

  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  double uniform(double a, double b) { return a + (b - a) * std::uniform_real_distribution<double>(0, 1)(random_); }

  /// Up to 4 actions to up to 4 successors each; some states end; rewards of both signs.
  SparseMdp garnet(State states, bool game = false) {
    SparseMdpBuilder builder(states);
    for (State s = 0; s < states; ++s) {
      const bool ends = below(8) == 0;
      for (int actions = ends ? 0 : 1 + below(4); actions > 0; --actions) {
        row(builder, 1, [&](int) { return below(states); });
        builder.end_action(below(3) == 0 ? 0 : uniform(-10, 5));
      }
      builder.end_state(ends ? uniform(-20, 20) : 0, game && below(2) == 0 ? Sense::min : Sense::max);
    }
    return std::move(builder).finish();
  }

  /// Every action leads to a lower state with probability 0.2 or more, and state 0 ends: every policy is proper.
  SparseMdp proper(State states, bool game = false) {
    SparseMdpBuilder builder(states);
    builder.end_state(uniform(-5, 5));
    for (State s = 1; s < states; ++s) {
      for (int actions = 1 + below(4); actions > 0; --actions) {
        builder.add_transition(below(s), 0.25, 0);
        row(builder, 0.75, [&](int) { return below(states); });
        builder.end_action(uniform(-3, 3));
      }
      builder.end_state(0, game && below(2) == 0 ? Sense::min : Sense::max);
    }
    return std::move(builder).finish();
  }

  /// A walk along states - 1 ... 0: one action goes down more often than not, the other jumps at a cost.
  SparseMdp chain(State states) {
    SparseMdpBuilder builder(states);
    builder.end_state(uniform(-5, 5));
    const double down = uniform(0.55, 0.95);
    for (State s = 1; s < states; ++s) {
      builder.add_transition(s - 1, down, 0);
      builder.add_transition(std::min(s + 1, states - 1), 1 - down, 0);
      builder.end_action(-1);
      builder.add_transition(s / 2, 1, 0);
      builder.end_action(-3.5);
      builder.end_state(0);
    }
    return std::move(builder).finish();
  }

  /// Four moves on a board, the goal in a corner; a slip goes to any neighbour; off the board is where one was.
  SparseMdp grid(int rows, int cols) {
    SparseMdpBuilder builder(static_cast<State>(rows * cols));
    const double slip = uniform(0.05, 0.5);
    const auto cell = [&](int r, int c) {
      return static_cast<State>(std::clamp(r, 0, rows - 1) * cols + std::clamp(c, 0, cols - 1));
    };
    const int moves[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    for (int r = 0; r < rows; ++r) {
      for (int c = 0; c < cols; ++c) {
        if (r + c == 0) {
          builder.end_state(10);
          continue;
        }
        for (const auto& move : moves) {
          builder.add_transition(cell(r + move[0], c + move[1]), 1 - slip, -1);
          for (const auto& other : moves) builder.add_transition(cell(r + other[0], c + other[1]), slip / 4, -1);
          builder.end_action();
        }
        builder.end_state(0);
      }
    }
    return std::move(builder).finish();
  }

 private:
  template <class Next>
  void row(SparseMdpBuilder& builder, double mass, Next next) {
    std::vector<double> p(static_cast<std::size_t>(1 + below(4)));
    double sum = 0;
    for (double& x : p) sum += x = uniform(0.01, 1);
    for (std::size_t i = 0; i < p.size(); ++i) builder.add_transition(next(static_cast<int>(i)), mass * p[i] / sum, 0);
  }

  std::mt19937_64 random_;
};

}  // namespace aleator::reference
