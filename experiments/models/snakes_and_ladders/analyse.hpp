// [analyse] of snakes and ladders: exact answers about the games on a board.
#pragma once

#include "experiments/run/kind.hpp"

namespace aleator {

Task snakes_analyse_task();

}  // namespace aleator
