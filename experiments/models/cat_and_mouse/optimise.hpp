// [optimise] of kind = "cat-and-mouse": policies of one cat or one mouse by local search, or of both by co-evolution.
#pragma once

#include "experiments/run/kind.hpp"

namespace aleator::cat_and_mouse {

Task optimise_task();

}  // namespace aleator::cat_and_mouse
