#include "core/mdp/chain/long_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "core/mdp/chain/path_total.hpp"
#include "tests/core/mdp/reference/dense.hpp"
#include "tests/core/mdp/reference/random_chain.hpp"
#include "tests/core/refusal.hpp"

namespace aleator {
namespace {

using reference::Matrix;
using reference::Vector;

/// n balls in two urns, of which one drawn at random changes its urn; the state is the number in the first.
/// Its stationary distribution is binomial, its period 2.
SparseMdp ehrenfest(State n) {
  SparseMdpBuilder builder(n + 1);
  for (State s = 0; s <= n; ++s) {
    if (s > 0) builder.add_transition(s - 1, static_cast<double>(s) / n, s);
    if (s < n) builder.add_transition(s + 1, static_cast<double>(n - s) / n, s);
    builder.end_action();
    builder.end_state(0);
  }
  return std::move(builder).finish();
}

/// A birth and death chain on n states: up with `up`, down with `down`, else it stays. Shares are powers of up / down.
SparseMdp birth_death(State n, double up, double down) {
  SparseMdpBuilder builder(n);
  for (State s = 0; s < n; ++s) {
    const double rise = s + 1 < n ? up : 0;
    const double fall = s > 0 ? down : 0;
    builder.add_transition(s, 1 - rise - fall, 0);
    if (rise > 0) builder.add_transition(s + 1, rise, 0);
    if (fall > 0) builder.add_transition(s - 1, fall, 0);
    builder.end_action();
    builder.end_state(0);
  }
  return std::move(builder).finish();
}

/// 0 goes to 1 (1/4) or 3 (3/4); 1 and 2 change places, paying 2 and 4; 3 ends, worth 100.
SparseMdp two_ends() {
  SparseMdpBuilder builder(4);
  builder.add_transition(1, 0.25, 7);
  builder.add_transition(3, 0.75, 7);
  builder.end_action();
  builder.end_state(0);
  builder.add_transition(2, 1, 2);
  builder.end_action();
  builder.end_state(0);
  builder.add_transition(1, 1, 4);
  builder.end_action();
  builder.end_state(0);
  builder.end_state(100);
  return std::move(builder).finish();
}

TEST(AfterSteps, carries_the_distribution_forward) {
  EXPECT_EQ(after_steps(two_ends(), {1, 0, 0, 0}, 0), (std::vector<double>{1, 0, 0, 0}));
  EXPECT_EQ(after_steps(two_ends(), {1, 0, 0, 0}, 1), (std::vector<double>{0, 0.25, 0, 0.75}));
  EXPECT_EQ(after_steps(two_ends(), {1, 0, 0, 0}, 2), (std::vector<double>{0, 0, 0.25, 0.75}));
  EXPECT_EQ(after_steps(two_ends(), {0, 0.5, 0, 0.5}, 101), (std::vector<double>{0, 0, 0.5, 0.5}));
  EXPECT_EQ(refusal([] { after_steps(two_ends(), {1, 0, 0, 0}, -1); }), "-1 steps");
  EXPECT_EQ(refusal([] { after_steps(two_ends(), {1, 0, 0}, 1); }), "an initial distribution of 3 states for 4");
}

TEST(AfterSteps, agrees_with_the_powers_of_the_matrix) {
  std::mt19937_64 random(31);
  for (int i = 0; i < 1000; ++i) {
    const State n = 1 + static_cast<State>(random() % 12);
    const SparseMdp chain = reference::random_chain(random, {n, 0.1});
    const int steps = static_cast<int>(random() % 40);
    const Matrix p = reference::dense(chain);
    Vector now(static_cast<std::size_t>(n), 0);
    now[0] = 1;
    for (int k = 0; k < steps; ++k) {
      Vector next(now.size(), 0);
      for (std::size_t s = 0; s < now.size(); ++s) {
        for (std::size_t t = 0; t < now.size(); ++t) next[t] += now[s] * p[s][t];
      }
      now = next;
    }
    const std::vector<double> result = after_steps(chain, certain_state(n, 0), steps);
    for (State s = 0; s < n; ++s) ASSERT_NEAR(result[s], static_cast<double>(now[s]), 1e-14);
  }
}

TEST(ClosedClasses, of_ehrenfests_urns_is_binomial_to_the_last_digits) {
  const State n = 60;
  const std::vector<ClosedClass> classes = closed_classes(ehrenfest(n));
  ASSERT_EQ(classes.size(), 1u);
  double binomial = std::exp2(-n);
  for (State s = 0; s <= n; ++s) {
    EXPECT_NEAR(classes[0].stationary[s] / binomial, 1, 1e-12) << "state " << s;
    binomial *= static_cast<double>(n - s) / (s + 1);
  }
  EXPECT_LT(classes[0].error_bound, 1e-12);
}

TEST(ClosedClasses, tiny_shares_are_right_to_their_last_digits) {
  const State n = 100;
  const std::vector<ClosedClass> classes = closed_classes(birth_death(n, 0.01, 0.5));
  for (State s = 0; s < n; ++s) {
    EXPECT_NEAR(classes[0].stationary[s] / (0.98 * std::pow(0.02, s)), 1, 1e-11);
  }
}

TEST(ClosedClasses, of_many_states_agree_with_the_closed_form) {
  const State n = 3000;
  const double ratio = 0.3 / 0.302;
  const std::vector<ClosedClass> classes = closed_classes(birth_death(n, 0.3, 0.302));
  ASSERT_EQ(classes.size(), 1u);
  double distance = 0;
  for (State s = 0; s < n; ++s) {
    const double exact = std::pow(ratio, s) * (1 - ratio) / (1 - std::pow(ratio, n));
    distance += std::abs(classes[0].stationary[s] - exact);
  }
  EXPECT_LE(distance, classes[0].error_bound + 1e-12);
  EXPECT_LT(classes[0].error_bound, 1e-8);
}

TEST(ClosedClasses, are_told_apart) {
  const std::vector<ClosedClass> classes = closed_classes(two_ends());
  ASSERT_EQ(classes.size(), 2u);
  const std::size_t pair = classes[0].states.size() == 2 ? 0 : 1;
  EXPECT_EQ(classes[pair].states, (std::vector<State>{1, 2}));
  EXPECT_EQ(classes[pair].stationary, (std::vector<double>{0.5, 0.5}));
  EXPECT_EQ(classes[1 - pair].states, (std::vector<State>{3}));
  EXPECT_EQ(classes[1 - pair].stationary, (std::vector<double>{1}));
}

TEST(LongRun, of_several_classes_weighs_them_by_the_way_there) {
  const Certified where = long_run_distribution(two_ends(), {1, 0, 0, 0});
  EXPECT_EQ(where.value, (std::vector<double>{0, 0.125, 0.125, 0.75}));
  EXPECT_LT(where.error_bound, 1e-14);
  const Certified mixed = long_run_distribution(two_ends(), {0.5, 0, 0.25, 0.25});
  EXPECT_NEAR(mixed.value[1], 0.5 * 0.125 + 0.125, 1e-15);
  EXPECT_NEAR(mixed.value[3], 0.5 * 0.75 + 0.25, 1e-15);
  const Certified reward = long_run_reward(two_ends());
  EXPECT_EQ(reward.value, (std::vector<double>{0.75, 3, 3, 0}));
  EXPECT_LT(reward.error_bound, 1e-12);
}

TEST(LongRun, reward_of_ehrenfests_urns_is_half_of_the_balls) {
  const Certified reward = long_run_reward(ehrenfest(40));
  for (const double gain : reward.value) EXPECT_NEAR(gain, 20, 1e-12);
}

/// The mean of many powers of (I + P)/2, which has the same long run and no period: squared 60 times.
Matrix limit(const SparseMdp& chain) {
  Matrix p = reference::dense(chain);
  const std::size_t n = p.size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) p[i][j] = (p[i][j] + (i == j ? 1 : 0)) / 2;
  }
  for (int k = 0; k < 60; ++k) {
    Matrix square(n, Vector(n, 0));
    for (std::size_t i = 0; i < n; ++i) {
      long double sum = 0;
      for (std::size_t m = 0; m < n; ++m) {
        for (std::size_t j = 0; j < n; ++j) square[i][j] += p[i][m] * p[m][j];
      }
      for (const long double x : square[i]) sum += x;
      for (long double& x : square[i]) x /= sum;  // or rounding is squared too
    }
    p = square;
  }
  return p;
}

