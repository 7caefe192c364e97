// kind = "chutes-race": two players on the board of controlled chutes and ladders, solved and played.
#pragma once

#include "experiments/run/kind.hpp"

namespace aleator {

ModelKind chutes_race_kind();

}  // namespace aleator
