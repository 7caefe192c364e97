#include "core/mdp/methods/linear_programming.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tests/core/mdp/reference/spelled_process.hpp"
#include "tests/core/refusal.hpp"

namespace aleator {
namespace {

using reference::line;

TEST(LinearProgramming, refuses_a_large_process) {
  const SparseMdp mdp = line(12);
  std::vector<double> value(12);
  Effort effort;
  EXPECT_EQ(refusal([&] {
              linear_programming({mdp, 0.9}, {10}, 1e-9, value, effort);
            }),
            "linear programming is a check for small processes: 11 rows, at most 10");
}

}  // namespace
}  // namespace aleator
