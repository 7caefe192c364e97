// What a solver of decision processes answers.
#pragma once

#include <cstdint>
#include <vector>

#include "core/mdp/sparse_mdp.hpp"

namespace aleator {

enum class SolveStatus : std::uint8_t {
  converged,        // the stopping rule was met
  max_sweeps,       // it was not, after as many sweeps as were allowed
  precision_limit,  // it cannot be met in double precision
  stopped           // the caller asked to stop
};

struct Solution {
  std::vector<double> value;     // |S|
  double error_bound = 0;        // proved: no value is farther than this from the optimum
  std::vector<double> residual;  // the largest absolute change of each sweep
  SolveStatus status = SolveStatus::converged;

  std::int64_t sweeps() const noexcept { return static_cast<std::int64_t>(residual.size()); }
};

/// What the actions are worth when `value` is what follows.
struct ActionValues {
  std::vector<double> q;              // |SA|
  std::vector<std::uint8_t> optimal;  // |SA|: 1 where the action is among the best of its state
  std::vector<Action> policy;         // |S|: the least optimal action; -1 in a state without actions
};

/// Q(s, a) = reward + discount * sum P value; an action is optimal if max Q - Q(a) <= 2 discount error_bound +
/// 1e-12 max(1, |max Q|): none that might be best within the bound is left out.
ActionValues action_values(const SparseMdp& mdp, double discount, const Solution& solution);

}  // namespace aleator
