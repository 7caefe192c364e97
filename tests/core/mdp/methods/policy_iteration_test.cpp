#include "core/mdp/methods/policy_iteration.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "tests/core/mdp/reference/random_process.hpp"
#include "tests/core/mdp/reference/spelled_process.hpp"
#include "tests/core/refusal.hpp"

namespace aleator {
namespace {

using reference::line;

TEST(PolicyIteration, starts_from_the_policy_it_is_given) {
  SparseMdpBuilder builder(2);  // action 0 stays for nothing, action 1 ends: greedy for 0 is improper
  builder.add_transition(0, 1, 0);
  builder.end_action();
  builder.add_transition(1, 1, -1);
  builder.end_action();
  builder.end_state(0);
  builder.end_state(5);
  const SparseMdp mdp = std::move(builder).finish();
  const auto answer = [&](const std::vector<Action>& start, Sense sense) {
    std::vector<double> value = {100, 5};
    Effort effort;
    policy_iteration({mdp, 1, sense}, {start}, 1e-9, value, effort);
    return value[0];
  };
  EXPECT_EQ(answer({1, -1}, Sense::max), 4);
  EXPECT_EQ(refusal([&] { answer({}, Sense::max); }),
            "with discount 1, the policy never ends from state 0 on: policy iteration has to start from a policy that "
            "ends");
  EXPECT_EQ(refusal([&] { answer({1}, Sense::max); }), "a policy of 1 actions, for a process of 2 states");
  EXPECT_EQ(refusal([&] { answer({2, 0}, Sense::max); }), "state 0: the policy's action 2 of 2 actions");
}

TEST(PolicyIteration, needs_memory_that_grows_with_the_fill) {
  const std::size_t thin = policy_iteration_bytes(line(1000));
  EXPECT_GT(thin, 1000u * 2 * 2 * 16);  // two entries a row in each factor
  EXPECT_LT(thin, 1000u * 400);
  std::mt19937_64 random(11);
  EXPECT_GT(policy_iteration_bytes(reference::garnet(random, {1000})), 5 * thin);
  EXPECT_EQ(policy_iteration_bytes(SparseMdpBuilder(0).finish()), 0u);
}

TEST(PolicyIteration, ends_where_all_actions_are_worth_the_same) {
  SparseMdpBuilder builder(40);
  for (State s = 0; s < 40; ++s) {
    for (const State next : {(s + 1) % 40, (s + 7) % 40, (s + 13) % 40}) {
      builder.add_transition(next, 1.0 / 3, 0.1);
      builder.add_transition((next + 1) % 40, 2.0 / 3, 0.1);
      builder.end_action();
    }
    builder.end_state(0);
  }
  const SparseMdp mdp = std::move(builder).finish();
  std::vector<double> value(40);
  Effort effort;
  policy_iteration({mdp, 0.999}, {}, 0, value, effort);
  EXPECT_LE(effort.residual.size(), 12u);
  EXPECT_NEAR(value[3], 100, 1e-10);
}

}  // namespace
}  // namespace aleator
