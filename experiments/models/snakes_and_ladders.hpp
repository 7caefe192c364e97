// kind = "snakes-and-ladders": dice alone decide.
#pragma once

#include "experiments/run/kind.hpp"

namespace aleator {

ModelKind snakes_and_ladders_kind();

}  // namespace aleator
