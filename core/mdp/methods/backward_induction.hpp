// Finite horizons: the optimal value and action for every number of steps that are left.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/executor.hpp"
#include "core/mdp/bellman.hpp"
#include "core/mdp/methods/method.hpp"
#include "core/mdp/methods/policy_sweep.hpp"
#include "core/mdp/methods/sweep.hpp"
#include "core/mdp/solution.hpp"
#include "core/text.hpp"

namespace aleator {

struct BackwardInductionOptions {
  std::int64_t horizon = 1;  // steps; 0: the value is what stands at the end
  bool keep_values = false;  // those of every number of steps left, not only of all
  bool keep_policy = false;  // for every number of steps left
  bool keep_changes = true;  // of every step, in effort.residual
};

struct FiniteHorizon {
  std::vector<double> value;            // |S|: with `horizon` steps left
  std::vector<double> value_by_steps;   // (horizon + 1) x |S|: row n with n steps left; if kept
  std::vector<Action> policy_by_steps;  // (horizon + 1) x |S|: row n with n steps left, the least optimal action; -1 in
                                        // row 0 and in a state without actions; if kept
  std::vector<double> value_before;     // |S|: with horizon - 1 steps left; empty for horizon 0
  std::int64_t steps = 0;               // made: the horizon, unless stopped
  double error_bound = 0;               // proved: no value is farther than this from the exact one
  SolveStatus status = SolveStatus::converged;  // or stopped: nothing but zeros is then in the rows not reached
};

namespace detail {

/// How far computed values may be from exact ones, step by step: e' = discount * (largest row sum) * e + the rounding
/// of one backup, (n + 4) units of the largest term for rows of n transitions, all rounded up. Source: Higham (2002),
/// section 3.1.
class HorizonError {
 public:
  HorizonError(const SparseMdp& mdp, double discount) : facts_(row_facts(mdp)) {
    terms_ = static_cast<double>(facts_.longest + 6) * std::numeric_limits<double>::epsilon();
    contraction_ = discount * facts_.largest_sum * (1 + terms_);
  }
  void step(double largest_before, double largest_after) noexcept {
    const double size = facts_.largest_reward + std::max(largest_before, largest_after);
    error_ = (contraction_ * error_ + terms_ * size) * (1 + std::numeric_limits<double>::epsilon() * 4);
  }
  double bound() const noexcept { return error_; }

 private:
  RowFacts facts_;
  double terms_;
  double contraction_;
  double error_ = 0;
};

}  // namespace detail

/// The optimal expected (discounted) reward of `horizon` steps: V_0 is the fixed value in states without actions, 0
/// elsewhere; V_n = T V_{n-1}. A state without actions is worth its fixed value whenever it is reached. Takes games.
/// effort counts the steps as sweeps, if their changes are kept; its max_sweeps is not looked at.
/// @throws std::invalid_argument for a horizon below 0 or a discount outside (0, 1].
/// Source: Puterman (1994), section 4.5.
template <Executor E>
FiniteHorizon backward_induction(const BellmanEquation& equation, const BackwardInductionOptions& options,
                                 Effort& effort, E& executor) {
  const SparseMdp& mdp = equation.mdp;
  if (options.horizon < 0) throw std::invalid_argument(text("horizon ", options.horizon));
  if (!(equation.discount > 0 && equation.discount <= 1)) {
    throw std::invalid_argument(text("discount ", equation.discount, " is not in (0, 1]"));
  }
  FiniteHorizon result;
  const std::size_t states = mdp.fixed_value.size();
  const std::size_t rows = static_cast<std::size_t>(options.horizon) + 1;
  std::vector<double> v = mdp.fixed_value;
  std::vector<double> next(states);
  if (options.keep_values) {
    result.value_by_steps.assign(rows * states, 0.0);
    std::copy(v.begin(), v.end(), result.value_by_steps.begin());
  }
  if (options.keep_policy) result.policy_by_steps.assign(rows * states, -1);
  if (options.keep_changes) effort.residual.reserve(effort.residual.size() + rows - 1);
  detail::PolicyRows policy(options.keep_policy ? states : 0);
  detail::HorizonError error(mdp, equation.discount);
  double largest = detail::largest_absolute(v);
  for (std::size_t n = 1; n < rows && states > 0; ++n) {
    if (effort.stop.stop_requested()) {
      result.status = SolveStatus::stopped;
      break;
    }
    const Change change = options.keep_policy ? detail::greedy_sweep(equation, v, next, policy, executor)
                                              : detail::sweep(equation, v, next, executor);
    v.swap(next);
    const double largest_before = std::exchange(largest, detail::largest_absolute(v));
    error.step(largest_before, largest);
    ++result.steps;
    if (options.keep_changes) effort.residual.push_back(change.absolute());
    effort.transitions_processed += mdp.num_transitions();
    const auto row = static_cast<std::ptrdiff_t>(n * states);
    if (options.keep_values) std::copy(v.begin(), v.end(), result.value_by_steps.begin() + row);
    for (State s = 0; options.keep_policy && s < mdp.num_states(); ++s) {
      if (mdp.num_actions(s) > 0) {
        result.policy_by_steps[row + s] = static_cast<Action>(policy[s] - mdp.action_begin[s]);
      }
    }
  }
  result.error_bound = error.bound();
  if (rows > 1) result.value_before = std::move(next);
  result.value = std::move(v);
  return result;
}

}  // namespace aleator
