#include "core/mdp/chain/transient_system.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "tests/core/mdp/reference/dense.hpp"
#include "tests/core/mdp/reference/random_chain.hpp"

namespace aleator {
namespace {

using reference::Matrix;
using reference::Vector;

/// A walk on n states that goes on with p, back with q, else stays; beyond the last state it ends.
SparseMdp walk(State n, double p, double q) {
  SparseMdpBuilder builder(n + 1);
  for (State s = 0; s < n; ++s) {
    builder.add_transition(s + 1, p, 1);
    builder.add_transition(std::max(s - 1, 0), q, 1);
    builder.add_transition(s, 1 - p - q, 1);
    builder.end_action();
    builder.end_state(0);
  }
  builder.end_state(0);
  return std::move(builder).finish();
}

std::vector<std::uint8_t> with_actions(const SparseMdp& chain) {
  std::vector<std::uint8_t> open;
  for (State s = 0; s < chain.num_states(); ++s) open.push_back(chain.num_actions(s) > 0 ? 1 : 0);
  return open;
}

TEST(TransientSystem, both_ways_agree_with_gaussian_elimination_within_their_bounds) {
  std::mt19937_64 random(51);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int i = 0; i < 2000; ++i) {
    const State n = 1 + static_cast<State>(random() % 15);
    const SparseMdp chain = reference::random_chain(random, {n, 0.2});
    const double discount = 0.5 + 0.499 * std::abs(uniform(random));
    const std::vector<std::uint8_t> open = with_actions(chain);
    std::vector<double> constant(open.size());
    for (double& x : constant) x = uniform(random);
    const Matrix p = reference::dense(chain);
    Matrix a(open.size(), Vector(open.size(), 0));
    Matrix transposed = a;
    Vector b(open.size(), 0);
    for (std::size_t s = 0; s < open.size(); ++s) {
      a[s][s] = transposed[s][s] = 1;
      if (open[s] == 0) continue;
      b[s] = constant[s];
      for (std::size_t t = 0; t < open.size(); ++t) {
        if (open[t] == 0) continue;
        a[s][t] -= discount * p[s][t];
        transposed[t][s] -= discount * p[s][t];
      }
    }
    const Vector exact = reference::solve_dense(a, b);
    const Vector exact_visits = reference::solve_dense(transposed, b);
    const TransientSystem system(chain, discount, open);
    const LinearSolution x = system.solve(constant);
    const LinearSolution y = system.visits(constant);
    long double distance = 0;
    for (std::size_t s = 0; s < open.size(); ++s) {
      ASSERT_LE(std::abs(x.x[s] - exact[s]), x.error_bound + 1e-16L);
      distance += std::abs(y.x[s] - exact_visits[s]);
    }
    ASSERT_LE(distance, y.error_bound + 1e-16L);
    ASSERT_LT(x.error_bound, 1e-10);
    ASSERT_LT(y.error_bound, 1e-10);
  }
}

TEST(TransientSystem, of_many_states_finds_the_expected_steps) {
  // From s to s + 1 it takes h(s) = (1 + q h(s - 1)) / p steps, h(0) = 1 / p.
  const State n = 5000;
  const SparseMdp chain = walk(n, 0.5, 0.3);
  const TransientSystem system(chain, 1, with_actions(chain));
  const LinearSolution steps = system.solve(std::vector<double>(static_cast<std::size_t>(n) + 1, 1));
  std::vector<long double> ahead(static_cast<std::size_t>(n) + 1, 0);
  long double h = 0;
  for (State s = 0; s < n; ++s) ahead[s] = h = (1 + 0.3 * h) / 0.5;
  long double sum = 0;
  for (State s = n; s-- > 0;) {
    sum += ahead[s];
    ASSERT_LE(std::abs(steps.x[s] - sum), steps.error_bound + 1e-9L);
  }
  EXPECT_LT(steps.error_bound, 1e-5);
  // Every visit is a step.
  std::vector<double> start(static_cast<std::size_t>(n) + 1, 0);
  start[0] = 1;
  const LinearSolution visits = system.visits(start);
  double total = 0;
  for (const double y : visits.x) total += y;
  EXPECT_NEAR(total, steps.x[0], steps.error_bound + visits.error_bound);
  EXPECT_LT(visits.error_bound, 1e-5);
}

TEST(TransientSystem, visits_error_tells_wrong_answers) {
  const SparseMdp chain = walk(3, 0.5, 0.25);
  const TransientSystem system(chain, 1, with_actions(chain));
  const std::vector<double> start = {1, 0, 0, 0};
  const LinearSolution visits = system.visits(start);
  EXPECT_LT(system.visits_error(start, visits.x), 1e-14);
  std::vector<double> wrong = visits.x;
  wrong[1] += 0.01;
  EXPECT_GE(system.visits_error(start, wrong), 0.01);
  EXPECT_LT(system.visits_error(start, wrong), 0.2);
}

TEST(TransientSystem, proves_nothing_where_the_open_states_are_not_left) {
  SparseMdpBuilder builder(2);
  for (const State s : {1, 0}) {
    builder.add_transition(s, 1, 0);
    builder.end_action();
    builder.end_state(0);
  }
  const SparseMdp circle = std::move(builder).finish();
  const TransientSystem system(circle, 1, {1, 1});
  EXPECT_EQ(system.solve({1, 1}).error_bound, std::numeric_limits<double>::infinity());
  EXPECT_EQ(system.visits({1, 1}).error_bound, std::numeric_limits<double>::infinity());
}

TEST(TransientSystem, without_open_states_is_solved) {
  const SparseMdp chain = walk(1, 0.5, 0.25);
  const TransientSystem system(chain, 1, {0, 0});
  EXPECT_EQ(system.solve({1, 1}).x, (std::vector<double>{0, 0}));
  EXPECT_EQ(system.visits({1, 1}).error_bound, 0);
}

}  // namespace
}  // namespace aleator
