#include "core/mdp/methods/backward_induction.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/core/mdp/reference/exact_values.hpp"
#include "tests/core/mdp/reference/random_process.hpp"
#include "tests/core/mdp/reference/reverse_executor.hpp"

namespace aleator {
namespace {

using reference::below;
using reference::Real;
using reference::Vector;

FiniteHorizon solve(const BellmanEquation& equation, const BackwardInductionOptions& options, Effort effort = {}) {
  SerialExecutor executor;
  return backward_induction(equation, options, effort, executor);
}

/// V_n(s) by the definition.
Vector step(const BellmanEquation& equation, const Vector& v) {
  Vector next = v;
  for (State s = 0; s < equation.mdp.num_states(); ++s) {
    for (std::int64_t row = equation.mdp.action_begin[s]; row < equation.mdp.action_begin[s + 1]; ++row) {
      const Real q = reference::q_value(equation, row, v);
      const bool first = row == equation.mdp.action_begin[s];
      next[s] = first ? q : equation.sense_of(s) == Sense::max ? std::max(next[s], q) : std::min(next[s], q);
    }
  }
  return next;
}

TEST(BackwardInduction, equals_the_definition_within_its_bound) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; ++i) {
    const SparseMdp mdp = reference::garnet(random, {1 + below(random, 10), i % 3 == 0});
    const double discount = reference::one_of<double>(random, {0.5, 0.99, 1});
    const BellmanEquation equation{mdp, discount, i % 2 == 0 ? Sense::max : Sense::min};
    const std::int64_t horizon = below(random, 30);
    const FiniteHorizon found = solve(equation, {horizon, true, true});
    const std::size_t states = mdp.fixed_value.size();
    Vector v(mdp.fixed_value.begin(), mdp.fixed_value.end());
    for (std::size_t n = 0; n <= static_cast<std::size_t>(horizon); ++n) {
      if (n > 0) v = step(equation, v);
      for (std::size_t s = 0; s < states; ++s) {
        ASSERT_LE(std::abs(found.value_by_steps[n * states + s] - v[s]), found.error_bound) << "process " << i;
      }
    }
    ASSERT_LE(reference::distance(found.value, v), found.error_bound);
    ASSERT_LE(found.error_bound, 1e-9);
    ASSERT_EQ(solve(equation, {horizon}).value, found.value);
    ASSERT_TRUE(solve(equation, {horizon}).value_by_steps.empty());
  }
}

TEST(BackwardInduction, tells_the_action_for_the_steps_that_are_left) {
  // Action 0 pays 1 each step; action 1 pays nothing now but leads to the end, worth 2.5.
  SparseMdpBuilder builder(2);
  builder.add_transition(0, 1, 1);
  builder.end_action();
  builder.add_transition(1, 1, 0);
  builder.end_action();
  builder.end_state(0);
  builder.end_state(2.5);
  const SparseMdp mdp = std::move(builder).finish();
  const FiniteHorizon found = solve({mdp, 1}, {3, true, true});
  EXPECT_EQ(found.value_by_steps, (std::vector<double>{0, 2.5, 2.5, 2.5, 3.5, 2.5, 4.5, 2.5}));
  EXPECT_EQ(found.policy_by_steps, (std::vector<Action>{-1, -1, 1, -1, 0, -1, 0, -1}));
  EXPECT_EQ(solve({mdp, 1, Sense::min}, {2}).value, (std::vector<double>{2, 2.5}));
}

TEST(BackwardInduction, of_no_steps_is_what_stands_at_the_end) {
  std::mt19937_64 random(2);
  const SparseMdp mdp = reference::garnet(random, {30});
  const FiniteHorizon found = solve({mdp, 1}, {0, true, true});
  EXPECT_EQ(found.value, mdp.fixed_value);
  EXPECT_EQ(found.error_bound, 0);
}

TEST(BackwardInduction, keeps_the_changes_only_where_they_are_wanted) {
  std::mt19937_64 random(5);
  const SparseMdp mdp = reference::garnet(random, {5});
  SerialExecutor executor;
  for (const bool keep : {true, false}) {
    Effort effort;
    const FiniteHorizon found = backward_induction({mdp, 1}, {7, false, false, keep}, effort, executor);
    EXPECT_EQ(found.steps, 7);
    EXPECT_EQ(effort.residual.size(), keep ? 7u : 0u);
  }
}

TEST(BackwardInduction, does_not_depend_on_the_order_of_blocks) {
  std::mt19937_64 random(3);
  const SparseMdp mdp = reference::garnet(random, {9000});
  reference::ReverseExecutor reverse;
  Effort effort;
  const FiniteHorizon found = backward_induction({mdp, 0.9}, {5, true, true}, effort, reverse);
  const FiniteHorizon expected = solve({mdp, 0.9}, {5, true, true});
  EXPECT_EQ(found.value_by_steps, expected.value_by_steps);
  EXPECT_EQ(found.policy_by_steps, expected.policy_by_steps);
  EXPECT_EQ(found.error_bound, expected.error_bound);
}

TEST(BackwardInduction, stops_when_asked_and_refuses_what_makes_no_sense) {
  std::mt19937_64 random(4);
  const SparseMdp mdp = reference::garnet(random, {5});
  std::stop_source source;
  source.request_stop();
  Effort effort;
  effort.stop = source.get_token();
  EXPECT_EQ(solve({mdp, 1}, {3}, effort).status, SolveStatus::stopped);
  EXPECT_THROW(solve({mdp, 1}, {-1}), std::invalid_argument);
  EXPECT_THROW(solve({mdp, 1.1}, {1}), std::invalid_argument);
  EXPECT_THROW(solve({mdp, 0}, {1}), std::invalid_argument);
}

}  // namespace
}  // namespace aleator
