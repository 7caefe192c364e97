// kind = "nim": heaps of which two players take.
#pragma once

#include "experiments/run/kind.hpp"

namespace aleator {

ModelKind nim_kind();

}  // namespace aleator
