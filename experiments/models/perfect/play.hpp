// [play] of games of perfect information: matches of two players.
#pragma once

#include "experiments/run/kind.hpp"

namespace aleator::perfect {

Task play_task();

}  // namespace aleator::perfect
