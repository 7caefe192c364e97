#include "core/mdp/methods/policy_iteration.hpp"

#include <stdexcept>

#include "core/mdp/methods/exact_policies.hpp"

namespace aleator {

SolveStatus policy_iteration(const BellmanEquation& equation, const PolicyIterationOptions& options, double target,
                             std::vector<double>& value, Effort& effort) {
  if (equation.mdp.is_game()) {
    throw std::invalid_argument("policy iteration may cycle where two players choose; strategy iteration does not");
  }
  Progress progress(equation, target, value, effort);
  detail::ExactPolicy policy(equation, options.start_policy, value, effort);
  return policy.optimise(equation.sense, progress).value_or(SolveStatus::precision_limit);
}

std::size_t policy_iteration_bytes(const SparseMdp& mdp) {
  return detail::exact_policy_bytes(mdp);
}

}  // namespace aleator
