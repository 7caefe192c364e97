// Whole solves of controlled chutes and ladders against exact answers that share no code with core.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/executor.hpp"
#include "core/games/chutes/rules.hpp"
#include "core/mdp/action_tables.hpp"
#include "core/mdp/methods/value_iteration.hpp"
#include "tests/core/games/chutes/dense_reference.hpp"
#include "tests/core/games/chutes/reference_values.hpp"

namespace aleator {
namespace {

Solution solve(const SparseMdp& mdp, const ValueIteration& options) {
  SerialExecutor executor;
  return value_iteration(mdp, options, executor);
}

class ChutesReference : public testing::TestWithParam<StopRule> {};

TEST_P(ChutesReference, every_value_and_every_optimal_set_is_equal_ties_included) {
  const Chutes game({});
  const SparseMdp mdp = build_sparse(game);
  ValueIteration options;  // discount 0.9
  options.stop = GetParam();
  options.tolerance = 1e-10;
  const Solution solution = solve(mdp, options);
  ASSERT_EQ(solution.status, SolveStatus::converged);
  const ActionTables actions = action_tables({mdp, options.discount}, solution.value, solution.error_bound);
  ASSERT_EQ(solution.value.size(), 101u);
  EXPECT_EQ(solution.value[100], 100);
  EXPECT_EQ(actions.policy[100], -1);
  for (std::size_t s = 0; s < 100; ++s) {
    const reference::TileAnswer& answer = reference::hasbro_discount_09[s];
    EXPECT_NEAR(solution.value[s], answer.value, 1e-9) << "tile " << s;
    std::vector<int> steps;
    for (int a = 0; a < 6; ++a) {
      if (actions.optimal[6 * s + static_cast<std::size_t>(a)]) steps.push_back(a + 1);
    }
    EXPECT_EQ(steps, answer.optimal_steps) << "tile " << s;
    EXPECT_EQ(actions.policy[s] + 1, answer.optimal_steps.front()) << "tile " << s;
  }
}

std::string name_of(const testing::TestParamInfo<StopRule>& rule) {
  constexpr const char* names[] = {"sup", "span", "total_change"};
  return names[static_cast<std::size_t>(rule.param)];
}

INSTANTIATE_TEST_SUITE_P(StopRules, ChutesReference,
                         testing::Values(StopRule::sup, StopRule::span, StopRule::total_change), name_of);

/// Checks all that a solution promises against the exact one.
void check_promises(const SparseMdp& mdp, double discount, const Solution& solution,
                    const reference::DenseChutes& dense, const reference::Vector& exact) {
  for (std::size_t s = 0; s < exact.size(); ++s) {
    ASSERT_LE(std::fabs(solution.value[s] - exact[s]), solution.error_bound) << "tile " << s;
  }
  const ActionTables actions = action_tables({mdp, discount}, solution.value, solution.error_bound);
  for (std::size_t s = 0; s < dense.tiles(); ++s) {
    const std::size_t row = s * dense.actions();
    reference::Real best = dense.q(s, 0, discount, exact);
    for (std::size_t a = 1; a < dense.actions(); ++a) best = std::max(best, dense.q(s, a, discount, exact));
    std::size_t least = dense.actions();
    for (std::size_t a = 0; a < dense.actions(); ++a) {
      const reference::Real loss = best - dense.q(s, a, discount, exact);
      if (loss <= 1e-16L * std::max(1.0L, std::fabs(best))) {
        ASSERT_TRUE(actions.optimal[row + a]) << "tile " << s << " action " << a;
      }
      // Marked as optimal means: the loss is within twice what the marking allows.
      if (actions.optimal[row + a]) {
        ASSERT_LE(loss, 4 * discount * solution.error_bound + 2e-12L * std::max(1.0L, std::fabs(best)))
            << "tile " << s << " action " << a;
        least = std::min(least, a);
      }
      ASSERT_LE(std::fabs(actions.q[row + a] - dense.q(s, a, discount, exact)), solution.error_bound);
    }
    ASSERT_EQ(actions.policy[s], static_cast<Action>(least)) << "tile " << s;
  }
  ASSERT_EQ(actions.policy[dense.tiles()], -1);
}

TEST(ChutesSolve, keeps_its_promises_on_random_rules_for_every_stop_rule) {
  reference::RandomRules random(2);
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE("rules " + std::to_string(i));
    const ChutesRules rules = random.rules();
    const double discount = random.discount();
    const SparseMdp mdp = build_sparse(Chutes(rules));
    const reference::DenseChutes dense(rules);
    const reference::Vector exact = dense.optimal_values(discount);
    for (const StopRule stop : {StopRule::sup, StopRule::span, StopRule::total_change}) {
      SCOPED_TRACE("stop rule " + std::to_string(static_cast<int>(stop)));
      const ValueIteration options{discount, 1e-7, stop, 1'000'000};
      const Solution solution = solve(mdp, options);
      ASSERT_EQ(solution.status, SolveStatus::converged);
      ASSERT_TRUE(stop == StopRule::total_change || solution.error_bound <= options.tolerance) << solution.error_bound;
      ASSERT_NO_FATAL_FAILURE(check_promises(mdp, discount, solution, dense, exact));
    }
  }
}

TEST(ChutesSolve, keeps_its_promises_when_it_is_cut_short) {
  reference::RandomRules random(3);
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE("rules " + std::to_string(i));
    const ChutesRules rules = random.rules();
    const double discount = random.discount();
    const SparseMdp mdp = build_sparse(Chutes(rules));
    const reference::DenseChutes dense(rules);
    const reference::Vector exact = dense.optimal_values(discount);
    for (const StopRule stop : {StopRule::sup, StopRule::span, StopRule::total_change}) {
      for (const std::int64_t max_sweeps : {1, 2, 7, 40}) {
        const Solution solution = solve(mdp, {discount, 1e-300, stop, max_sweeps});
        ASSERT_LE(solution.sweeps(), max_sweeps);
        ASSERT_NO_FATAL_FAILURE(check_promises(mdp, discount, solution, dense, exact));
      }
    }
  }
}

