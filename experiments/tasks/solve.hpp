// [solve] for every model that is a decision process.
#pragma once

#include "experiments/run/kind.hpp"

namespace aleator {

/// The task [solve].
Task solve_task();

}  // namespace aleator
