#include "core/mdp/chain/path_distribution.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/executor.hpp"
#include "core/games/chutes/play.hpp"
#include "core/games/chutes/rules.hpp"
#include "core/mdp/action_tables.hpp"
#include "core/mdp/chain/path_moments.hpp"
#include "core/mdp/chain/policy_chain.hpp"
#include "core/mdp/methods/value_iteration.hpp"
#include "core/random/philox_stream.hpp"
#include "tests/core/mdp/reference/dense.hpp"
#include "tests/core/mdp/reference/random_chain.hpp"
#include "tests/core/refusal.hpp"

namespace aleator {
namespace {

using reference::Matrix;
using reference::Vector;

const PathTotal steps{Counted::steps, {}};
const PathTotal rewards{};

/// A chain of states that each wait: state s stays with 1 - p and goes on with p, paid for each; the last one ends it.
SparseMdp waiting_line(State waits, double p, double stay_reward, double go_reward, double end = 0) {
  SparseMdpBuilder builder(waits + 1, Rewards::per_transition);
  for (State s = 0; s < waits; ++s) {
    builder.add_transition(s, 1 - p, stay_reward);
    builder.add_transition(s + 1, p, go_reward);
    builder.end_action();
    builder.end_state(0);
  }
  builder.end_state(end);
  return std::move(builder).finish();
}

/// A walk on 0 ... n that goes up with p, down else; it ends at 0, and at n goes round for ever.
SparseMdp walk(State n, double p, double reward = 0) {
  SparseMdpBuilder builder(n + 1);
  builder.end_state(0);
  for (State s = 1; s < n; ++s) {
    builder.add_transition(s + 1, p, reward);
    builder.add_transition(s - 1, 1 - p, reward);
    builder.end_action();
    builder.end_state(0);
  }
  builder.add_transition(n, 1, reward);
  builder.end_action();
  builder.end_state(0);
  return std::move(builder).finish();
}

double total_mass(const Distribution& d) {
  double sum = d.tail_mass + d.infinite_mass + d.minus_infinite_mass;
  for (const double p : d.probability) sum += p;
  return sum;
}

double at(const Distribution& d, std::int64_t x) {
  const std::int64_t i = x - d.first;
  return i >= 0 && i < static_cast<std::int64_t>(d.probability.size()) ? d.probability[i] : 0;
}

TEST(PathDistribution, of_waiting_is_geometric) {
  const double p = 0.3;
  const Distribution d = path_distribution(waiting_line(1, p, 0, 0), steps, {1, 0});
  EXPECT_EQ(d.first, 1);
  EXPECT_EQ(d.infinite_mass, 0);
  EXPECT_LE(d.tail_mass, 1e-12);
  EXPECT_GT(d.tail_mass, 0.5e-12) << "cut too late";
  for (int k = 1; k <= 60; ++k) EXPECT_NEAR(at(d, k), p * std::pow(1 - p, k - 1), 1e-15);
  EXPECT_EQ(quantile(d, 0.95), 9);
}

TEST(PathDistribution, of_several_waits_is_the_negative_binomial) {
  const double p = 0.4;
  const SparseMdp line = waiting_line(3, p, -1, 2, 5);
  const Distribution d = path_distribution(line, steps, {1, 0, 0, 0});
  const Distribution r = path_distribution(line, rewards, {1, 0, 0, 0});
  for (int k = 3; k < 40; ++k) {
    const double exact = (k - 1) * (k - 2) / 2.0 * std::pow(p, 3) * std::pow(1 - p, k - 3);
    EXPECT_NEAR(at(d, k), exact, 1e-15);
    EXPECT_NEAR(at(r, 3 * 2 - (k - 3) + 5), exact, 1e-12);  // each failure costs 1, each success pays 2
  }
  EXPECT_EQ(r.first + static_cast<std::int64_t>(r.probability.size()) - 1, 11);
  EXPECT_NEAR(mean(r), 11 - 3 * (1 - p) / p, 1e-9);
}

TEST(PathDistribution, of_two_dice) {
  SparseMdpBuilder builder(3, Rewards::per_transition);
  for (State s = 0; s < 2; ++s) {
    for (int eyes = 1; eyes <= 6; ++eyes) builder.add_transition(s + 1, 1 / 6.0, eyes);
    builder.end_action();
    builder.end_state(0);
  }
  builder.end_state(0);
  const Distribution d = path_distribution(std::move(builder).finish(), rewards, {1, 0, 0});
  EXPECT_EQ(d.first, 2);
  EXPECT_EQ(d.probability.size(), 11u);
  for (int x = 2; x <= 12; ++x) EXPECT_NEAR(at(d, x), (6 - std::abs(x - 7)) / 36.0, 1e-16);
  EXPECT_EQ(d.tail_mass, 0);
}

TEST(PathDistribution, of_a_path_that_is_over_at_once_is_0_steps) {
  const Distribution d = path_distribution(waiting_line(1, 0.5, 1, 1, 7), steps, {0, 1});
  EXPECT_EQ(d.first, 0);
  EXPECT_EQ(d.probability, (std::vector<double>{1}));
  const Distribution r = path_distribution(waiting_line(1, 0.5, 1, 1, 7), rewards, {0, 1});
  EXPECT_EQ(r.first, 7);
  EXPECT_EQ(r.probability, (std::vector<double>{1}));
}

TEST(PathDistribution, tells_what_never_arrives) {
  // Ruin from i against n with odds 2 : 1 against: 1 - (2^i - 1)/(2^n - 1).
  const State n = 10;
  const SparseMdp chain = walk(n, 1 / 3.0, 1);
  const double escape = (std::exp2(3) - 1) / (std::exp2(n) - 1);
  for (const PathTotal& total : {steps, rewards}) {
    const Distribution d = path_distribution(chain, total, certain_state(n + 1, 3));
    EXPECT_NEAR(d.infinite_mass, escape, 2e-12);
    EXPECT_NEAR(total_mass(d), 1, 1e-14);
    EXPECT_EQ(mean(d), std::numeric_limits<double>::infinity());
    EXPECT_EQ(quantile(d, 1), std::numeric_limits<double>::infinity());
    EXPECT_EQ(quantile(d, 0.9), quantile(path_distribution(chain, steps, certain_state(n + 1, 3)), 0.9));
  }
  const Distribution cost = path_distribution(walk(n, 1 / 3.0, -1), rewards, certain_state(n + 1, 3));
  EXPECT_NEAR(cost.minus_infinite_mass, escape, 2e-12);
  EXPECT_EQ(cost.infinite_mass, 0);
}

TEST(PathDistribution, ends_in_a_loop_that_pays_nothing) {
  const Distribution d = path_distribution(walk(10, 1 / 3.0, 0), rewards, certain_state(11, 3));
  EXPECT_EQ(d.first, 0);
  ASSERT_EQ(d.probability.size(), 1u);
  EXPECT_NEAR(d.probability[0], 1, 1e-12);
  EXPECT_EQ(d.infinite_mass, 0);
}

TEST(PathDistribution, of_moves_without_reward_ends_too) {
  // Waits that cost nothing, then 4: a window of one cell for ever.
  const Distribution d = path_distribution(waiting_line(2, 1e-3, 0, 2), rewards, {1, 0, 0});
  EXPECT_EQ(d.first, 4);
  EXPECT_EQ(d.probability.size(), 1u);
  EXPECT_LE(d.tail_mass, 1e-12);
}

TEST(PathDistribution, refuses_rewards_that_are_not_whole_where_they_are_met) {
  EXPECT_EQ(refusal([] {
              path_distribution(waiting_line(1, 0.5, 0.5, 1), rewards, {1, 0});
            }),
            "reward 0.5 in state 0 is not a whole number");
  EXPECT_EQ(refusal([] {
              path_distribution(waiting_line(1, 0.5, 1, 1, 2.25), rewards, {1, 0});
            }),
            "fixed value 2.25 in state 1 is not a whole number");
  EXPECT_EQ(refusal([] {
              path_distribution(waiting_line(1, 0.5, 1, 1e10), rewards, {1, 0});
            }),
            "reward 1e+10 in state 0 is larger than 2^31");
  EXPECT_EQ(refusal([] { path_distribution(waiting_line(1, 0.5, 0.5, 1), steps, {1, 0}); }), "accepted");
  EXPECT_EQ(refusal([] { path_distribution(waiting_line(1, 0.5, 0.5, 1), rewards, {0, 1}); }), "accepted");
  EXPECT_EQ(refusal([] { path_distribution(waiting_line(1, 0.5, 1 + 1e-13, -1e-13), rewards, {1, 0}); }), "accepted");
}

TEST(PathDistribution, refuses_more_cells_than_allowed) {
  const DistributionLimits limits{1e-12, 1'000'000, 1000};
  EXPECT_EQ(refusal([&] {
              path_distribution(waiting_line(1, 0.5, 1'000'000, 0), rewards, {1, 0}, limits);
            }),
            "the distribution needs more than 1000 cells (8000 bytes)");
  EXPECT_EQ(refusal([&] {
              path_distribution(waiting_line(1, 1e-4, 0, 0), steps, {1, 0}, limits);
            }),
            "the distribution needs more than 1000 cells (8000 bytes)");
  EXPECT_EQ(refusal([&] {
              path_distribution(waiting_line(1, 0.5, 0, 0), steps, {1, 0}, {0, 1, 1});
            }),
            "tail_mass 0 is not above 0");
}

TEST(PathDistribution, tells_what_was_left_when_it_was_stopped) {
  for (const PathTotal& total : {steps, rewards}) {
    const SparseMdp line = waiting_line(1, 0.5, 1, 1);
    const Distribution few = path_distribution(line, total, {1, 0}, {1e-12, 3, 1000});
    EXPECT_EQ(few.probability, (std::vector<double>{0.5, 0.25, 0.125}));
    EXPECT_EQ(few.tail_mass, 0.125);
    std::stop_source source;
    source.request_stop();
    EXPECT_EQ(path_distribution(line, total, {1, 0}, {}, source.get_token()).tail_mass, 1);
  }
}

/// The obvious way: a map from (state, reward) to mass, and the powers of the chain.
Distribution by_map(const SparseMdp& chain, const PathTotal& total, const std::vector<double>& initial) {
  const std::vector<Fate> fate = fates(chain, total);
  std::map<std::pair<State, std::int64_t>, long double> now;
  for (State s = 0; s < chain.num_states(); ++s) {
    if (initial[s] > 0) now[{s, 0}] = initial[s];
  }
  std::map<std::int64_t, long double> arrived;
  Distribution result;
  long double left = 1;
  while (left > 1e-15L) {
    std::map<std::pair<State, std::int64_t>, long double> next;
    for (const auto& [where, mass] : now) {
      const auto& [s, sum] = where;
      if (fate[s] == Fate::plus_infinity) result.infinite_mass += static_cast<double>(mass);
      if (fate[s] == Fate::minus_infinity) result.minus_infinite_mass += static_cast<double>(mass);
      if (fate[s] == Fate::ended) arrived[sum + std::llround(end_value(chain, total, s))] += mass;
      if (fate[s] != Fate::open || mass < 1e-22L) continue;
      const std::int64_t row = chain.action_begin[s];
      for (std::int64_t i = chain.row_begin[row]; i < chain.row_begin[row + 1]; ++i) {
        next[{chain.next_state[i], sum + std::llround(added(chain, total, row, i))}] += mass * chain.probability[i];
      }
    }
    now = std::move(next);
    left = 0;
    for (const auto& entry : now) left += entry.second;
  }
  if (arrived.empty()) return result;
  result.first = arrived.begin()->first;
  result.probability.resize(static_cast<std::size_t>(arrived.rbegin()->first - result.first) + 1);
  for (const auto& [x, mass] : arrived) result.probability[x - result.first] = static_cast<double>(mass);
  return result;
}

/// A random initial distribution on up to three states.
std::vector<double> random_initial(std::mt19937_64& random, State n) {
  std::vector<double> initial(static_cast<std::size_t>(n), 0);
  initial[random() % initial.size()] += 0.5;
  initial[random() % initial.size()] += 0.25;
  initial[random() % initial.size()] += 0.25;
  return initial;
}

TEST(PathDistribution, agrees_with_a_map_and_with_the_moments_on_random_chains) {
  std::mt19937_64 random(21);
  int whole = 0;
  for (int i = 0; i < 400; ++i) {
    const State n = 2 + static_cast<State>(random() % 8);
    const SparseMdp chain = reference::random_chain(random, {n, 0.4, -2, 3, 1});
    const std::vector<double> initial = random_initial(random, n);
    std::vector<std::uint8_t> target(static_cast<std::size_t>(n), 0);
    target[random() % target.size()] = 1;
    for (const PathTotal& total :
         {steps, rewards, PathTotal{Counted::steps, target}, PathTotal{Counted::reward, target}}) {
      if (refusal([&] { fates(chain, total); }) != "accepted") continue;
      // The map would take too long for longer paths.
      if (path_distribution(chain, {Counted::steps, total.target}, initial).probability.size() > 100) continue;
      const Distribution d = path_distribution(chain, total, initial);
      const Distribution reference = by_map(chain, total, initial);
      ASSERT_LE(d.tail_mass, 1e-12);
      ASSERT_NEAR(total_mass(d), 1, 1e-13);
      ASSERT_NEAR(d.infinite_mass, reference.infinite_mass, 2e-12);
      ASSERT_NEAR(d.minus_infinite_mass, reference.minus_infinite_mass, 2e-12);
      const std::int64_t end = reference.first + static_cast<std::int64_t>(reference.probability.size());
      for (std::int64_t x = reference.first; x < end; ++x) ASSERT_NEAR(at(d, x), at(reference, x), 2e-12);
      const std::vector<Fate> fate = fates(chain, total);
      const LinearSolution never = fate_probability(chain, fate, Fate::plus_infinity);
      double infinite = 0;
      for (State s = 0; s < n; ++s) infinite += initial[s] * never.x[s];
      ASSERT_NEAR(d.infinite_mass, infinite, 2e-12);
      ASSERT_EQ(d.infinite_mass > 0, infinite > 0);
      const Moment moment = moments_from(path_moments(chain, total), initial);
      if (!std::isfinite(moment.mean)) continue;
      ++whole;
      ASSERT_NEAR(mean(d), moment.mean, 1e-9 * std::max(1.0, std::abs(moment.mean)));
      ASSERT_NEAR(variance(d), moment.variance, 1e-8 * std::max(1.0, moment.variance));
    }
  }
  EXPECT_GT(whole, 500);
}

TEST(PathDistribution, of_steps_agrees_with_the_powers_of_the_matrix) {
  std::mt19937_64 random(22);
  for (int i = 0; i < 300; ++i) {
    const State n = 2 + static_cast<State>(random() % 10);
    const SparseMdp chain = reference::random_chain(random, {n, 0.3});
    const Distribution d = path_distribution(chain, steps, certain_state(n, 0));
    const Matrix p = reference::dense(chain);
    Vector now(static_cast<std::size_t>(n), 0);
    now[0] = 1;
    long double before = 0;
    for (int k = 0; k < 30; ++k) {
      long double ended = 0;
      for (State s = 0; s < n; ++s) ended += chain.num_actions(s) == 0 ? now[s] : 0;
      ASSERT_NEAR(at(d, k), static_cast<double>(ended - before), 1e-12) << "chain " << i << ", step " << k;
      before = ended;
      Vector next(now.size(), 0);
      for (std::size_t s = 0; s < now.size(); ++s) {
        for (std::size_t t = 0; t < now.size(); ++t) next[t] += now[s] * p[s][t];
      }
      now = next;
    }
  }
}

/// Controlled chutes and ladders on the hasbro board under its best policy for a discount of 0.9.
struct BestChutes {
  Chutes game{ChutesRules{}};
  SparseMdp mdp = build_sparse(game);
  std::vector<Action> policy;
  SparseMdp chain;

