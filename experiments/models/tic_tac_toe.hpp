// kind = "tic-tac-toe": tic-tac-toe and m,n,k games.
#pragma once

#include "experiments/run/kind.hpp"

namespace aleator {

ModelKind tic_tac_toe_kind();

}  // namespace aleator
