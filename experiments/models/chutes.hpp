// kind = "chutes": controlled chutes and ladders, solved and simulated.
#pragma once

#include "experiments/run/kind.hpp"

namespace aleator {

ModelKind chutes_kind();

/// The keys of ChutesRules that say what the board is and how pieces move.
Keys chutes_board_keys();

}  // namespace aleator
