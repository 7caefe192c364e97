#include "core/mdp/methods/value_iteration.hpp"

#include <gtest/gtest.h>

#include "core/games/chutes/rules.hpp"
#include "parallel/tbb_executor.hpp"

namespace aleator {
namespace {

TEST(ValueIterationInParallel, equals_the_serial_solution_to_the_bit) {
  ChutesRules rules;
  rules.board = "empty";
  rules.tiles = 9'000;  // three blocks
  rules.step_reward = -0.37;
  const SparseMdp mdp = build_sparse(Chutes(rules));
  for (const StopRule stop : {StopRule::sup, StopRule::span, StopRule::total_change}) {
    const ValueIteration options{0.9, 1e-3, stop, 12};  // how far it gets does not matter
    SerialExecutor serial;
    const Solution expected = value_iteration(mdp, options, serial);
    for (const int threads : {1, 2, 3, 8}) {
      TbbExecutor executor(threads);
      const Solution solution = value_iteration(mdp, options, executor);
      EXPECT_EQ(solution.value, expected.value) << threads << " threads";
      EXPECT_EQ(solution.residual, expected.residual);
      EXPECT_EQ(solution.error_bound, expected.error_bound);
      EXPECT_EQ(solution.status, expected.status);
    }
  }
}

}  // namespace
}  // namespace aleator
