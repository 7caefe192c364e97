// kind = "cat-and-mouse": pursuit on a grid, solved exactly; kind = "cat-and-random-mouse": the same as a process.
#pragma once

#include "experiments/run/kind.hpp"

namespace aleator {

ModelKind cat_and_mouse_kind();
ModelKind cat_and_random_mouse_kind();

}  // namespace aleator