TEST(ChutesSolve, at_the_limit_of_precision_still_knows_its_error) {
  reference::RandomRules random(4);
  for (int i = 0; i < 100; ++i) {
    SCOPED_TRACE("rules " + std::to_string(i));
    const ChutesRules rules = random.rules();
    const double discount = random.discount();
    const SparseMdp mdp = build_sparse(Chutes(rules));
    const reference::DenseChutes dense(rules);
    for (const StopRule stop : {StopRule::sup, StopRule::span}) {
      const Solution solution = solve(mdp, {discount, 1e-300, stop, 1'000'000});
      ASSERT_NE(solution.status, SolveStatus::max_sweeps);
      ASSERT_NO_FATAL_FAILURE(check_promises(mdp, discount, solution, dense, dense.optimal_values(discount)));
    }
  }
}

TEST(ChutesSolve, every_tolerance_ends_in_an_answer_or_at_the_limit_of_precision) {
  reference::RandomRules random(5);
  for (int i = 0; i < 40; ++i) {
    const SparseMdp mdp = build_sparse(Chutes(random.rules()));
    const double discount = random.discount();
    for (double tolerance = 1e-8; tolerance > 1e-17; tolerance /= 3) {
      for (const StopRule stop : {StopRule::sup, StopRule::span}) {
        const Solution solution = solve(mdp, {discount, tolerance, stop, 100'000});
        ASSERT_NE(solution.status, SolveStatus::max_sweeps) << "rules " << i << ", tolerance " << tolerance;
        ASSERT_EQ(solution.status == SolveStatus::converged, solution.error_bound <= tolerance);
      }
    }
  }
}

TEST(ChutesSolve, one_tile_is_solved_by_hand) {
  ChutesRules rules;
  rules.tiles = 1;
  rules.jumps.emplace();
  rules.actions = {1};  // lands on 0, 1, and by overshoot 0 again
  const SparseMdp mdp = build_sparse(Chutes(rules));
  const Solution solution = solve(mdp, {0.9, 1e-10, StopRule::sup, 10'000});
  EXPECT_NEAR(solution.value[0], 0.9 * 0.5 * 100 / (1 - 0.9 * 0.5), 1e-10);
}

}  // namespace
}  // namespace aleator
