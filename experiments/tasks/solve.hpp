// [solve] for every model that is a decision process.
#pragma once

#include "experiments/run/kind.hpp"

namespace aleator {

/// The task [solve].
Task solve_task();

/// Runs it, for tasks that are more than it.
void run_solve(Run& run);

}  // namespace aleator
