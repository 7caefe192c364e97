// The values as the solution of a linear program: a check of the other methods on small processes.
#pragma once

#include <cstdint>
#include <vector>

#include "core/mdp/bellman.hpp"
#include "core/mdp/methods/method.hpp"

namespace aleator {

struct LinearProgrammingOptions {
  std::int64_t max_rows = 20'000;  // |SA|: a larger process is refused
};

/// Minimises the sum of V(s) under V(s) >= r + discount * sum P V for all actions (maximises under <= where the least
/// is wanted), by the simplex method of GLPK. Refuses games; takes a discount of 1 where every policy is proper. One
/// sweep is recorded: the residual of the solution; nothing but the solver's own precision (about 1e-9 of the largest
/// value) decides whether it meets the target. Where rounding lets GLPK find no optimum the value is left as it was,
/// and the answer is precision_limit.
/// @throws std::invalid_argument for a game, more than max_rows rows, and see Progress.
/// Source: d'Epenoux (1963); Puterman (1994), section 6.9.
SolveStatus linear_programming(const BellmanEquation& equation, const LinearProgrammingOptions& options, double target,
                               std::vector<double>& value, Effort& effort);

}  // namespace aleator
