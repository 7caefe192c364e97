#include "parallel/threads.hpp"

#include <oneapi/tbb/info.h>

#include <charconv>
#include <cstdlib>
#include <cstring>

namespace aleator {

int default_thread_count() {
  if (const char* slurm = std::getenv("SLURM_CPUS_PER_TASK")) {
    int count = 0;
    const char* end = slurm + std::strlen(slurm);
    const auto parsed = std::from_chars(slurm, end, count);
    if (parsed.ec == std::errc{} && parsed.ptr == end && count > 0 && count <= most_threads) return count;
  }
  return tbb::info::default_concurrency();  // reads the affinity mask
}

}  // namespace aleator
