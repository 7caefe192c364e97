#include "core/mdp/undiscounted/bounding.hpp"

#include <stdexcept>
#include <utility>

#include "core/text.hpp"

namespace aleator {

BoundingSolve::BoundingSolve(const SparseMdp& mdp, const Objective& objective, double tolerance, Effort& effort)
    : mdp_(mdp),
      objective_(objective),
      tolerance_(tolerance),
      effort_(effort),
      reduction_(reduce(mdp, objective)),
      doubt_(reduction_.doubt),
      equation{reduction_.mdp, 1, reduction_.sense} {
  if (!(tolerance > 0)) throw std::invalid_argument(text("tolerance ", tolerance));
  if (is_decided()) {
    bounds = {reduction_.mdp.fixed_value, reduction_.mdp.fixed_value};
    return;
  }
  std::optional<Bounds> start = start_bounds(equation, probabilities(), effort);
  if (!start) {
    doubt_ = "the expected number of steps is too large for bounds to start from";
    return;
  }
  bounds = std::move(*start);
  start_policy();
  if (reduction_.improper == Improper::game) deflation.emplace(equation, probabilities());
}

/// Any rows, if those who move by them cannot go on for ever; else rows by which the play ends.
void BoundingSolve::start_policy() {
  const SparseMdp& mdp = reduction_.mdp;
  policy.assign(bounds.lower.size(), 0);
  for (State s = 0; s < reduction_.num_unknown; ++s) policy[s] = static_cast<RowIndex>(mdp.action_begin[s]);
  if (reduction_.improper == Improper::none || probabilities()) return;
  const std::vector<std::uint8_t> ending = ending_rows(equation);
  for (State s = 0; s < reduction_.num_unknown; ++s) {
    while (ending[policy[s]] == 0) ++policy[s];
  }
}

double BoundingSolve::deflate() {
  return deflation->apply(bounds, probabilities() ? bounds.upper : bounds.lower, policy);
}

void BoundingSolve::count_sweep(double change, std::int64_t backups) {
  effort_.residual.push_back(change);
  effort_.transitions_processed += backups * reduction_.mdp.num_transitions();
}

UndiscountedSolution BoundingSolve::finish(SolveStatus status) && {
  UndiscountedSolution result;
  if (!doubt_.empty()) {
    result = nothing_proved(mdp_, std::move(doubt_));
  } else {
    result = carry_back(mdp_, objective_, reduction_, bounds.lower, bounds.upper, policy);
    result.solution.settle(status, tolerance_);
  }
  result.solution.residual = effort_.residual;
  result.solution.transitions_processed = effort_.transitions_processed;
  return result;
}

}  // namespace aleator
