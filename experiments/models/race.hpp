// kind = "race": the race to a number.
#pragma once

#include "experiments/run/kind.hpp"

namespace aleator {

ModelKind race_kind();

}  // namespace aleator
