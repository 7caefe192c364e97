// kind = "file": decision processes and chains from files.
#pragma once

#include "experiments/run/kind.hpp"

namespace aleator {

ModelKind file_kind();

}  // namespace aleator