TEST(LongRun, agrees_with_the_limit_of_the_powers_within_its_bounds) {
  std::mt19937_64 random(32);
  std::size_t most_classes = 0;
  for (int i = 0; i < 1500; ++i) {
    const State n = 1 + static_cast<State>(random() % 12);
    const SparseMdp chain = reference::random_chain(random, {n, 0.1, -4, 4, 2});
    const Matrix exact = limit(chain);
    std::vector<double> initial(static_cast<std::size_t>(n), 1.0 / n);
    const Certified where = long_run_distribution(chain, initial);
    const Certified reward = long_run_reward(chain);
    double distance = 0;
    for (State t = 0; t < n; ++t) {
      long double share = 0;
      for (State s = 0; s < n; ++s) share += exact[s][t] / n;
      distance += std::abs(where.value[t] - static_cast<double>(share));
    }
    ASSERT_NEAR(std::accumulate(where.value.begin(), where.value.end(), 0.0), 1, 1e-12);
    // Rows as doubles sum to 1 only within 1e-16, and the reference makes them do so.
    ASSERT_LE(distance, where.error_bound + 1e-12);
    ASSERT_LT(where.error_bound, 1e-8);
    for (State s = 0; s < n; ++s) {
      long double gain = 0;
      for (State t = 0; t < n; ++t) {
        if (chain.num_actions(t) > 0) gain += exact[s][t] * chain.reward[chain.action_begin[t]];
      }
      ASSERT_NEAR(reward.value[s], static_cast<double>(gain), reward.error_bound + 1e-12);
    }
    ASSERT_LT(reward.error_bound, 1e-8);
    most_classes = std::max(most_classes, closed_classes(chain).size());
  }
  EXPECT_GE(most_classes, 4u);
}

TEST(LongRun, of_many_small_classes_takes_linear_time) {
  const State pairs = 20'000;
  SparseMdpBuilder builder(2 * pairs);
  for (State s = 0; s < 2 * pairs; ++s) {
    builder.add_transition(s ^ 1, 1, s % 2);
    builder.end_action();
    builder.end_state(0);
  }
  const Certified reward = long_run_reward(std::move(builder).finish());
  for (const double gain : reward.value) ASSERT_EQ(gain, 0.5);
}

TEST(LongRun, refuses_what_is_no_chain) {
  SparseMdpBuilder builder(1);
  for (int a = 0; a < 2; ++a) {
    builder.add_transition(0, 1, 0);
    builder.end_action();
  }
  builder.end_state(0);
  const SparseMdp mdp = std::move(builder).finish();
  const std::string why = "not a chain: a state has more than one action";
  EXPECT_EQ(refusal([&] { after_steps(mdp, {1}, 1); }), why);
  EXPECT_EQ(refusal([&] { closed_classes(mdp); }), why);
  EXPECT_EQ(refusal([&] { long_run_distribution(mdp, {1}); }), why);
  EXPECT_EQ(refusal([&] { long_run_reward(mdp); }), why);
}

}  // namespace
}  // namespace aleator
