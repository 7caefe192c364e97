// Gauss-Seidel value iteration, with an order of the states and with relaxation.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "core/executor.hpp"
#include "core/mdp/bellman.hpp"
#include "core/mdp/graph/distance_to_end.hpp"
#include "core/mdp/methods/method.hpp"
#include "core/mdp/methods/progress.hpp"
#include "core/mdp/methods/sweep.hpp"
#include "core/text.hpp"

namespace aleator {

/// The order in which a sweep backs up the states.
enum class SweepOrder : std::uint8_t {
  forward,    // 0 ... |S|-1
  backward,   // |S|-1 ... 0
  symmetric,  // forward and backward in turn; each counts as a sweep
  graph       // nearest_end_first
};

struct GaussSeidelOptions {
  SweepOrder order = SweepOrder::forward;
  double relaxation = 1;      // w in (0, 2): v += w (backup - v)
  State block_states = 4096;  // Gauss-Seidel within blocks of so many states in the order, Jacobi between them
};

namespace detail {

/// The positions ... of a sweep, and the states that stand there.
struct NaturalOrder {
  bool backward;
  State position_of(State s) const noexcept { return s; }
  State operator[](State position) const noexcept { return position; }
};

struct ListedOrder {
  const std::vector<State>& state;
  const std::vector<State>& position;
  static constexpr bool backward = false;
  State position_of(State s) const noexcept { return position[s]; }
  State operator[](State at) const noexcept { return state[at]; }
};

/// Backs up the states of one block in order. Values of the block's own states are read from `now` and written there,
/// those of others are read from `before`: the values before this sweep.
/// @pre `now` equals `before` in the states of the block; the two are the same if there is only one block.
template <class SignOf, class Order>
Change gauss_seidel_block(const BellmanEquation& equation, SignOf sign_of, const Order& order, StateRange block,
                          double relaxation, const double* before, std::span<double> now) noexcept {
  const SparseMdp& mdp = equation.mdp;
  const bool alone = before == now.data();
  const auto size = static_cast<std::uint32_t>(block.end - block.begin);
  const auto value_of = [&](std::int64_t row) {
    const std::int64_t begin = mdp.row_begin[row];
    const std::int64_t end = mdp.row_begin[row + 1];
    if (alone) return mdp.reward[row] + equation.discount * expected_value(mdp, begin, end, now);
    double expected = 0;
    for (std::int64_t i = begin; i < end; ++i) {
      const State next = mdp.next_state[i];
      const bool inside = static_cast<std::uint32_t>(order.position_of(next) - block.begin) < size;
      expected += mdp.probability[i] * (inside ? now.data() : before)[next];
    }
    return mdp.reward[row] + equation.discount * expected;
  };
  Change change;
  for (State at = block.begin; at < block.end; ++at) {
    const State s = order[order.backward ? block.end - 1 - (at - block.begin) : at];
    const std::int64_t begin = mdp.action_begin[s];
    const std::int64_t end = mdp.action_begin[s + 1];
    double difference = 0;
    if (begin < end) {
      const double best = best_row(begin, end, sign_of(s), value_of).value;
      const double next = relaxation == 1 ? best : now[s] + relaxation * (best - now[s]);
      difference = next - now[s];
      now[s] = next;
    }
    change.smallest = std::min(change.smallest, difference);
    change.largest = std::max(change.largest, difference);
    change.total += std::abs(difference);
  }
  return change;
}

/// One sweep; `v` becomes the new values, `before` is overwritten (unused if there is only one block).
template <class Order, Executor E>
Change gauss_seidel_sweep(const BellmanEquation& equation, const GaussSeidelOptions& options, const Order& order,
                          std::vector<double>& v, std::vector<double>& before, E& executor) {
  const State states = equation.mdp.num_states();
  const double* others = v.data();
  if (states > options.block_states) {
    std::copy(v.begin(), v.end(), before.begin());
    others = before.data();
  }
  return with_signs(equation, [&](auto sign_of) {
    return sweep_blocks(states, options.block_states, executor, [&](StateRange block) {
      return gauss_seidel_block(equation, sign_of, order, block, options.relaxation, others, v);
    });
  });
}

}  // namespace detail

/// Gauss-Seidel value iteration; with a relaxation other than 1, successive over- or underrelaxation. Takes games, and
/// a discount of 1 where every policy is proper. The result depends on block_states, not on threads; one block of all
/// states is the textbook's method, on one thread.
///
/// With a relaxation of at most 2 / (1 + discount) it contracts; above it may not converge (with more than one action
/// a linear system's theory does not apply): if the residual grows a millionfold, or has not fallen for 1000 + |S|
/// sweeps, the answer is precision_limit and effort.no_convergence says it. The value is the relaxed iterate.
/// @throws std::invalid_argument for a relaxation outside (0, 2), a block_states below 1, and see Progress.
/// Source: Puterman (1994), section 6.3.3; Kushner and Kleinman, Accelerated procedures for the solution of discrete
/// Markov control problems (1971).
template <Executor E>
SolveStatus gauss_seidel(const BellmanEquation& equation, const GaussSeidelOptions& options, double target,
                         std::vector<double>& value, Effort& effort, E& executor) {
  const double w = options.relaxation;
  if (!(w > 0 && w < 2)) throw std::invalid_argument(text("relaxation ", w, " is not in (0, 2)"));
  if (options.block_states < 1) throw std::invalid_argument(text("block_states ", options.block_states));
  Progress progress(equation, target, value, effort, std::abs(1 - w) + w * equation.discount);
  const SparseMdp& mdp = equation.mdp;
  std::vector<State> order;
  std::vector<State> position;
  if (options.order == SweepOrder::graph) {
    order = nearest_end_first(mdp);
    effort.transitions_processed += 2 * mdp.num_transitions();  // read to find the predecessors
    position.resize(order.size());
    for (std::size_t at = 0; at < order.size(); ++at) position[order[at]] = static_cast<State>(at);
  }
  std::vector<double> before(mdp.num_states() > options.block_states ? value.size() : 0);
  // A state's backup read values that have moved by at most `change` since, and moved it by w times its residual.
  const double per_change = std::abs(1 - w) / w + equation.discount;
  for (bool backward = options.order == SweepOrder::backward; !effort.exhausted();) {
    const Change swept =
        options.order == SweepOrder::graph
            ? detail::gauss_seidel_sweep(equation, options, detail::ListedOrder{order, position}, value, before,
                                         executor)
            : detail::gauss_seidel_sweep(equation, options, detail::NaturalOrder{backward}, value, before, executor);
    if (options.order == SweepOrder::symmetric) backward = !backward;
    const double residual = per_change * swept.absolute();
    if (const auto end = progress.after_sweep(swept.absolute(), residual, mdp.num_transitions(), value)) return *end;
    if (w * (1 + equation.discount) <= 2) continue;
    const bool grew = residual > 1e6 * progress.least_residual();
    if (!grew && progress.sweeps_without_gain() < 1000 + mdp.num_states()) continue;
    effort.no_convergence = grew ? text("relaxation ", w, " diverges: the residual grew a millionfold")
                                 : text("relaxation ", w, " does not converge: the residual has not fallen for ",
                                        progress.sweeps_without_gain(), " sweeps");
    return SolveStatus::precision_limit;
  }
  return SolveStatus::max_sweeps;
}

}  // namespace aleator
