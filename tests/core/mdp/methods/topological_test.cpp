#include "core/mdp/methods/topological.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "tests/core/mdp/reference/spelled_process.hpp"
#include "tests/core/refusal.hpp"

namespace aleator {
namespace {

using reference::line;
using reference::loop;

TEST(Topological, solves_an_acyclic_process_in_one_sweep) {
  const SparseMdp mdp = line(50);
  std::vector<double> value = mdp.fixed_value;
  Effort effort;
  EXPECT_EQ(topological_value_iteration({mdp, 1}, 1e-9, value, effort), SolveStatus::converged);
  EXPECT_EQ(value[49], -49);
  EXPECT_EQ(effort.residual, (std::vector<double>{49}));
  EXPECT_EQ(effort.transitions_processed, 2 * mdp.num_transitions());  // and the search for components
}

TEST(Topological, refuses_a_loop_that_never_ends) {
  const SparseMdp mdp = loop(1);
  std::vector<double> value(1);
  Effort effort;
  EXPECT_EQ(refusal([&] {
              topological_value_iteration({mdp, 1}, 1e-9, value, effort);
            }),
            "state 0, action 0: leads back to itself for ever, with discount 1");
}

}  // namespace
}  // namespace aleator
