// [analyse]: what a policy does, on every path.
#pragma once

#include "experiments/run/kind.hpp"

namespace aleator {

/// The task [analyse], for every model that is a decision process.
Task analyse_task();

}  // namespace aleator