  BestChutes() {
    SerialExecutor executor;
    const Solution solution = value_iteration(mdp, {}, executor);
    policy = action_tables({mdp, 0.9}, solution.value, solution.error_bound).policy;
    chain = policy_chain(mdp, policy);
  }
};

TEST(PathDistribution, of_chutes_has_the_moments_of_its_equations) {
  const BestChutes best;
  const State n = best.chain.num_states();
  const Distribution d = path_distribution(best.chain, steps, certain_state(n, 0));
  const PathMoments moments = path_moments(best.chain, steps);
  EXPECT_NEAR(mean(d), moments.mean[0], 1e-10);
  EXPECT_NEAR(variance(d), moments.variance[0], 1e-9 * moments.variance[0]);
  EXPECT_LT(*std::max_element(moments.mean_error.begin(), moments.mean_error.end()), 1e-11);
  EXPECT_NEAR(total_mass(d), 1, 1e-14);
  const Distribution prize = path_distribution(best.chain, rewards, certain_state(n, 0));
  EXPECT_EQ(prize.first, 100);
  EXPECT_EQ(prize.probability.size(), 1u);
}

TEST(PathDistribution, of_chutes_is_what_is_played) {
  const BestChutes best;
  const Distribution d = path_distribution(best.chain, steps, certain_state(best.chain.num_states(), 0));
  SerialExecutor executor;
  const PlayOptions options{200'000, 10'000, 8'192};
  const TurnCounts counts = play_games(ChutesPlayer(best.game, best.policy), options, {1, 2}, executor);
  const double games = static_cast<double>(options.games);
  double below = 0;
  double played_below = 0;
  for (std::size_t k = 0; k < counts.finished.size(); ++k) {
    below += at(d, static_cast<std::int64_t>(k));
    played_below += static_cast<double>(counts.finished[k]) / games;
    const double error = std::sqrt(std::max(below * (1 - below), 1e-12) / games);
    EXPECT_NEAR(played_below, below, 5 * error + 1e-12) << "games of at most " << k << " turns";
  }
}

TEST(PathDistribution, of_rewards_is_what_is_simulated) {
  // The first random chain that always ends, after 5 steps or more.
  std::mt19937_64 seed(5);
  SparseMdp chain;
  for (double length = 0; !(length > 5 && std::isfinite(length));) {
    chain = reference::random_chain(seed, {12, 0.2, -2, 3, 1});
    length = path_moments(chain, steps).mean[1];
  }
  const Distribution d = path_distribution(chain, rewards, certain_state(12, 1));
  const int games = 100'000;
  std::map<std::int64_t, int> count;
  PhiloxStream random({3, 4}, 0, 0);
  for (int game = 0; game < games; ++game) {
    State s = 1;
    std::int64_t sum = 0;
    while (chain.num_actions(s) > 0) {
      double u = static_cast<double>(random() >> 11) * 0x1p-53;
      const std::int64_t last = chain.row_begin[chain.action_begin[s] + 1] - 1;
      std::int64_t i = chain.row_begin[chain.action_begin[s]];
      for (; i < last && u >= chain.probability[i]; ++i) u -= chain.probability[i];
      sum += std::llround(chain.transition_reward[i]);
      s = chain.next_state[i];
    }
    ++count[sum + std::llround(chain.fixed_value[s])];
  }
  for (const auto& [x, times] : count) {
    const double p = at(d, x);
    EXPECT_NEAR(times, games * p, 5 * std::sqrt(games * p * (1 - p)) + 1) << "reward " << x;
  }
  EXPECT_GT(count.size(), 5u);
}

}  // namespace
}  // namespace aleator
