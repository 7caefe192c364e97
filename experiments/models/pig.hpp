// kind = "pig": the dice game Pig, solved and played.
#pragma once

#include "experiments/run/kind.hpp"

namespace aleator {

ModelKind pig_kind();

}  // namespace aleator
