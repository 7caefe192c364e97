// Where a chain is after many steps, and what it pays there.
#pragma once

#include <cstdint>
#include <vector>

#include "core/mdp/sparse_mdp.hpp"

namespace aleator {

/// The distribution after `steps` steps from one drawn from `initial`; a state without actions is not left.
/// @throws std::invalid_argument if `chain` is none, `initial` no distribution of |S| states, or steps is below 0.
std::vector<double> after_steps(const SparseMdp& chain, const std::vector<double>& initial, std::int64_t steps);

/// States that lead to each other and nowhere else; a state without actions is a class of its own.
struct ClosedClass {
  std::vector<State> states;       // ascending
  std::vector<double> stationary;  // of states: the share of time in each, in the long run; periodic classes too
  double error_bound = 0;          // proved: on the sum of |stationary - true|; +infinity if nothing could be proved
};

/// Every closed class. Up to 1,000 states by the elimination of Grassmann, Taksar and Heyman, which subtracts nothing:
/// each share is right to nearly all of its digits, however small. Beyond by the expected visits between two visits to
/// one state (TransientSystem). The error is proved alike for both, from those visits; it counts a row's distance from
/// a sum of 1.
/// @throws std::invalid_argument if `chain` is none.
/// Source: Grassmann, Taksar, Heyman, Regenerative Analysis and Steady State Distributions for Markov Chains (1985).
std::vector<ClosedClass> closed_classes(const SparseMdp& chain);

/// Values with a proved bound on each of them, or on the sum of their errors; +infinity if nothing could be proved.
struct Certified {
  std::vector<double> value;
  double error_bound = 0;
};

/// |S|: the share of time in each state in the long run (Cesaro's limit, so also for periodic chains), from a state
/// drawn from `initial`: the probability to come to each closed class times its stationary distribution. The bound is
/// on the sum of the errors.
/// @throws std::invalid_argument if `chain` is none or `initial` no distribution of |S| states.
Certified long_run_distribution(const SparseMdp& chain, const std::vector<double>& initial);

/// |S|: the average reward a step in the long run from each state (its gain); 0 once the process has ended. The bound
/// is on each of the errors.
/// @throws std::invalid_argument if `chain` is none.
/// Source: Puterman (1994), section 8.2 and appendix A.4.
Certified long_run_reward(const SparseMdp& chain);

}  // namespace aleator
