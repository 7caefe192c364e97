// [optimise] of snakes and ladders: the die that ends games soonest.
#pragma once

#include "experiments/run/kind.hpp"

namespace aleator {

Task snakes_optimise_task();

}  // namespace aleator
