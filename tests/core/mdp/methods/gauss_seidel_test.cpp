#include "core/mdp/methods/gauss_seidel.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "tests/core/mdp/methods/certified.hpp"
#include "tests/core/mdp/reference/exact_values.hpp"
#include "tests/core/mdp/reference/random_process.hpp"
#include "tests/core/mdp/reference/spelled_process.hpp"
#include "tests/core/refusal.hpp"

namespace aleator {
namespace {

using reference::line;
using reference::loop;

TEST(GaussSeidel, sweeps_a_line_once_in_its_order) {
  SerialExecutor executor;
  const SparseMdp mdp = line(50);
  const auto sweeps = [&](SweepOrder order, State block_states) {
    std::vector<double> value = mdp.fixed_value;
    Effort effort;
    EXPECT_EQ(gauss_seidel({mdp, 1}, {order, 1, block_states}, 1e-9, value, effort, executor), SolveStatus::converged);
    EXPECT_EQ(value[49], -49);
    return effort.residual.size();
  };
  EXPECT_EQ(sweeps(SweepOrder::forward, 50), 2u);  // the second finds nothing to change
  EXPECT_EQ(sweeps(SweepOrder::graph, 50), 2u);
  EXPECT_EQ(sweeps(SweepOrder::backward, 50), 50u);
  EXPECT_EQ(sweeps(SweepOrder::symmetric, 50), 2u);
  EXPECT_EQ(sweeps(SweepOrder::forward, 10), 6u);  // a block a sweep
  EXPECT_EQ(sweeps(SweepOrder::forward, 1), 50u);  // Jacobi
}

TEST(GaussSeidel, answers_the_relaxed_iterate) {
  SerialExecutor executor;
  const SparseMdp mdp = loop(8);
  for (const double w : {0.5, 1.5}) {
    std::vector<double> value = {0};
    Effort effort;
    effort.max_sweeps = 2;
    EXPECT_EQ(gauss_seidel({mdp, 0.5}, {SweepOrder::forward, w}, 1e-9, value, effort, executor),
              SolveStatus::max_sweeps);
    const double once = w * 8;
    EXPECT_EQ(value[0], once + w * (8 + 0.5 * once - once));
  }
}

TEST(GaussSeidel, says_when_too_much_relaxation_does_not_converge) {
  SerialExecutor executor;
  std::mt19937_64 random(10);
  int diverged = 0;
  int told = 0;
  for (int i = 0; i < 300; ++i) {
    const SparseMdp mdp = reference::any_process(random, i);
    const BellmanEquation equation{mdp, 0.99};
    const GaussSeidelOptions options{SweepOrder::forward, 1.95, 4};
    const Solution solution = certified(equation, 1e-6, [&](const auto& e, double t, auto& v, Effort& f) {
      const SolveStatus status = gauss_seidel(e, options, t, v, f, executor);
      told += f.no_convergence.starts_with("relaxation 1.95 d");  // diverges, or does not converge
      return status;
    });
    diverged += solution.status == SolveStatus::precision_limit;
    EXPECT_TRUE(solution.status == SolveStatus::precision_limit || solution.status == SolveStatus::converged);
    EXPECT_TRUE(std::isfinite(solution.error_bound));
    EXPECT_LE(reference::distance(solution.value, reference::exact_values(equation)), solution.error_bound);
  }
  EXPECT_GT(diverged, 0);
  EXPECT_EQ(told, diverged);
}

TEST(GaussSeidel, ends_where_rounding_makes_values_go_to_and_fro) {
  SerialExecutor executor;
  std::mt19937_64 random(1);
  for (const double w : {1.0, 1.004}) {
    const GaussSeidelOptions options{SweepOrder::forward, w, 1};
    for (int i = 0; i < 400; ++i) {
      const double there = reference::uniform(random, -10, 10);
      const SparseMdp mdp =
          reference::process({{{{{1, 1}}, there}}, {{{{0, 1}}, reference::uniform(random, -10, 10)}}});
      std::vector<double> value(2, 0.0);
      Effort effort;
      effort.max_sweeps = 100'000;
      ASSERT_NE(gauss_seidel({mdp, 0.99}, options, 1e-14, value, effort, executor), SolveStatus::max_sweeps)
          << "relaxation " << w << ", process " << i;
    }
  }
}

TEST(GaussSeidel, refuses_options_out_of_range) {
  SerialExecutor executor;
  const SparseMdp mdp = line(3);
  std::vector<double> value(3);
  Effort effort;
  const auto why = [&](GaussSeidelOptions options) {
    return refusal([&] { gauss_seidel({mdp, 0.9}, options, 1e-9, value, effort, executor); });
  };
  EXPECT_EQ(why({SweepOrder::forward, 2}), "relaxation 2 is not in (0, 2)");
  EXPECT_EQ(why({SweepOrder::forward, 0}), "relaxation 0 is not in (0, 2)");
  EXPECT_EQ(why({SweepOrder::forward, 1, 0}), "block_states 0");
}

}  // namespace
}  // namespace aleator
