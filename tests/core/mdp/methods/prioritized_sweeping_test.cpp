#include "core/mdp/methods/prioritized_sweeping.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tests/core/mdp/reference/spelled_process.hpp"

namespace aleator {
namespace {

using reference::line;

TEST(PrioritizedSweeping, reads_less_where_little_changes) {
  const SparseMdp mdp = line(200);
  std::vector<double> value = mdp.fixed_value;
  for (State s = 0; s < 200; ++s) value[s] = -s;
  value[190] = 0;  // only this one is wrong, and those before it
  Effort effort;
  EXPECT_EQ(prioritized_sweeping({mdp, 1}, 1e-9, value, effort), SolveStatus::converged);
  EXPECT_EQ(value[199], -199);
  EXPECT_LE(effort.transitions_processed, 3 * mdp.num_transitions() + 10);
}

}  // namespace
}  // namespace aleator
