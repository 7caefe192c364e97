// [simulate] of snakes and ladders: games that are played, beside the exact answers.
#pragma once

#include "experiments/run/kind.hpp"

namespace aleator {

Task snakes_simulate_task();

}  // namespace aleator
