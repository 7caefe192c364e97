// kind = "g2048": the game 2048, solved exactly, searched and simulated.
#pragma once

#include "experiments/run/kind.hpp"

namespace aleator {

ModelKind g2048_kind();

}  // namespace aleator
