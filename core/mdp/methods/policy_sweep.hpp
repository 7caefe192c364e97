// Policies as rows: sweeps that find the greedy one, and the chain that remains when one is followed.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/executor.hpp"
#include "core/mdp/bellman.hpp"
#include "core/mdp/methods/method.hpp"
#include "core/mdp/methods/progress.hpp"
#include "core/mdp/methods/sweep.hpp"
#include "core/text.hpp"

namespace aleator::detail {

/// |S|: the row that a policy takes in each state; 0 in a state without actions.
using PolicyRows = std::vector<std::int64_t>;

/// One Jacobi sweep v_next = TV that notes the greedy policy for v, the least row of equals.
template <Executor E>
Change greedy_sweep(const BellmanEquation& equation, std::span<const double> v, std::span<double> v_next,
                    PolicyRows& policy, E& executor) {
  const SparseMdp& mdp = equation.mdp;
  return with_signs(equation, [&](auto sign_of) {
    return sweep_blocks(mdp.num_states(), states_per_block, executor, [&](StateRange block) {
      Change change;
      std::int64_t row = mdp.action_begin[block.begin];
      for (State s = block.begin; s < block.end; ++s) {
        const std::int64_t last = mdp.action_begin[s + 1];
        double next = v[s];
        if (row < last) {
          const BestRow best =
              best_row(row, last, sign_of(s), [&](std::int64_t r) { return row_value(mdp, equation.discount, r, v); });
          policy[s] = best.row;
          next = best.value;
          row = last;
        }
        const double difference = next - v[s];
        v_next[s] = next;
        change.smallest = std::min(change.smallest, difference);
        change.largest = std::max(change.largest, difference);
        change.total += std::abs(difference);
      }
      return change;
    });
  });
}

/// Makes `chain` the process that remains when the policy is followed: one row a state. A copy, because it is swept
/// many times: read in place, its rows lie too far apart (a sweep of a 316 x 316 grid with 8 actions takes 3 times as
/// long).
void follow(const SparseMdp& mdp, const PolicyRows& policy, SparseMdp& chain);

/// What policy iteration with an approximate evaluation has in common: greedy sweeps, each followed by
/// `evaluate(chain, v, next, progress)`: it takes next = TV nearer to the value of the chain that the policy greedy for
/// v leaves, may use v as it likes, and answers how many sweeps of the chain it made. They are none in
/// Effort::residual.
/// @throws std::invalid_argument for a game: switching the choices of both players at once may cycle.
template <Executor E, class Evaluate>
SolveStatus iterate_policies(const BellmanEquation& equation, const std::string& name, double target,
                             std::vector<double>& value, Effort& effort, E& executor, Evaluate evaluate) {
  Progress progress(equation, target, value, effort);
  const SparseMdp& mdp = equation.mdp;
  if (mdp.is_game()) {
    throw std::invalid_argument(text(name, " may cycle where two players choose; strategy iteration does not"));
  }
  std::vector<double> next(value.size());
  PolicyRows policy(value.size(), 0);
  SparseMdp chain;
  while (!effort.exhausted()) {
    const double change = greedy_sweep(equation, value, next, policy, executor).absolute();
    value.swap(next);
    if (const auto end = progress.after_sweep(change, equation.discount * change, mdp.num_transitions(), value)) {
      return *end;
    }
    follow(mdp, policy, chain);
    const std::int64_t sweeps = evaluate(chain, next, value, progress);
    effort.transitions_processed += (1 + sweeps) * chain.num_transitions();  // and to copy it
  }
  return SolveStatus::max_sweeps;
}

}  // namespace aleator::detail
