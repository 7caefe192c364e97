#include "core/mdp/methods/strategy_iteration.hpp"

#include "core/mdp/methods/exact_policies.hpp"

namespace aleator {

SolveStatus strategy_iteration(const BellmanEquation& equation, const PolicyIterationOptions& options, double target,
                               std::vector<double>& value, Effort& effort) {
  if (!equation.mdp.is_game()) return policy_iteration(equation, options, target, value, effort);
  Progress progress(equation, target, value, effort);
  detail::ExactPolicy strategies(equation, options.start_policy, value, effort);
  while (!effort.exhausted()) {
    Progress reply(equation, 0, value, effort);
    const auto end = strategies.optimise(Sense::min, reply);
    if (end == SolveStatus::stopped || end == SolveStatus::max_sweeps) return *end;
    const bool switched = strategies.improve(Sense::max);
    const double residual = strategies.residual();
    if (const auto done = progress.after_sweep(residual, residual, equation.mdp.num_transitions(), value)) return *done;
    if (!switched) return SolveStatus::precision_limit;
  }
  return SolveStatus::max_sweeps;
}

}  // namespace aleator
