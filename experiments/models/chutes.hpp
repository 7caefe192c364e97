// kind = "chutes": controlled chutes and ladders, solved and simulated.
#pragma once

#include "experiments/run/kind.hpp"

namespace aleator {

ModelKind chutes_kind();

}  // namespace aleator
