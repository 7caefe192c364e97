#include "core/mdp/methods/weighted_predecessors.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace aleator {
namespace {

TEST(WeightedPredecessors, come_once_each_with_the_largest_probability) {
  SparseMdpBuilder builder(3);
  builder.end_state(0);
  for (const State s : {1, 2}) {
    builder.add_transition(0, 0.25, 0);
    builder.add_transition(1, 0.75, 0);
    builder.end_action();
    builder.add_transition(s, 0.5, 0);
    builder.add_transition(0, 0.5, 0);
    builder.end_action();
    builder.end_state(0);
  }
  const WeightedPredecessors before = weighted_predecessors(std::move(builder).finish());
  EXPECT_EQ(before.begin, (std::vector<std::int64_t>{0, 2, 4, 5}));
  EXPECT_EQ(before.state, (std::vector<State>{1, 2, 1, 2, 2}));
  EXPECT_EQ(before.weight, (std::vector<float>{0.5f, 0.5f, 0.75f, 0.75f, 0.5f}));
}

}  // namespace
}  // namespace aleator
