// The contract of a method: how value iteration, policy iteration and the others are called, and what they answer.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/mdp/bellman.hpp"
#include "core/mdp/solution.hpp"

namespace aleator {

/// What a method may spend and has spent; one Effort is carried through all calls of a solve.
struct Effort {
  std::int64_t max_sweeps = 1'000'000;
  std::stop_token stop = {};
  std::vector<double> residual = {};       // of each sweep: the largest absolute change it made
  std::int64_t transitions_processed = 0;  // transitions read, of all sweeps and evaluations
  std::string no_convergence = {};         // why a method gave up, where precision is not the reason

  bool exhausted() const noexcept { return static_cast<std::int64_t>(residual.size()) >= max_sweeps; }
};

/// Improves `value` (|S|, the fixed value in each state without actions, which stays) until it takes the Bellman
/// residual max |TV - V| for at most `target`. It may be wrong: whoever calls takes the residual of one Jacobi backup
/// as the proof, and calls again with a lower target from where it stood.
///
/// Answers converged, max_sweeps (effort exhausted), precision_limit (nothing improves any more and the target is not
/// met: for want of precision, or as effort.no_convergence says) or stopped (asked for by effort.stop, polled once a
/// sweep).
/// @throws std::invalid_argument saying why, if the process is none that it can solve (a game, an improper policy, ...)
using Method = std::function<SolveStatus(const BellmanEquation& equation, double target, std::vector<double>& value,
                                         Effort& effort)>;

}  // namespace aleator
