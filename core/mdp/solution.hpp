// What a solver of decision processes answers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/mdp/bellman.hpp"

namespace aleator {

enum class SolveStatus : std::uint8_t {
  converged,        // the stopping rule was met
  max_sweeps,       // it was not, after as many sweeps as were allowed
  precision_limit,  // it cannot be met in double precision
  not_certified,    // nothing is proved; Solution::message says why
  stopped           // the caller asked to stop
};

struct Solution {
  std::vector<double> value;  // |S|
  std::vector<double> lower;  // |S| proved bounds, where they are not just value -+ error_bound; else empty
  std::vector<double> upper;
  double error_bound = 0;                  // proved: no finite value is farther than this from the optimum
  std::vector<double> residual;            // the largest absolute change of each sweep
  std::int64_t transitions_processed = 0;  // in all sweeps: what methods can be compared by
  SolveStatus status = SolveStatus::converged;
  std::string message;  // why it is not certified

  std::int64_t sweeps() const noexcept { return static_cast<std::int64_t>(residual.size()); }
};

/// What the actions are worth when `value` is what follows.
struct ActionValues {
  std::vector<double> q;              // |SA|
  std::vector<std::uint8_t> optimal;  // |SA|: 1 where the action is among the best of its state
  std::vector<Action> policy;         // |S|: the least optimal action; -1 in a state without actions
};

/// Q(s, a) = reward + discount * sum P value; an action is optimal if |best Q - Q(a)| <= 2 discount error_bound +
/// 1e-12 max(1, |best Q|): none that might be best within the bound is left out.
ActionValues action_values(const BellmanEquation& equation, const std::vector<double>& value, double error_bound);

}  // namespace aleator
