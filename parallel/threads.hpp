// How many threads this process may use.
#pragma once

namespace aleator {

/// SLURM_CPUS_PER_TASK if it is a positive number, else the processors of the affinity mask; at least 1.
int default_thread_count();

}  // namespace aleator
