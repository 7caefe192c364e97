// Every method against exact policy iteration: whatever the process, it is as near as it promises.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "tests/core/mdp/methods/all_methods.hpp"
#include "tests/core/mdp/methods/certified.hpp"
#include "tests/core/mdp/reference/exact_values.hpp"
#include "tests/core/mdp/reference/random_process.hpp"

namespace aleator {
namespace {

using reference::any_process;
using reference::below;
using reference::one_of;
using reference::uniform;

/// Makes rows sum to as much more or less than 1 as is allowed.
void put_rows_off(std::mt19937_64& random, SparseMdp& mdp) {
  for (std::int64_t row = 0; row < mdp.num_rows(); ++row) {
    const double factor = 1 + uniform(random, -9e-10, 9e-10);
    for (std::int64_t i = mdp.row_begin[row]; i < mdp.row_begin[row + 1]; ++i) mdp.probability[i] *= factor;
  }
}

/// The proofs rest on them.
void expect_fixed_values(const SparseMdp& mdp, const std::vector<double>& value) {
  for (State s = 0; s < mdp.num_states(); ++s) {
    if (mdp.num_actions(s) == 0) {
      EXPECT_EQ(value[s], mdp.fixed_value[s]) << "state " << s;
    }
  }
}

TEST(Methods, come_as_near_to_exact_policy_iteration_as_they_promise) {
  SerialExecutor executor;
  const auto all = all_methods(executor, 5);
  std::mt19937_64 random(1);
  for (int i = 0; i < 3000; ++i) {
    SparseMdp mdp = any_process(random, i);
    if (below(random, 3) == 0) put_rows_off(random, mdp);
    const double discount = one_of<double>(random, {0.5, 0.9, 0.99});
    const double tolerance = one_of<double>(random, {1e-3, 1e-6, 1e-8});
    const BellmanEquation equation{mdp, discount, i % 2 == 0 ? Sense::max : Sense::min};
    const reference::Vector exact = reference::exact_values(equation);
    for (std::size_t m = static_cast<std::size_t>(i) % 3; m < all.size(); m += 3) {
      if (mdp.is_game() && !all[m].takes_games) continue;
      const Solution solution = certified(equation, tolerance, all[m].method);
      ASSERT_EQ(solution.status, SolveStatus::converged) << all[m].name << ", process " << i;
      ASSERT_LE(solution.error_bound, tolerance) << all[m].name << ", process " << i;
      ASSERT_LE(reference::distance(solution.value, exact), solution.error_bound) << all[m].name << ", process " << i;
      expect_fixed_values(mdp, solution.value);
      ASSERT_FALSE(HasFailure()) << all[m].name << ", process " << i;
    }
  }
}

TEST(ValueIteration, comes_as_near_to_exact_policy_iteration_as_it_promises_whenever_it_stops) {
  SerialExecutor executor;
  std::mt19937_64 random(10);
  for (int i = 0; i < 3000; ++i) {
    SparseMdp mdp = any_process(random, i);
    if (below(random, 3) == 0) put_rows_off(random, mdp);
    ValueIteration options;
    options.discount = one_of<double>(random, {0.5, 0.9, 0.99});
    options.tolerance = one_of<double>(random, {1e-3, 1e-6, 1e-8});
    options.stop = one_of<StopRule>(random, {StopRule::sup, StopRule::span, StopRule::total_change});
    options.max_sweeps = one_of<std::int64_t>(random, {1, 7, 100'000});
    options.sense = reference::any_sense(random);
    const Solution solution = value_iteration(mdp, options, executor);
    const reference::Vector exact = reference::exact_values({mdp, options.discount, options.sense});
    ASSERT_LE(reference::distance(solution.value, exact), solution.error_bound) << "process " << i;
    const bool promised = options.stop != StopRule::total_change && solution.status == SolveStatus::converged;
    ASSERT_TRUE(!promised || solution.error_bound <= options.tolerance) << "process " << i;
    ASSERT_TRUE(solution.status == SolveStatus::converged || options.max_sweeps <= 7) << "process " << i;
  }
}

TEST(Methods, solve_proper_undiscounted_processes) {
  SerialExecutor executor;
  const auto all = all_methods(executor, 5);
  std::mt19937_64 random(2);
  for (int i = 0; i < 1500; ++i) {
    const bool game = i % 5 == 4;
    const SparseMdp mdp = reference::proper(random, 2 + below(random, 12), game);
    const BellmanEquation equation{mdp, 1, i % 2 == 0 ? Sense::max : Sense::min};
    const reference::Vector exact = reference::exact_values(equation);
    for (std::size_t m = static_cast<std::size_t>(i) % 3; m < all.size(); m += 3) {
      if (mdp.is_game() && !all[m].takes_games) continue;
      std::vector<double> value = mdp.fixed_value;
      Effort effort;
      effort.max_sweeps = 100'000;
      ASSERT_EQ(all[m].method(equation, 1e-10, value, effort), SolveStatus::converged) << all[m].name << ' ' << i;
      ASSERT_LE(reference::distance(value, exact), 1e-6) << all[m].name << ", process " << i;
      expect_fixed_values(mdp, value);
      ASSERT_FALSE(HasFailure()) << all[m].name << ", process " << i;
    }
  }
}

TEST(Methods, end_where_double_precision_ends_and_tell_how_near_they_came) {
  SerialExecutor executor;
  std::mt19937_64 random(4);
  for (int i = 0; i < 20; ++i) {
    const SparseMdp mdp = any_process(random, i);
    const BellmanEquation equation{mdp, 0.9};
    const reference::Vector exact = reference::exact_values(equation);
    for (const NamedMethod& named : all_methods(executor)) {
      if (mdp.is_game() && !named.takes_games) continue;
      const Solution solution = certified(equation, 1e-300, named.method);
      if (solution.error_bound > 1e-300) {
        EXPECT_EQ(solution.status, SolveStatus::precision_limit) << named.name;
      }
      EXPECT_LT(solution.error_bound, named.name == "linear-programming" ? 1e-6 : 1e-10) << named.name << ' ' << i;
      EXPECT_LE(reference::distance(solution.value, exact), solution.error_bound) << named.name;
      EXPECT_LT(solution.sweeps(), 20'000) << named.name;
    }
  }
}

TEST(SolveDiscounted, proves_whatever_a_method_answers) {
  std::mt19937_64 random(9);
  for (int i = 0; i < 200; ++i) {
    const SparseMdp mdp = any_process(random, i);
    const BellmanEquation equation{mdp, 0.9};
    const Method liar = [&](const auto&, double, std::vector<double>& v, Effort&) {
      for (State s = 0; s < mdp.num_states(); ++s) v[s] += mdp.num_actions(s) > 0 ? uniform(random, -1, 1) : 0;
      return SolveStatus::converged;
    };
    const Solution solution = certified(equation, 1e-9, liar);
    EXPECT_LE(reference::distance(solution.value, reference::exact_values(equation)), solution.error_bound);
    if (solution.error_bound > 1e-9) {
      EXPECT_EQ(solution.status, SolveStatus::precision_limit);
    }
  }
}

}  // namespace
}  // namespace aleator
