#include "core/mdp/methods/value_iteration.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "core/games/chutes/rules.hpp"
#include "tests/core/mdp/reference/random_process.hpp"
#include "tests/core/mdp/reference/spelled_process.hpp"
#include "tests/core/refusal.hpp"

namespace aleator {
namespace {

using reference::loop;

Solution solve(const SparseMdp& mdp, const ValueIteration& options, std::stop_token stop = {}) {
  SerialExecutor executor;
  return value_iteration(mdp, options, executor, stop);
}

SparseMdp chutes() {
  return build_sparse(Chutes({}));
}

std::string refusal_of(const SparseMdp& mdp, const ValueIteration& options) {
  return refusal([&] { solve(mdp, options); });
}

TEST(ValueIteration, stops_within_the_tolerance_it_was_given) {
  for (const double tolerance : {1.0, 1e-3, 1e-6, 1e-9}) {
    for (const StopRule stop : {StopRule::sup, StopRule::span}) {
      const Solution solution = solve(chutes(), {0.9, tolerance, stop, 10'000});
      EXPECT_EQ(solution.status, SolveStatus::converged);
      EXPECT_LE(solution.error_bound, tolerance);
      EXPECT_GT(solution.error_bound, tolerance / 100) << "went on for too long";
    }
  }
}

TEST(ValueIteration, sup_stops_at_the_first_sweep_whose_change_is_small_enough) {
  const double tolerance = 1e-6;
  const Solution solution = solve(chutes(), {0.9, tolerance, StopRule::sup, 10'000});
  EXPECT_LE(9 * solution.residual.back(), tolerance);
  for (std::size_t k = 0; k + 1 < solution.residual.size(); ++k) EXPECT_GT(9 * solution.residual[k], tolerance * 0.999);
}

TEST(ValueIteration, span_needs_no_more_sweeps_than_sup) {
  const auto sweeps = [](StopRule stop) { return solve(chutes(), {0.99, 1e-6, stop, 100'000}).sweeps(); };
  EXPECT_LE(sweeps(StopRule::span), sweeps(StopRule::sup));
}

TEST(ValueIteration, total_change_stops_on_the_sum_of_changes) {
  // From the fixed 100 backwards along 0 -> 1 -> 2: changes (0, 50), then (25, 0), then none.
  SparseMdpBuilder builder(3);
  for (const State next : {1, 2}) {
    builder.add_transition(next, 1, 0);
    builder.end_action();
    builder.end_state(0);
  }
  builder.end_state(100);
  const SparseMdp mdp = std::move(builder).finish();
  EXPECT_EQ(solve(mdp, {0.5, 50, StopRule::total_change, 100}).residual, (std::vector<double>{50}));
  EXPECT_EQ(solve(mdp, {0.5, 49, StopRule::total_change, 100}).residual, (std::vector<double>{50, 25}));
  EXPECT_EQ(solve(mdp, {0.5, 25, StopRule::total_change, 100}).residual, (std::vector<double>{50, 25}));
  const Solution last = solve(mdp, {0.5, 1e-300, StopRule::total_change, 100});
  EXPECT_EQ(last.residual, (std::vector<double>{50, 25, 0}));
  EXPECT_EQ(last.value, (std::vector<double>{25, 50, 100}));
  EXPECT_EQ(last.status, SolveStatus::converged);
}

TEST(ValueIteration, total_change_tells_how_far_it_may_be_off) {
  const Solution coarse = solve(chutes(), {0.99, 1e-2, StopRule::total_change, 100'000});
  const Solution fine = solve(chutes(), {0.99, 1e-10, StopRule::sup, 100'000});
  double distance = 0;
  for (std::size_t s = 0; s < fine.value.size(); ++s) {
    distance = std::max(distance, std::abs(coarse.value[s] - fine.value[s]));
  }
  EXPECT_LE(distance, coarse.error_bound + fine.error_bound);
  EXPECT_GT(distance, 0);
}

TEST(ValueIteration, residuals_contract_by_the_discount) {
  for (const double discount : {0.3, 0.9, 0.99}) {
    const Solution solution = solve(chutes(), {discount, 1e-8, StopRule::sup, 100'000});
    for (std::size_t k = 1; k < solution.residual.size(); ++k) {
      EXPECT_LE(solution.residual[k], discount * solution.residual[k - 1] + 1e-13) << "sweep " << k;
    }
  }
}

TEST(ValueIteration, reaching_max_sweeps_is_a_status) {
  const Solution solution = solve(chutes(), {0.99, 1e-9, StopRule::sup, 5});
  EXPECT_EQ(solution.status, SolveStatus::max_sweeps);
  EXPECT_EQ(solution.sweeps(), 5);
  EXPECT_GT(solution.error_bound, 1e-9);
}

TEST(ValueIteration, says_when_double_precision_cannot_meet_the_tolerance) {
  for (const double tolerance : {1e-16, 1e-300}) {
    for (const StopRule stop : {StopRule::sup, StopRule::span}) {
      const Solution solution = solve(chutes(), {0.9, tolerance, stop, 100'000});
      EXPECT_EQ(solution.status, SolveStatus::precision_limit);
      EXPECT_LT(solution.sweeps(), 1000);
      EXPECT_GT(solution.error_bound, tolerance);
      EXPECT_LT(solution.error_bound, 1e-11);
    }
  }
}

/// Two states that lead to each other at random rewards: what is wrong comes back with the other sign.
SparseMdp to_and_fro(std::mt19937_64& random) {
  const double there = reference::uniform(random, -10, 10);
  return reference::process({{{{{1, 1}}, there}}, {{{{0, 1}}, reference::uniform(random, -10, 10)}}});
}

TEST(ValueIteration, ends_where_rounding_makes_values_go_to_and_fro) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 4000; ++i) {
    const Solution solution = solve(to_and_fro(random), {0.99, 1e-12, StopRule::sup, 10'000});
    ASSERT_NE(solution.status, SolveStatus::max_sweeps) << "process " << i;
    ASSERT_LT(solution.error_bound, 1e-9) << "process " << i;
  }
}

TEST(ValueIteration, stops_after_the_sweep_in_which_it_is_asked_to) {
  std::stop_source source;
  source.request_stop();
  const Solution solution = solve(chutes(), {0.9, 1e-9, StopRule::sup, 10'000}, source.get_token());
  EXPECT_EQ(solution.status, SolveStatus::stopped);
  EXPECT_EQ(solution.sweeps(), 1);
  EXPECT_GE(solution.error_bound, 9 * solution.residual.back());
}

TEST(ValueIteration, refuses_what_proves_nothing) {
  const std::string why = " with rows that sum to as much as 1 is no contraction: nothing can be proved";
  for (const auto& [discount, name] :
       std::vector<std::pair<double, std::string>>{{0, "0"},
                                                   {1, "1"},
                                                   {1.5, "1.5"},
                                                   {-0.5, "-0.5"},
                                                   {std::nan(""), "nan"},
                                                   {0.9999999999999999, "0.9999999999999999"}}) {
    EXPECT_EQ(refusal_of(loop(1), {discount, 1e-9, StopRule::sup, 10}), "discount " + name + why);
  }
  EXPECT_EQ(
      refusal_of(loop(1, 1 + 5e-10), {0.9999999999, 1e-9, StopRule::sup, 10}),
      "discount 0.9999999999 with rows that sum to as much as 1.0000000005 is no contraction: nothing can be proved");
  EXPECT_EQ(refusal_of(loop(1), {0.9, 0, StopRule::sup, 10}), "tolerance 0");
  EXPECT_EQ(refusal_of(loop(1), {0.9, -1e-9, StopRule::sup, 10}), "tolerance -1e-09");
  EXPECT_EQ(refusal_of(loop(1), {0.9, std::nan(""), StopRule::sup, 10}), "tolerance nan");
  EXPECT_EQ(refusal_of(loop(1), {0.9, 1e-9, StopRule::sup, 0}), "max_sweeps 0");
}

TEST(ValueIteration, refuses_values_that_would_overflow) {
  EXPECT_EQ(refusal_of(loop(1e307), {0.99, 1e-9, StopRule::sup, 10}),
            "values may be as large as inf: they overflow double precision");
  EXPECT_NE(solve(loop(1e300), {0.99, 1e-9, StopRule::sup, 100'000}).status, SolveStatus::max_sweeps);
}

TEST(ValueIteration, of_one_state_is_a_geometric_series) {
  for (const double reward : {1.0, -3.0}) {
    for (const double discount : {0.05, 0.5, 0.9, 0.999}) {
      const long double exact = reward / (1 - static_cast<long double>(discount));
      for (const StopRule stop : {StopRule::sup, StopRule::span, StopRule::total_change}) {
        for (const std::int64_t max_sweeps : {1, 3, 100'000}) {
          const Solution solution = solve(loop(reward), {discount, 1e-7, stop, max_sweeps});
          EXPECT_LE(std::fabs(solution.value[0] - exact), solution.error_bound);
        }
      }
    }
  }
}

TEST(ValueIteration, span_of_one_state_is_exact_after_one_sweep) {
  // Nothing ends here, so every later change is the last one times the discount: the bounds meet.
  const Solution solution = solve(loop(3), {0.9, 1e-9, StopRule::span, 100});
  EXPECT_EQ(solution.sweeps(), 1);
  EXPECT_NEAR(solution.value[0], 30, 1e-12);
}

TEST(ValueIteration, span_value_is_the_midpoint_of_its_bounds) {
  // One sweep of two loops that pay 1 and 3 (discount 1/2): V = (1, 3), changes in [1, 3], so the optimum lies in
  // V + [1, 3], whose midpoint is V + 2, half as wide.
  SparseMdpBuilder builder(2);
  for (const State s : {0, 1}) {
    builder.add_transition(s, 1, 1.0 + 2 * s);
    builder.end_action();
    builder.end_state(0);
  }
  const SparseMdp mdp = std::move(builder).finish();
  const Solution solution = solve(mdp, {0.5, 1e-9, StopRule::span, 1});
  EXPECT_NEAR(solution.value[0], 3, 1e-14);
  EXPECT_NEAR(solution.value[1], 5, 1e-14);
  EXPECT_NEAR(solution.error_bound, 1, 1e-13);
}

TEST(ValueIteration, span_counts_the_unchanging_end) {
  // 0 -> 1 (worth 8 for ever, discount 1/2): change (4, 0), so V(0) is in 4 + [0, 4]; the end is not shifted.
  SparseMdpBuilder builder(2);
  builder.add_transition(1, 1, 0);
  builder.end_action();
  builder.end_state(0);
  builder.end_state(8);
  const Solution solution = solve(std::move(builder).finish(), {0.5, 1e-9, StopRule::span, 1});
  EXPECT_NEAR(solution.value[0], 6, 1e-14);
  EXPECT_EQ(solution.value[1], 8);
  EXPECT_NEAR(solution.error_bound, 2, 1e-13);
}

TEST(ValueIteration, of_a_process_without_actions_is_the_fixed_values) {
  SparseMdpBuilder builder(3);
  for (const double value : {3.0, -4.0, 0.0}) builder.end_state(value);
  const SparseMdp mdp = std::move(builder).finish();
  for (const StopRule stop : {StopRule::sup, StopRule::span, StopRule::total_change}) {
    const Solution solution = solve(mdp, {0.9, 1e-9, stop, 10});
    EXPECT_EQ(solution.status, SolveStatus::converged);
    EXPECT_EQ(solution.value, (std::vector<double>{3, -4, 0}));
    EXPECT_EQ(solution.residual, (std::vector<double>{0}));
  }
}

TEST(ValueIteration, of_no_states_is_empty) {
  const Solution solution = solve(SparseMdpBuilder(0).finish(), {0.9, 1e-9, StopRule::sup, 10});
  EXPECT_EQ(solution.status, SolveStatus::converged);
  EXPECT_TRUE(solution.value.empty());
  EXPECT_GE(solution.error_bound, 0);
}

TEST(ValueIteration, bounds_hold_for_rows_that_sum_to_more_or_less_than_1) {
  for (const double off : {5e-10, -5e-10}) {
    for (const double reward : {1.0, -1.0}) {
      const double discount = 0.999;
      const SparseMdp mdp = loop(reward, 1 + off);
      const long double exact = mdp.reward[0] / (1 - static_cast<long double>(discount) * mdp.probability[0]);
      for (const StopRule stop : {StopRule::sup, StopRule::span, StopRule::total_change}) {
        for (const std::int64_t max_sweeps : {1, 2, 50, 100'000}) {
          const Solution solution = solve(mdp, {discount, 1e-6, stop, max_sweeps});
          EXPECT_LE(std::fabs(solution.value[0] - exact), solution.error_bound)
              << "off " << off << ", reward " << reward << ", sweeps " << solution.sweeps();
        }
      }
    }
  }
}

TEST(ValueIteration, span_of_an_endless_process_agrees_with_sup_and_is_no_slower) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 100; ++i) {
    const SparseMdp mdp = reference::garnet(random, {1 + reference::below(random, 40), false, false});
    const Solution sup = solve(mdp, {0.97, 1e-9, StopRule::sup, 100'000});
    for (const std::int64_t max_sweeps : {1, 4, 20, 100'000}) {
      const Solution span = solve(mdp, {0.97, 1e-9, StopRule::span, max_sweeps});
      ASSERT_LE(span.sweeps(), sup.sweeps());
      for (std::size_t s = 0; s < sup.value.size(); ++s) {
        ASSERT_LE(std::abs(span.value[s] - sup.value[s]), span.error_bound + sup.error_bound) << "process " << i;
      }
    }
  }
}

TEST(BellmanBackup, takes_the_best_action_and_tells_the_changes) {
  SparseMdpBuilder builder(2);
  builder.add_transition(0, 0.5, 2);
  builder.add_transition(1, 0.5, 2);
  builder.end_action();
  builder.add_transition(1, 1, -1);
  builder.end_action();
  builder.end_state(0);
  builder.end_state(10);
  const SparseMdp mdp = std::move(builder).finish();
  const std::vector<double> v = {20, 10};
  std::vector<double> next = {-7, -7};
  const Change change = bellman_backup({mdp, 0.5}, {0, 1}, v, next);
  EXPECT_EQ(next, (std::vector<double>{9.5, -7}));  // only the block is written
  EXPECT_EQ(change.smallest, -10.5);
  EXPECT_EQ(change.largest, -10.5);
  EXPECT_EQ(change.absolute(), 10.5);
  EXPECT_EQ(change.total, 10.5);
  EXPECT_EQ(bellman_backup({mdp, 0.5}, {0, 2}, v, next).largest, 0);
  EXPECT_EQ(next[1], 10);
}

}  // namespace
}  // namespace aleator
