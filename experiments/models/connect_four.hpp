// kind = "connect-four": Connect Four on boards of any size.
#pragma once

#include "experiments/run/kind.hpp"

namespace aleator {

ModelKind connect_four_kind();

}  // namespace aleator
