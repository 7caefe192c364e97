// How many threads this process may use.
#pragma once

namespace aleator {

inline constexpr int most_threads = 4096;

/// SLURM_CPUS_PER_TASK if it is a number from 1 to most_threads, else the processors of the affinity mask; at least 1.
int default_thread_count();

}  // namespace aleator
