// What the actions of every state are worth, as tables over (state, action).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/executor.hpp"
#include "core/mdp/bellman.hpp"
#include "core/mdp/methods/sweep.hpp"
#include "core/mdp/model.hpp"
#include "core/mdp/sparse_mdp.hpp"

namespace aleator {

/// Which tables are wanted; the others stay empty.
struct WantedTables {
  bool q = true;
  bool optimal = true;
  bool policy = true;
};

struct ActionTables {
  std::vector<double> q;             // |S| x actions, NaN where a state has not the action
  std::vector<std::int8_t> optimal;  // |S| x actions: 1 where the action may be best within the error bound
  std::vector<Action> policy;        // |S|: the least optimal action; -1 in a state without actions
};

/// What an objective sees of a model: how rewards count, who decides, how much the next step weighs.
template <class SenseOf, class RewardOf, class Ends>
struct SeenBy {
  double discount;
  SenseOf sense_of;    // sense_of(s)
  RewardOf reward_of;  // reward_of(s, a, the model's reward of the action)
  Ends ends;           // ends(s): play is over there, whatever actions the model has
};

namespace detail {

/// reward + discount * sum P value of one action.
template <Model M, class Seen>
double action_value(const M& model, State s, Action a, const Seen& seen, const std::vector<double>& value) {
  double expected = 0;
  double reward = 0;
  double least = std::numeric_limits<double>::infinity();
  double largest = -std::numeric_limits<double>::infinity();
  model.for_each_transition(s, a, [&](State next, double p, double r) {
    if (p == 0) return;
    least = std::min(least, r);
    largest = std::max(largest, r);
    reward += p * r;
    expected += p * value[static_cast<std::size_t>(next)];
  });
  if (least == largest) reward = least;  // the action's, without rounding
  return seen.reward_of(s, a, reward) + seen.discount * expected;
}

}  // namespace detail

/// What the actions are worth when `value` is what follows: Q(s, a) = reward + discount * sum P value. An action is
/// optimal if |best Q - Q(a)| <= 2 discount error_bound + 1e-12 max(1, |best Q|): none that might be best within the
/// bound is left out. Where the best Q is infinite, the actions that equal it are.
/// @param num_actions  the columns of the tables: at least as many as any state has
template <Model M, class Seen, class Executor>
ActionTables action_tables(const M& model, std::size_t num_actions, const Seen& seen, const std::vector<double>& value,
                           double error_bound, const WantedTables& wanted, Executor& executor) {
  const State n = model.num_states();
  const std::size_t cells = static_cast<std::size_t>(n) * num_actions;
  ActionTables tables;
  if (wanted.q) tables.q.assign(cells, std::numeric_limits<double>::quiet_NaN());
  if (wanted.optimal) tables.optimal.assign(cells, 0);
  if (wanted.policy) tables.policy.assign(static_cast<std::size_t>(n), -1);
  const auto fill_state = [&](State s, std::vector<double>& q) {
    const Action actions = seen.ends(s) ? 0 : model.num_actions(s);
    for (Action a = 0; a < actions; ++a) q[a] = detail::action_value(model, s, a, seen, value);
    const auto end = q.begin() + actions;
    const bool maximises = seen.sense_of(s) == Sense::max;
    const double best = actions == 0 ? 0
                        : maximises  ? *std::max_element(q.begin(), end)
                                     : *std::min_element(q.begin(), end);
    // Where the best is infinite no finite one is near.
    const double slack =
        std::isinf(best) ? -1 : 2 * seen.discount * error_bound + 1e-12 * std::max(1.0, std::abs(best));
    for (Action a = actions; a-- > 0;) {
      const std::size_t cell = static_cast<std::size_t>(s) * num_actions + static_cast<std::size_t>(a);
      if (wanted.q) tables.q[cell] = q[a];
      if (q[a] != best && !(std::abs(best - q[a]) <= slack)) continue;
      if (wanted.optimal) tables.optimal[cell] = 1;
      if (wanted.policy) tables.policy[static_cast<std::size_t>(s)] = a;
    }
  };
  executor.for_blocks(detail::num_blocks(n), [&](std::size_t index) {
    const StateRange range = detail::block_range(index, n);
    std::vector<double> q(num_actions);
    for (State s = range.begin; s < range.end; ++s) fill_state(s, q);
  });
  return tables;
}

/// All tables of an equation; as many columns as its states have actions at most.
inline ActionTables action_tables(const BellmanEquation& equation, const std::vector<double>& value,
                                  double error_bound) {
  Action most = 0;
  for (State s = 0; s < equation.mdp.num_states(); ++s) most = std::max(most, equation.mdp.num_actions(s));
  const auto sense_of = [&](State s) { return equation.sense_of(s); };
  const auto reward_of = [](State, Action, double reward) { return reward; };
  const auto ends = [](State) { return false; };
  SerialExecutor executor;
  return action_tables(SparseRules(equation.mdp), static_cast<std::size_t>(most),
                       SeenBy{equation.discount, sense_of, reward_of, ends}, value, error_bound, {}, executor);
}

}  // namespace aleator
