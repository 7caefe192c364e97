// [optimise] of kind = "g2048": the weights of the evaluation with which expectimax scores most.
#pragma once

#include "experiments/run/kind.hpp"

namespace aleator::g2048 {

Task optimise_task();

}  // namespace aleator::g2048
