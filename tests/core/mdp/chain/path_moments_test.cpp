#include "core/mdp/chain/path_moments.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "core/mdp/chain/policy_chain.hpp"
#include "tests/core/mdp/reference/dense.hpp"
#include "tests/core/mdp/reference/random_chain.hpp"
#include "tests/core/refusal.hpp"

namespace aleator {
namespace {

using reference::Matrix;
using reference::Vector;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A chain of states that each wait: state s stays with 1 - p and goes on with p; the last one ends it, worth `end`.
SparseMdp waiting_line(State waits, double p, double reward = 1, double end = 0) {
  SparseMdpBuilder builder(waits + 1, Rewards::per_transition);
  for (State s = 0; s < waits; ++s) {
    builder.add_transition(s, 1 - p, reward);
    builder.add_transition(s + 1, p, reward);
    builder.end_action();
    builder.end_state(0);
  }
  builder.end_state(end);
  return std::move(builder).finish();
}

/// A walk on 0 ... n that goes up with p, down else, and ends at both ends.
SparseMdp gamblers_ruin(State n, double p) {
  SparseMdpBuilder builder(n + 1);
  for (State s = 0; s <= n; ++s) {
    if (s > 0 && s < n) {
      builder.add_transition(s + 1, p, 0);
      builder.add_transition(s - 1, 1 - p, 0);
      builder.end_action();
    }
    builder.end_state(s == n ? 1 : 0);
  }
  return std::move(builder).finish();
}

/// Haddad and Monmege's chain with 2n + 1 states, started in n.
SparseMdp haddad_monmege(State n, double p) {
  SparseMdpBuilder builder(2 * n + 1);
  for (State s = 0; s <= 2 * n; ++s) {
    if (s > 0 && s < 2 * n) {
      builder.add_transition(s > n ? s + 1 : s - 1, s == n ? p : 0.5, 0);
      builder.add_transition(s == n ? n + 1 : n, s == n ? 1 - p : 0.5, 0);
      builder.end_action();
    }
    builder.end_state(0);
  }
  return std::move(builder).finish();
}

std::vector<std::uint8_t> only(State n, State target) {
  std::vector<std::uint8_t> states(static_cast<std::size_t>(n), 0);
  states[target] = 1;
  return states;
}

TEST(PathMoments, of_waiting_are_those_of_the_negative_binomial) {
  for (const double p : {0.9, 0.25, 0.001}) {
    const PathMoments moments = path_moments(waiting_line(4, p), {Counted::steps});
    for (State s = 0; s <= 4; ++s) {
      const double left = 4 - s;
      EXPECT_NEAR(moments.mean[s], left / p, 1e-12 * left / p);
      EXPECT_NEAR(moments.variance[s], left * (1 - p) / (p * p), 1e-12 * left / (p * p));
    }
    EXPECT_LT(moments.mean_error[0], 1e-12 / (p * p));
    EXPECT_LT(moments.variance_error[0], 1e-12 / (p * p * p));
  }
}

TEST(PathMoments, of_rewards_count_the_fixed_value_at_the_end) {
  const PathMoments moments = path_moments(waiting_line(3, 0.5, -2.5, 10), {});
  EXPECT_NEAR(moments.mean[0], -2.5 * 6 + 10, 1e-12);
  EXPECT_NEAR(moments.variance[0], 2.5 * 2.5 * 6, 1e-12);
  EXPECT_EQ(moments.mean[3], 10);
  EXPECT_EQ(moments.variance[3], 0);
}

TEST(PathMoments, of_a_sum_of_two_dice_need_the_rewards_of_transitions) {
  SparseMdpBuilder builder(3, Rewards::per_transition);
  for (State s = 0; s < 2; ++s) {
    for (int eyes = 1; eyes <= 6; ++eyes) builder.add_transition(s + 1, 1 / 6.0, eyes);
    builder.end_action();
    builder.end_state(0);
  }
  builder.end_state(0);
  const PathMoments moments = path_moments(std::move(builder).finish(), {});
  EXPECT_NEAR(moments.mean[0], 7, 1e-14);
  EXPECT_NEAR(moments.variance[0], 35.0 / 6, 1e-14);
}

TEST(PathMoments, of_gamblers_ruin_are_the_classical_ones) {
  // Fair: i (n - i) steps, and the capital at the end has the mean i/n. Feller, volume 1, XIV.3.
  const State n = 50;
  const SparseMdp fair = gamblers_ruin(n, 0.5);
  const PathMoments steps = path_moments(fair, {Counted::steps});
  const PathMoments wins = path_moments(fair, {});
  for (State i = 0; i <= n; ++i) {
    EXPECT_NEAR(steps.mean[i], i * (n - i), 1e-9);
    EXPECT_NEAR(wins.mean[i], i / 50.0, 1e-12);
    EXPECT_NEAR(wins.variance[i], i / 50.0 * (1 - i / 50.0), 1e-11);
    // Var = i (n-i) (i^2 + (n-i)^2 - 2) / 3
    EXPECT_NEAR(steps.variance[i], i * (n - i) * (i * i + (n - i) * (n - i) - 2) / 3.0, 1e-6);
  }
  const double odds = 0.6 / 0.4;
  const PathMoments biased = path_moments(gamblers_ruin(n, 0.4), {});
  for (State i = 0; i <= n; ++i) {
    const double exact = std::expm1(i * std::log(odds)) / std::expm1(n * std::log(odds));
    EXPECT_NEAR(biased.mean[i], exact, 1e-13);
  }
}

TEST(PathMoments, of_haddad_and_monmege_come_through_a_stiff_system) {
  const SparseMdp chain = haddad_monmege(20, 0.7);
  const PathMoments steps = path_moments(chain, {Counted::steps});
  const double exact = 3 * std::ldexp(1.0, 19) - 2;
  EXPECT_NEAR(steps.mean[20], exact, 1e-9 * exact);
  EXPECT_LE(std::abs(steps.mean[20] - exact), steps.mean_error[20]);
  const PathTotal zero{Counted::steps, only(41, 0)};
  const LinearSolution miss = fate_probability(chain, fates(chain, zero), Fate::plus_infinity);
  EXPECT_NEAR(miss.x[20], 0.3, 1e-9);
  EXPECT_LE(std::abs(miss.x[20] - 0.3), miss.error_bound);
  EXPECT_LT(miss.error_bound, 1e-6);
}

TEST(PathMoments, prove_errors_that_grow_no_faster_than_the_steps) {
  for (const State n : {10, 20, 30, 40, 45, 50}) {
    const PathMoments steps = path_moments(haddad_monmege(n, 0.7), {Counted::steps});
    const double mean = 3 * std::ldexp(1.0, n - 1) - 2;
    EXPECT_LE(std::abs(steps.mean[n] - mean), steps.mean_error[n]) << n;
    EXPECT_LE(steps.mean_error[n] / mean, 1e-15 * mean) << n;
    if (n <= 45) {
      EXPECT_NEAR(steps.variance[n] / (mean * mean), 1, 0.02 + 1e-15 * mean) << n << ": nearly geometric";
      EXPECT_LE(steps.variance_error[n] / (mean * mean), 1e-14 * mean) << n;
    }
  }
  // States next to the end know their small means no worse for those that are far.
  const PathMoments line = path_moments(waiting_line(3, 1e-7), {Counted::steps});
  EXPECT_LT(line.mean_error[2] / line.mean[2], line.mean_error[0] / line.mean[0] * 2);
}

TEST(PathMoments, say_when_nothing_can_be_proved) {
  const PathMoments steps = path_moments(haddad_monmege(70, 0.5), {Counted::steps});
  EXPECT_EQ(steps.mean_error[70], infinity);
}

TEST(PathMoments, of_the_knuth_yao_die_are_11_3_flips) {
  SparseMdpBuilder builder(13);
  for (const auto& [heads, tails] :
       std::vector<std::pair<State, State>>{{1, 2}, {3, 4}, {5, 6}, {1, 7}, {8, 9}, {10, 11}, {2, 12}}) {
    builder.add_transition(heads, 0.5, 0);
    builder.add_transition(tails, 0.5, 0);
    builder.end_action();
    builder.end_state(0);
  }
  for (int face = 1; face <= 6; ++face) builder.end_state(face);
  const SparseMdp die = std::move(builder).finish();
  EXPECT_NEAR(path_moments(die, {Counted::steps}).mean[0], 11.0 / 3, 1e-14);
  for (State face = 7; face < 13; ++face) {
    const std::vector<Fate> fate = fates(die, {Counted::steps, only(13, face)});
    EXPECT_NEAR(fate_probability(die, fate, Fate::ended).x[0], 1 / 6.0, 1e-15);
    EXPECT_NEAR(fate_probability(die, fate, Fate::plus_infinity).x[0], 5 / 6.0, 1e-15);
  }
  const PathMoments eyes = path_moments(die, {});
  EXPECT_NEAR(eyes.mean[0], 3.5, 1e-14);
  EXPECT_NEAR(eyes.variance[0], 35 / 12.0, 1e-13);
}

TEST(PathMoments, of_sutton_and_bartos_gridworld_are_the_values_of_random_play) {
  SparseMdpBuilder builder(16);
  for (State s = 0; s < 16; ++s) {
    for (const auto& [row, column] : std::vector<std::pair<int, int>>{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
      if (s == 0 || s == 15) break;
      const int to_row = s / 4 + row;
      const int to_column = s % 4 + column;
      const bool inside = to_row >= 0 && to_row < 4 && to_column >= 0 && to_column < 4;
      builder.add_transition(inside ? 4 * to_row + to_column : s, 1, -1);
      builder.end_action();
    }
    builder.end_state(0);
  }
  const SparseMdp grid = std::move(builder).finish();
  const PathMoments moments = path_moments(randomised_policy_chain(grid, uniform_policy(grid)), {});
  const std::vector<double> expected = {0, -14, -20, -22, -14, -18, -20, -20, -20, -20, -18, -14, -22, -20, -14, 0};
  for (State s = 0; s < 16; ++s) EXPECT_NEAR(moments.mean[s], expected[s], 1e-12);
}

TEST(PathMoments, are_infinite_where_the_total_may_be) {
  // 0 -> 1 or 2; 1 ends (worth 5); 2 collects `reward` for ever; 3 -> 1; 4 goes round without a reward.
  const auto chain = [](double reward) {
    SparseMdpBuilder builder(5);
    builder.add_transition(1, 0.5, 1);
    builder.add_transition(2, 0.5, 1);
    builder.end_action();
    builder.end_state(0);
    builder.end_state(5);
    builder.add_transition(2, 1, reward);
    builder.end_action();
    builder.end_state(0);
    builder.add_transition(1, 1, 1);
    builder.end_action();
    builder.end_state(0);
    builder.add_transition(4, 1, 0);
    builder.end_action();
    builder.end_state(0);
    return std::move(builder).finish();
  };
  const PathMoments gain = path_moments(chain(2), {});
  EXPECT_EQ(gain.mean, (std::vector<double>{infinity, 5, infinity, 6, 0}));
  EXPECT_TRUE(std::isnan(gain.variance[0]));
  EXPECT_EQ(gain.variance[3], 0);
  EXPECT_EQ(path_moments(chain(-2), {}).mean, (std::vector<double>{-infinity, 5, -infinity, 6, 0}));
  EXPECT_EQ(path_moments(chain(0), {}).mean, (std::vector<double>{3.5, 5, 0, 6, 0}));
  EXPECT_EQ(path_moments(chain(0), {}).variance[0], 2.5 * 2.5);
  EXPECT_EQ(path_moments(chain(0), {Counted::steps}).mean, (std::vector<double>{infinity, 0, infinity, 1, infinity}));
  const PathTotal target{Counted::reward, only(5, 1)};
  EXPECT_EQ(path_moments(chain(0), target).mean, (std::vector<double>{infinity, 5, infinity, 6, infinity}));
  const PathTotal middle{Counted::reward, only(5, 3)};
  EXPECT_EQ(path_moments(chain(0), middle).mean, (std::vector<double>{infinity, infinity, infinity, 0, infinity}));
}

TEST(PathMoments, refuse_rewards_of_both_signs_for_ever) {
  SparseMdpBuilder builder(2);
  builder.add_transition(1, 1, 1);
  builder.end_action();
  builder.end_state(0);
  builder.add_transition(0, 1, -1);
  builder.end_action();
  builder.end_state(0);
  const SparseMdp chain = std::move(builder).finish();
  EXPECT_EQ(refusal([&] { path_moments(chain, {}); }),
            "from state 0 rewards of both signs are collected for ever: the total reward has no limit, or none that "
            "can be told");
  EXPECT_EQ(path_moments(chain, {Counted::reward, only(2, 0)}).mean[1], -1);
}

TEST(PathMoments, refuse_what_is_no_chain_or_no_discount) {
  SparseMdpBuilder builder(1);
  for (int a = 0; a < 2; ++a) {
    builder.add_transition(0, 1, 0);
    builder.end_action();
  }
  builder.end_state(0);
  const SparseMdp mdp = std::move(builder).finish();
  EXPECT_EQ(refusal([&] { path_moments(mdp, {}); }), "not a chain: a state has more than one action");
  EXPECT_EQ(refusal([&] { discounted_moments(mdp, 0.5); }), "not a chain: a state has more than one action");
  EXPECT_EQ(refusal([&] { discounted_moments(waiting_line(1, 0.5), 1); }), "discount 1 is not in (0, 1)");
  EXPECT_EQ(refusal([&] {
              path_moments(waiting_line(1, 0.5), {Counted::steps, {1}});
            }),
            "a target of 1 states for 2 states");
}

TEST(DiscountedMoments, of_a_coin_that_pays_for_ever_are_geometric_series) {
  // Each step pays 0 or 1: mean 1/2 / (1 - g), variance 1/4 / (1 - g^2).
  SparseMdpBuilder builder(1, Rewards::per_transition);
  builder.add_transition(0, 0.5, 0);
  builder.add_transition(0, 0.5, 1);
  builder.end_action();
  builder.end_state(0);
  const SparseMdp coin = std::move(builder).finish();
  for (const double discount : {0.1, 0.9, 0.999}) {
    const PathMoments moments = discounted_moments(coin, discount);
    EXPECT_NEAR(moments.mean[0], 0.5 / (1 - discount), moments.mean_error[0]);
    EXPECT_NEAR(moments.variance[0], 0.25 / (1 - discount * discount), moments.variance_error[0]);
    EXPECT_LT(moments.mean_error[0], 1e-8);
  }
}

TEST(DiscountedMoments, of_waiting_for_a_prize_follow_its_generating_function) {
  // 10 g^T with T geometric: E g^T = p g / (1 - (1-p) g).
  const double p = 0.2;
  const double g = 0.9;
  const auto transform = [&](double x) { return p * x / (1 - (1 - p) * x); };
  const PathMoments moments = discounted_moments(waiting_line(1, p, 0, 10), g);
  EXPECT_NEAR(moments.mean[0], 10 * transform(g), 1e-13);
  EXPECT_NEAR(moments.variance[0], 100 * (transform(g * g) - transform(g) * transform(g)), 1e-12);
}

/// First and second moments by Gaussian elimination: E2 = sum of P (r^2 + 2 r d E + d^2 E2).
void expect_dense_moments(const SparseMdp& chain, const PathTotal& total, double discount, const PathMoments& moments) {
  const Matrix p = reference::dense(chain);
  std::vector<State> open;
  for (State s = 0; s < chain.num_states(); ++s) {
    const bool target = !total.target.empty() && total.target[s] != 0;
    if (chain.num_actions(s) > 0 && !target && std::isfinite(moments.mean[s])) open.push_back(s);
  }
  const std::size_t n = open.size();
  Vector mean(moments.mean.begin(), moments.mean.end());
  Vector second(mean.size(), 0);
  for (std::size_t s = 0; s < mean.size(); ++s) second[s] = mean[s] * mean[s];
  for (const int moment : {1, 2}) {
    Matrix a(n, Vector(n, 0));
    Vector b(n, 0);
    const long double g = moment == 1 ? discount : static_cast<long double>(discount) * discount;
    for (std::size_t k = 0; k < n; ++k) {
      a[k][k] += 1;
      for (std::size_t j = 0; j < n; ++j) a[k][j] -= g * p[open[k]][open[j]];
      const std::int64_t row = chain.action_begin[open[k]];
      for (std::int64_t i = chain.row_begin[row]; i < chain.row_begin[row + 1]; ++i) {
        const State t = chain.next_state[i];
        const long double r = added(chain, total, row, i);
        const bool known = std::find(open.begin(), open.end(), t) == open.end();
        if (moment == 1) b[k] += chain.probability[i] * (r + (known ? g * mean[t] : 0));
        if (moment == 2)
          b[k] += chain.probability[i] * (r * r + 2 * r * discount * mean[t] + (known ? g * second[t] : 0));
      }
    }
    const Vector x = reference::solve_dense(a, b);
    for (std::size_t k = 0; k < n; ++k) (moment == 1 ? mean : second)[open[k]] = x[k];
  }
  for (const State s : open) {
    const long double variance = second[s] - mean[s] * mean[s];
    ASSERT_NEAR(moments.mean[s], static_cast<double>(mean[s]), 1e-9 * std::max(1.0, std::abs(moments.mean[s])));
    ASSERT_LE(std::abs(moments.mean[s] - static_cast<double>(mean[s])), moments.mean_error[s] + 1e-15);
    ASSERT_NEAR(moments.variance[s], static_cast<double>(variance), 1e-9 * std::max(1.0, moments.variance[s]));
    // Besides, rows sum to 1 only but for rounding.
    ASSERT_LE(std::abs(moments.variance[s] - static_cast<double>(variance)),
              moments.variance_error[s] + 1e-14 * static_cast<double>(1 + second[s]));
    ASSERT_LT(moments.variance_error[s], 1e-6 * (1 + moments.variance[s]) * 1e3);
    ASSERT_LT(moments.mean_error[s], 1e-6 * (1 + std::abs(moments.mean[s]) * 1e3));
  }
}

TEST(PathMoments, agree_with_gaussian_elimination_on_random_chains) {
  std::mt19937_64 random(11);
  int finite = 0;
  for (int i = 0; i < 3000; ++i) {
    const State n = 2 + static_cast<State>(random() % 14);
    const SparseMdp chain = reference::random_chain(random, {n, 0.25, -3, 5, 2});
    std::vector<PathTotal> totals = {{Counted::steps}, {Counted::steps, only(n, n - 1)}, {Counted::reward, only(n, 0)}};
    for (const PathTotal& total : totals) {
      const PathMoments moments = path_moments(chain, total);
      expect_dense_moments(chain, total, 1, moments);
      finite += std::isfinite(moments.mean[1]) ? 1 : 0;
    }
    expect_dense_moments(chain, {}, 0.95, discounted_moments(chain, 0.95));
  }
  EXPECT_GT(finite, 1000);
}

TEST(PathMoments, agree_with_the_graph_on_what_is_infinite) {
  std::mt19937_64 random(12);
  for (int i = 0; i < 3000; ++i) {
    const State n = 2 + static_cast<State>(random() % 10);
    const SparseMdp chain = reference::random_chain(random, {n, 0.25});
    const auto reach = reference::reachability(reference::dense(chain));
    const PathMoments moments = path_moments(chain, {Counted::steps});
    for (State s = 0; s < n; ++s) {
      bool may_fail = false;  // comes to a state from which no end can be reached
      for (State t = 0; t < n; ++t) {
        bool ends = false;
        for (State u = 0; u < n; ++u) ends |= reach[t][u] && chain.num_actions(u) == 0;
        may_fail |= reach[s][t] && !ends;
      }
      ASSERT_EQ(moments.mean[s] == infinity, may_fail);
    }
  }
}

TEST(PathMoments, of_many_states_are_solved_by_iteration) {
  // A walk on a torus of 150 x 150, drifting to the east by one, until it leaves with probability 0.01 a step:
  // geometric from everywhere.
  const State side = 150;
  SparseMdpBuilder builder(side * side + 1);
  for (State s = 0; s < side * side; ++s) {
    const State row = s / side;
    const State column = s % side;
    builder.add_transition(side * side, 0.01, 1);
    builder.add_transition(row * side + (column + 1) % side, 0.49, 1);
    builder.add_transition((row + 1) % side * side + column, 0.25, 1);
    builder.add_transition((row + side - 1) % side * side + column, 0.25, 1);
    builder.end_action();
    builder.end_state(0);
  }
  builder.end_state(0);
  const PathMoments moments = path_moments(std::move(builder).finish(), {});
  for (State s = 0; s < side * side; ++s) {
    ASSERT_NEAR(moments.mean[s], 100, 1e-9);
    ASSERT_NEAR(moments.variance[s], 9900, 1e-6);
  }
  EXPECT_LT(moments.mean_error[0], 1e-9);
  EXPECT_LT(moments.variance_error[0], 1e-5);
}

TEST(MomentsFrom, add_the_variance_of_the_means) {
  const PathMoments moments{{1, 3, infinity}, {2, 4, std::nan("")}, {0.25, 0.75, 0}, {1, 2, 0}};
  const Moment mixed = moments_from(moments, {0.5, 0.5, 0});
  EXPECT_EQ(mixed.mean, 2);
  EXPECT_EQ(mixed.variance, 3 + 1);
  EXPECT_EQ(mixed.mean_error, 0.5);
  EXPECT_EQ(mixed.variance_error, 1.5 + (0.75 * (2 + 0.75) + 1.25 * (2 + 1.25)) / 2);
  EXPECT_EQ(moments_from(moments, {0.5, 0, 0.5}).mean, infinity);
  EXPECT_TRUE(std::isnan(moments_from(moments, {0.5, 0, 0.5}).variance));
  EXPECT_EQ(refusal([&] { moments_from(moments, {1, 0}); }), "an initial distribution of 2 states for 3");
  EXPECT_EQ(refusal([&] { moments_from(moments, {1, 0.5, 0}); }), "the initial probabilities sum to 1.5");
  EXPECT_EQ(refusal([&] { moments_from(moments, {1.5, -0.5, 0}); }), "initial state 1 of probability -0.5");
}

}  // namespace
}  // namespace aleator
