// What every method must do, whichever it is: the distance to the optimum, ties, signs, statuses, threads.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "core/mdp/methods/discounted.hpp"
#include "core/mdp/methods/gauss_seidel.hpp"
#include "core/mdp/methods/krylov_policy_iteration.hpp"
#include "core/mdp/methods/linear_programming.hpp"
#include "core/mdp/methods/modified_policy_iteration.hpp"
#include "core/mdp/methods/policy_iteration.hpp"
#include "core/mdp/methods/prioritized_sweeping.hpp"
#include "core/mdp/methods/strategy_iteration.hpp"
#include "core/mdp/methods/topological.hpp"
#include "core/mdp/methods/value_iteration.hpp"
#include "tests/core/mdp/methods/reference.hpp"

namespace aleator {
namespace {

using reference::RandomProcess;
using reference::ReverseExecutor;

struct Named {
  std::string name;
  Method method;
  bool games;
};

template <Executor E>
std::vector<Named> methods(E& executor, State block_states = 4096) {
  std::vector<Named> all;
  const auto add = [&](const std::string& name, bool games, auto call) {
    all.push_back({name,
                   [call](const BellmanEquation& equation, double target, std::vector<double>& value, Effort& effort) {
                     return call(equation, target, value, effort);
                   },
                   games});
  };
  add("value-iteration", true,
      [&](const auto& e, double t, auto& v, Effort& f) { return value_iteration(e, t, v, f, executor); });
  for (const SweepOrder order : {SweepOrder::forward, SweepOrder::backward, SweepOrder::symmetric, SweepOrder::graph}) {
    for (const double relaxation : {1.0, 0.7, 1.002}) {
      const GaussSeidelOptions options{order, relaxation, block_states};
      add("gauss-seidel " + std::to_string(static_cast<int>(order)) + " w " + std::to_string(relaxation), true,
          [&executor, options](const auto& e, double t, auto& v, Effort& f) {
            return gauss_seidel(e, options, t, v, f, executor);
          });
    }
  }
  for (const std::int64_t sweeps : {0, 1, 20}) {
    add("modified-policy-iteration " + std::to_string(sweeps), false,
        [&executor, sweeps](const auto& e, double t, auto& v, Effort& f) {
          return modified_policy_iteration(e, {sweeps}, t, v, f, executor);
        });
  }
  for (const KrylovSolver solver : {KrylovSolver::gmres, KrylovSolver::bicgstab}) {
    for (const Preconditioner preconditioner : {Preconditioner::none, Preconditioner::jacobi}) {
      KrylovPolicyIterationOptions options{solver, preconditioner};
      options.restart = 5;
      add("krylov " + std::to_string(static_cast<int>(solver)) + std::to_string(static_cast<int>(preconditioner)),
          false, [&executor, options](const auto& e, double t, auto& v, Effort& f) {
            return krylov_policy_iteration(e, options, t, v, f, executor);
          });
    }
  }
  add("policy-iteration", false,
      [](const auto& e, double t, auto& v, Effort& f) { return policy_iteration(e, {}, t, v, f); });
  add("strategy-iteration", true,
      [](const auto& e, double t, auto& v, Effort& f) { return strategy_iteration(e, {}, t, v, f); });
  add("topological", true,
      [](const auto& e, double t, auto& v, Effort& f) { return topological_value_iteration(e, t, v, f); });
  add("prioritized-sweeping", true,
      [](const auto& e, double t, auto& v, Effort& f) { return prioritized_sweeping(e, t, v, f); });
  add("linear-programming", false,
      [](const auto& e, double t, auto& v, Effort& f) { return linear_programming(e, {}, t, v, f); });
  return all;
}

Solution certified(const BellmanEquation& equation, double tolerance, const Method& method,
                   std::vector<double> start = {}) {
  SerialExecutor executor;
  Effort effort;
  return solve_discounted(equation, tolerance, method, effort, executor, std::move(start));
}

SparseMdp any_process(RandomProcess& random, int kind) {
  switch (kind % 5) {
    case 0:
      return random.garnet(1 + random.below(12));
    case 1:
      return random.proper(2 + random.below(12));
    case 2:
      return random.chain(2 + random.below(15));
    case 3:
      return random.grid(1 + random.below(4), 2 + random.below(3));
    default:
      return random.garnet(1 + random.below(12), true);
  }
}

TEST(Methods, come_as_near_to_exact_policy_iteration_as_they_promise) {
  SerialExecutor executor;
  const auto all = methods(executor, 5);
  RandomProcess random(1);
  for (int i = 0; i < 3000; ++i) {
    const SparseMdp mdp = any_process(random, i);
    const double discount = std::vector{0.5, 0.9, 0.99}[static_cast<std::size_t>(random.below(3))];
    const double tolerance = std::vector{1e-3, 1e-6, 1e-9}[static_cast<std::size_t>(random.below(3))];
    const BellmanEquation equation{mdp, discount, i % 2 == 0 ? Sense::max : Sense::min};
    const auto exact = reference::exact_values(equation);
    for (std::size_t m = static_cast<std::size_t>(i) % 3; m < all.size(); m += 3) {
      if (mdp.is_game() && !all[m].games) continue;
      const Solution solution = certified(equation, tolerance, all[m].method);
      ASSERT_EQ(solution.status, SolveStatus::converged) << all[m].name << ", process " << i;
      ASSERT_LE(solution.error_bound, tolerance) << all[m].name << ", process " << i;
      ASSERT_LE(reference::distance(solution.value, exact), solution.error_bound) << all[m].name << ", process " << i;
    }
  }
}

TEST(Methods, solve_proper_undiscounted_processes) {
  SerialExecutor executor;
  const auto all = methods(executor, 5);
  RandomProcess random(2);
  for (int i = 0; i < 1500; ++i) {
    const bool game = i % 5 == 4;
    const SparseMdp mdp = random.proper(2 + random.below(12), game);
    const BellmanEquation equation{mdp, 1, i % 2 == 0 ? Sense::max : Sense::min};
    const auto exact = reference::exact_values(equation);
    for (std::size_t m = static_cast<std::size_t>(i) % 3; m < all.size(); m += 3) {
      if (mdp.is_game() && !all[m].games) continue;
      std::vector<double> value = mdp.fixed_value;
      Effort effort;
      effort.max_sweeps = 100'000;
      ASSERT_EQ(all[m].method(equation, 1e-10, value, effort), SolveStatus::converged) << all[m].name << ' ' << i;
      ASSERT_LE(reference::distance(value, exact), 1e-6) << all[m].name << ", process " << i;
    }
  }
}

/// One state that pays `reward` for ever: worth reward / (1 - discount).
SparseMdp loop(double reward) {
  SparseMdpBuilder builder(1);
  builder.add_transition(0, 1, reward);
  builder.end_action();
  builder.end_state(0);
  return std::move(builder).finish();
}

/// states - 1 -> ... -> 1 -> 0, at a reward of -1 a step.
SparseMdp line(State states) {
  SparseMdpBuilder builder(states);
  builder.end_state(0);
  for (State s = 1; s < states; ++s) {
    builder.add_transition(s - 1, 1, -1);
    builder.end_action();
    builder.end_state(0);
  }
  return std::move(builder).finish();
}

std::string refusal(const std::function<void()>& call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Methods, do_not_depend_on_the_order_in_which_blocks_are_done) {
  SerialExecutor serial;
  ReverseExecutor reverse;
  RandomProcess random(3);
  for (const bool game : {false, true}) {
    const SparseMdp mdp = random.garnet(9000, game);
    const auto expected = methods(serial, 1000);
    const auto found = methods(reverse, 1000);
    for (std::size_t m = 0; m + 5 < expected.size(); ++m) {  // the last five do not sweep in blocks
      if (game && !expected[m].games) continue;
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
  for (const Named& named : methods(executor)) {
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

TEST(Methods, end_where_double_precision_ends_and_tell_how_near_they_came) {
  SerialExecutor executor;
  RandomProcess random(4);
  for (int i = 0; i < 20; ++i) {
    const SparseMdp mdp = any_process(random, i);
    const BellmanEquation equation{mdp, 0.9};
    const auto exact = reference::exact_values(equation);
    for (const Named& named : methods(executor)) {
      if (mdp.is_game() && !named.games) continue;
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

TEST(Methods, tell_when_they_run_out_of_sweeps_or_are_stopped) {
  SerialExecutor executor;
  RandomProcess random(5);
  const SparseMdp mdp = random.grid(20, 20);
  const BellmanEquation equation{mdp, 0.99};
  for (const Named& named : methods(executor)) {
    for (const std::int64_t sweeps : {1, 2, 3}) {
      Effort effort;
      effort.max_sweeps = sweeps;
      const Solution solution = solve_discounted(equation, 1e-9, named.method, effort, executor);
      EXPECT_LE(solution.sweeps(), sweeps) << named.name;
      if (solution.error_bound > 1e-9) {
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
  RandomProcess random(6);
  const SparseMdp mdp = random.grid(10, 10);
  const BellmanEquation equation{mdp, 0.99};
  for (const Named& named : methods(executor)) {
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
  for (const Named& named : methods(executor)) {
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
  for (const Named& named : methods(executor)) {
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
  for (const Named& named : methods(executor)) {
    EXPECT_TRUE(certified({empty, 0.9}, 1e-9, named.method).value.empty());
    EXPECT_EQ(certified({ends, 0.9}, 1e-9, named.method).value, (std::vector<double>{3, -4})) << named.name;
  }
}

TEST(Methods, of_one_player_refuse_games) {
  SerialExecutor executor;
  RandomProcess random(7);
  const SparseMdp game = random.proper(10, true);
  ASSERT_TRUE(game.is_game());
  for (const Named& named : methods(executor)) {
    const std::string why = refusal([&] { certified({game, 0.9}, 1e-9, named.method); });
    EXPECT_EQ(why == "accepted", named.games) << named.name << ": " << why;
  }
}

TEST(SolveDiscounted, counts_the_transitions_that_were_read) {
  SerialExecutor executor;
  RandomProcess random(8);
  const SparseMdp mdp = random.grid(6, 6);
  Effort effort;
  const Solution solution = solve_discounted(
      {mdp, 0.9}, 1e-6,
      [&](const auto& e, double t, auto& v, Effort& f) { return value_iteration(e, t, v, f, executor); }, effort,
      executor);
  EXPECT_EQ(solution.transitions_processed, solution.sweeps() * mdp.num_transitions());
}

TEST(SolveDiscounted, proves_whatever_a_method_answers) {
  RandomProcess random(9);
  for (int i = 0; i < 200; ++i) {
    const SparseMdp mdp = any_process(random, i);
    const BellmanEquation equation{mdp, 0.9};
    const Method liar = [&](const auto&, double, std::vector<double>& v, Effort&) {
      for (State s = 0; s < mdp.num_states(); ++s) v[s] += mdp.num_actions(s) > 0 ? random.uniform(-1, 1) : 0;
      return SolveStatus::converged;
    };
    const Solution solution = certified(equation, 1e-9, liar);
    EXPECT_LE(reference::distance(solution.value, reference::exact_values(equation)), solution.error_bound);
    if (solution.error_bound > 1e-9) {
      EXPECT_EQ(solution.status, SolveStatus::precision_limit);
    }
  }
}

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
  RandomProcess random(10);
  int diverged = 0;
  for (int i = 0; i < 300; ++i) {
    const SparseMdp mdp = any_process(random, i);
    const BellmanEquation equation{mdp, 0.99};
    const GaussSeidelOptions options{SweepOrder::forward, 1.95, 4};
    const Solution solution = certified(equation, 1e-6, [&](const auto& e, double t, auto& v, Effort& f) {
      return gauss_seidel(e, options, t, v, f, executor);
    });
    diverged += solution.status == SolveStatus::precision_limit;
    EXPECT_TRUE(solution.status == SolveStatus::precision_limit || solution.status == SolveStatus::converged);
    EXPECT_TRUE(std::isfinite(solution.error_bound));
    EXPECT_LE(reference::distance(solution.value, reference::exact_values(equation)), solution.error_bound);
  }
  EXPECT_GT(diverged, 0);
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

TEST(PolicyIteration, starts_from_the_policy_it_is_given) {
  SparseMdpBuilder builder(2);  // action 0 stays for nothing, action 1 ends: greedy for 0 is improper
  builder.add_transition(0, 1, 0);
  builder.end_action();
  builder.add_transition(1, 1, -1);
  builder.end_action();
  builder.end_state(0);
  builder.end_state(5);
  const SparseMdp mdp = std::move(builder).finish();
  const auto answer = [&](const std::vector<Action>& start, Sense sense) {
    std::vector<double> value = {100, 5};
    Effort effort;
    policy_iteration({mdp, 1, sense}, {start}, 1e-9, value, effort);
    return value[0];
  };
  EXPECT_EQ(answer({1, -1}, Sense::max), 4);
  EXPECT_EQ(refusal([&] { answer({}, Sense::max); }),
            "with discount 1, the policy never ends from state 0 on: policy iteration has to start from a policy that "
            "ends");
  EXPECT_EQ(refusal([&] { answer({1}, Sense::max); }), "a policy of 1 actions, for a process of 2 states");
  EXPECT_EQ(refusal([&] { answer({2, 0}, Sense::max); }), "state 0: the policy's action 2 of 2 actions");
}

TEST(PolicyIteration, needs_memory_that_grows_with_the_fill) {
  const std::size_t thin = policy_iteration_bytes(line(1000));
  EXPECT_GT(thin, 1000u * 2 * 2 * 16);  // two entries a row in each factor
  EXPECT_LT(thin, 1000u * 400);
  RandomProcess random(11);
  EXPECT_GT(policy_iteration_bytes(random.garnet(1000)), 5 * thin);
  EXPECT_EQ(policy_iteration_bytes(SparseMdpBuilder(0).finish()), 0u);
}

TEST(PolicyIteration, ends_where_all_actions_are_worth_the_same) {
  SparseMdpBuilder builder(40);
  for (State s = 0; s < 40; ++s) {
    for (const State next : {(s + 1) % 40, (s + 7) % 40, (s + 13) % 40}) {
      builder.add_transition(next, 1.0 / 3, 0.1);
      builder.add_transition((next + 1) % 40, 2.0 / 3, 0.1);
      builder.end_action();
    }
    builder.end_state(0);
  }
  const SparseMdp mdp = std::move(builder).finish();
  std::vector<double> value(40);
  Effort effort;
  policy_iteration({mdp, 0.999}, {}, 0, value, effort);
  EXPECT_LE(effort.residual.size(), 12u);
  EXPECT_NEAR(value[3], 100, 1e-10);
}

TEST(Topological, solves_an_acyclic_process_in_one_sweep) {
  const SparseMdp mdp = line(50);
  std::vector<double> value = mdp.fixed_value;
  Effort effort;
  EXPECT_EQ(topological_value_iteration({mdp, 1}, 1e-9, value, effort), SolveStatus::converged);
  EXPECT_EQ(value[49], -49);
  EXPECT_EQ(effort.residual, (std::vector<double>{49}));
  EXPECT_EQ(effort.transitions_processed, 2 * mdp.num_transitions());  // and the search for components
}

TEST(Topological, refuses_a_loop_that_never_ends) {
  const SparseMdp mdp = loop(1);
  std::vector<double> value(1);
  Effort effort;
  EXPECT_EQ(refusal([&] {
              topological_value_iteration({mdp, 1}, 1e-9, value, effort);
            }),
            "state 0, action 0: leads back to itself for ever, with discount 1");
}

TEST(PrioritizedSweeping, reads_less_where_little_changes) {
  const SparseMdp mdp = line(200);
  std::vector<double> value = mdp.fixed_value;
  for (State s = 0; s < 200; ++s) value[s] = -s;
  value[190] = 0;  // only this one is wrong, and those before it
  Effort effort;
  EXPECT_EQ(prioritized_sweeping({mdp, 1}, 1e-9, value, effort), SolveStatus::converged);
  EXPECT_EQ(value[199], -199);
  EXPECT_LE(effort.transitions_processed, 3 * mdp.num_transitions() + 10);
}

TEST(LinearProgramming, refuses_a_large_process) {
  const SparseMdp mdp = line(12);
  std::vector<double> value(12);
  Effort effort;
  EXPECT_EQ(refusal([&] {
              linear_programming({mdp, 0.9}, {10}, 1e-9, value, effort);
            }),
            "linear programming is a check for small processes: 11 rows, at most 10");
}

}  // namespace
}  // namespace aleator
