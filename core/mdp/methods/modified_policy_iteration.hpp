// Modified policy iteration: greedy sweeps with some cheap sweeps of the greedy policy between them.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "core/executor.hpp"
#include "core/mdp/bellman.hpp"
#include "core/mdp/methods/method.hpp"
#include "core/mdp/methods/policy_sweep.hpp"
#include "core/text.hpp"

namespace aleator {

struct ModifiedPolicyIterationOptions {
  std::int64_t evaluation_sweeps =
      20;  // Jacobi sweeps of the greedy policy after each greedy sweep; 0: value iteration
};

/// Modified policy iteration. Refuses games; takes a discount of 1 where every policy is proper. Effort counts its
/// greedy sweeps; the evaluation sweeps appear in transitions_processed only.
/// @throws std::invalid_argument for a game, evaluation_sweeps below 0, and see Progress.
/// Source: Puterman and Shin, Modified policy iteration algorithms for discounted Markov decision problems (1978);
/// Puterman (1994), section 6.5.
template <Executor E>
SolveStatus modified_policy_iteration(const BellmanEquation& equation, const ModifiedPolicyIterationOptions& options,
                                      double target, std::vector<double>& value, Effort& effort, E& executor) {
  if (options.evaluation_sweeps < 0) throw std::invalid_argument(text("evaluation_sweeps ", options.evaluation_sweeps));
  const auto evaluate = [&](const SparseMdp& chain, std::vector<double>& spare, std::vector<double>& v,
                            const Progress&) {
    std::int64_t sweeps = 0;
    while (sweeps < options.evaluation_sweeps && !effort.stop.stop_requested()) {
      detail::sweep({chain, equation.discount}, v, spare, executor);
      v.swap(spare);
      ++sweeps;
    }
    return sweeps;
  };
  return detail::iterate_policies(equation, "modified policy iteration", target, value, effort, executor, evaluate);
}

}  // namespace aleator
