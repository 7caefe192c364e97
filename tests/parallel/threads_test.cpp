#include "parallel/threads.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <cstdlib>
#include <optional>
#include <string>

namespace aleator {
namespace {

/// Sets SLURM_CPUS_PER_TASK, or unsets it, until the end of the scope.
class SlurmCpus {
 public:
  explicit SlurmCpus(const char* value) {
    if (const char* old = std::getenv(name)) before_ = old;
    set(value);
  }
  ~SlurmCpus() { set(before_ ? before_->c_str() : nullptr); }
  SlurmCpus(const SlurmCpus&) = delete;
  SlurmCpus& operator=(const SlurmCpus&) = delete;

 private:
  static constexpr const char* name = "SLURM_CPUS_PER_TASK";
  static void set(const char* value) {
    if (value) {
      setenv(name, value, 1);
    } else {
      unsetenv(name);
    }
  }
  std::optional<std::string> before_;
};

int affinity_count() {
  cpu_set_t set;
  CPU_ZERO(&set);
  EXPECT_EQ(sched_getaffinity(0, sizeof set, &set), 0);
  return CPU_COUNT(&set);
}

TEST(DefaultThreadCount, is_what_slurm_gives_to_the_task) {
  for (const int count : {1, 3, 128}) {
    const SlurmCpus slurm(std::to_string(count).c_str());
    EXPECT_EQ(default_thread_count(), count);
  }
}

TEST(DefaultThreadCount, is_the_affinity_mask_without_slurm) {
  const SlurmCpus slurm(nullptr);
  EXPECT_EQ(default_thread_count(), affinity_count());
}

TEST(DefaultThreadCount, takes_no_notice_of_what_is_no_positive_number) {
  for (const char* value : {"", "0", "-2", "two", "4x", " 4", "3.5", "99999999999999999999"}) {
    const SlurmCpus slurm(value);
    EXPECT_EQ(default_thread_count(), affinity_count()) << '"' << value << '"';
  }
}

}  // namespace
}  // namespace aleator
