// The processes that mpirun has started.
#pragma once

#include <memory>

#include "experiments/run/farm.hpp"

namespace aleator {

/// nullptr if this process was not started by mpirun, or alone.
std::unique_ptr<Farm> find_mpi_farm();

}  // namespace aleator
