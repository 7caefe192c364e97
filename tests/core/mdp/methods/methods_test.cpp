// What every method must do, whichever it is: ties, signs, statuses, threads, refusals.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "tests/core/mdp/methods/all_methods.hpp"
#include "tests/core/mdp/methods/certified.hpp"
#include "tests/core/mdp/reference/random_process.hpp"
#include "tests/core/mdp/reference/reverse_executor.hpp"
#include "tests/core/mdp/reference/spelled_process.hpp"
#include "tests/core/refusal.hpp"

namespace aleator {
namespace {

using reference::line;
using reference::loop;

TEST(Methods, do_not_depend_on_the_order_in_which_blocks_are_done) {
  SerialExecutor serial;
  reference::ReverseExecutor reverse;
  std::mt19937_64 random(3);
  for (const bool game : {false, true}) {
    const SparseMdp mdp = reference::garnet(random, {9000, game});
    const auto expected = all_methods(serial, 1000);
    const auto found = all_methods(reverse, 1000);
    for (std::size_t m = 0; m < expected.size(); ++m) {
      if (!expected[m].sweeps_in_blocks || (game && !expected[m].takes_games)) continue;
      std::vector<double> a = mdp.fixed_value;
      std::vector<double> b = a;
      Effort first;
      Effort second;
      first.max_sweeps = second.max_sweeps = 4;  // how far it gets does not matter
      const BellmanEquation equation{mdp, 0.9};
      EXPECT_EQ(expected[m].method(equation, 1e-9, a, first), found[m].method(equation, 1e-9, b, second));
      EXPECT_EQ(a, b) << expected[m].name;
      EXPECT_EQ(first.residual, second.residual) << expected[m].name;
      EXPECT_EQ(first.transitions_processed, second.transitions_processed) << expected[m].name;
    }
  }
}

TEST(Methods, take_negative_rewards_and_the_least_value) {
  SerialExecutor executor;
  for (const NamedMethod& named : all_methods(executor)) {
    for (const double reward : {1.0, -3.0}) {
      for (const Sense sense : {Sense::max, Sense::min}) {
        const SparseMdp mdp = loop(reward);
        const Solution solution = certified({mdp, 0.875, sense}, 1e-10, named.method);
        EXPECT_EQ(solution.status, SolveStatus::converged) << named.name;
        EXPECT_NEAR(solution.value[0], reward / 0.125, 1e-10) << named.name;
      }
    }
  }
}

TEST(Methods, tell_when_they_run_out_of_sweeps_or_are_stopped) {
  SerialExecutor executor;
  std::mt19937_64 random(5);
  const SparseMdp mdp = reference::grid(random, 20, 20);
  const BellmanEquation equation{mdp, 0.99};
  for (const NamedMethod& named : all_methods(executor)) {
    for (const std::int64_t sweeps : {1, 2, 3}) {
      Effort effort;
      effort.max_sweeps = sweeps;
      const Solution solution = solve_discounted(equation, 1e-9, named.method, effort, executor);
      EXPECT_LE(solution.sweeps(), sweeps) << named.name;
      if (solution.error_bound > 1e-9 && named.name != "linear-programming") {  // that ends in one
        EXPECT_EQ(solution.status, SolveStatus::max_sweeps) << named.name;
      }
      EXPECT_TRUE(std::isfinite(solution.error_bound));
    }
    std::stop_source source;
    source.request_stop();
    Effort effort;
    effort.stop = source.get_token();
    const Solution solution = solve_discounted(equation, 1e-9, named.method, effort, executor);
    if (named.name == "linear-programming") continue;  // done before it asks
    EXPECT_EQ(solution.status, SolveStatus::stopped) << named.name;
    EXPECT_LE(solution.sweeps(), 3) << named.name;
  }
}

TEST(Methods, need_few_sweeps_from_the_solution) {
  SerialExecutor executor;
  std::mt19937_64 random(6);
  const SparseMdp mdp = reference::grid(random, 10, 10);
  const BellmanEquation equation{mdp, 0.99};
  for (const NamedMethod& named : all_methods(executor)) {
    const Solution cold = certified(equation, 1e-9, named.method);
    const Solution warm = certified(equation, 1e-8, named.method, cold.value);
    EXPECT_EQ(warm.status, SolveStatus::converged);
    EXPECT_LE(warm.sweeps(), 2) << named.name;
  }
}

TEST(Methods, refuse_a_start_that_does_not_fit) {
  SerialExecutor executor;
  const SparseMdp mdp = line(3);
  const BellmanEquation equation{mdp, 0.9};
  for (const NamedMethod& named : all_methods(executor)) {
    std::vector<double> value(2);
    Effort effort;
    const std::string why = "2 values to start from, for a process of 3 states";
    EXPECT_EQ(refusal([&] { named.method(equation, 1e-9, value, effort); }), why) << named.name;
    EXPECT_EQ(refusal([&] { certified(equation, 1e-9, named.method, value); }), why);
    value.assign(3, 0.0);
    EXPECT_EQ(refusal([&] { named.method({mdp, 1.5}, 1e-9, value, effort); }), "discount 1.5 is not in (0, 1]");
    EXPECT_EQ(refusal([&] { named.method(equation, std::nan(""), value, effort); }), "target nan");
    value[1] = std::nan("");
    EXPECT_EQ(refusal([&] { certified(equation, 1e-9, named.method, value); }), "value nan to start state 1 from");
    EXPECT_EQ(refusal([&] { certified(equation, 0, named.method); }), "tolerance 0");
  }
}

TEST(Methods, take_the_fixed_values_whatever_the_start_says) {
  SerialExecutor executor;
  const SparseMdp mdp = line(3);
  for (const NamedMethod& named : all_methods(executor)) {
    const Solution solution = certified({mdp, 0.5}, 1e-12, named.method, {77, 1, 2});
    EXPECT_EQ(solution.value[0], 0);
    EXPECT_NEAR(solution.value[2], -1.5, 1e-12) << named.name;
  }
}

TEST(Methods, solve_what_is_empty_or_has_no_actions) {
  SerialExecutor executor;
  const SparseMdp empty = SparseMdpBuilder(0).finish();
  SparseMdpBuilder builder(2);
  builder.end_state(3);
  builder.end_state(-4);
  const SparseMdp ends = std::move(builder).finish();
  for (const NamedMethod& named : all_methods(executor)) {
    EXPECT_TRUE(certified({empty, 0.9}, 1e-9, named.method).value.empty());
    EXPECT_EQ(certified({ends, 0.9}, 1e-9, named.method).value, (std::vector<double>{3, -4})) << named.name;
  }
}

TEST(Methods, of_one_player_refuse_games) {
  SerialExecutor executor;
  std::mt19937_64 random(7);
  const SparseMdp game = reference::proper(random, 10, true);
  ASSERT_TRUE(game.is_game());
  for (const NamedMethod& named : all_methods(executor)) {
    const std::string why = refusal([&] { certified({game, 0.9}, 1e-9, named.method); });
    EXPECT_EQ(why == "accepted", named.takes_games) << named.name << ": " << why;
  }
}

TEST(SolveDiscounted, counts_the_transitions_that_were_read) {
  SerialExecutor executor;
  std::mt19937_64 random(8);
  const SparseMdp mdp = reference::grid(random, 6, 6);
  Effort effort;
  const Solution solution = solve_discounted(
      {mdp, 0.9}, 1e-6,
      [&](const auto& e, double t, auto& v, Effort& f) { return value_iteration(e, t, v, f, executor); }, effort,
      executor);
  EXPECT_EQ(solution.transitions_processed, solution.sweeps() * mdp.num_transitions());
}

}  // namespace
}  // namespace aleator
