// Known traps that other engines fell into, and known answers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/mdp/methods/gauss_seidel.hpp"
#include "core/mdp/methods/krylov_policy_iteration.hpp"
#include "core/mdp/methods/linear_programming.hpp"
#include "core/mdp/methods/policy_iteration.hpp"
#include "core/mdp/undiscounted/certified.hpp"
#include "core/mdp/undiscounted/interval_iteration.hpp"
#include "core/mdp/undiscounted/optimistic_value_iteration.hpp"
#include "tests/core/mdp/reference/reverse_executor.hpp"
#include "tests/core/mdp/reference/spelled_process.hpp"
#include "tests/core/refusal.hpp"

namespace aleator {
namespace {

using reference::process;
using Row = reference::SpelledRow;

constexpr double infinity = std::numeric_limits<double>::infinity();

using Solver = std::function<UndiscountedSolution(const SparseMdp&, const Objective&, double, Effort&)>;

Solver certified(Method method) {
  return [method](const SparseMdp& mdp, const Objective& objective, double tolerance, Effort& effort) {
    return solve_undiscounted(mdp, objective, tolerance, method, effort);
  };
}

const Solver with_policy_iteration =
    certified([](const BellmanEquation& equation, double target, std::vector<double>& v, Effort& effort) {
      return policy_iteration(equation, {}, target, v, effort);
    });
const Solver with_krylov =
    certified([](const BellmanEquation& equation, double target, std::vector<double>& v, Effort& effort) {
      SerialExecutor executor;
      return krylov_policy_iteration(equation, {}, target, v, effort, executor);
    });
const Solver with_gauss_seidel =
    certified([](const BellmanEquation& equation, double target, std::vector<double>& v, Effort& effort) {
      SerialExecutor executor;
      return gauss_seidel(equation, {}, target, v, effort, executor);
    });
const Solver by_intervals = [](const SparseMdp& mdp, const Objective& objective, double tolerance, Effort& effort) {
  return solve_interval_iteration(mdp, objective, tolerance, effort);
};
const Solver optimistically = [](const SparseMdp& mdp, const Objective& objective, double tolerance, Effort& effort) {
  return solve_optimistic_value_iteration(mdp, objective, tolerance, effort);
};
const std::vector<Solver> all_solvers = {with_policy_iteration, with_gauss_seidel, by_intervals, optimistically};

UndiscountedSolution solve(const Solver& solver, const SparseMdp& mdp, const Objective& objective, double tolerance,
                           std::int64_t max_sweeps = 1'000'000) {
  Effort effort;
  effort.max_sweeps = max_sweeps;
  return solver(mdp, objective, tolerance, effort);
}

Objective towards(ObjectiveKind kind, Sense sense, State num_states, const std::vector<State>& targets) {
  Objective objective{kind, sense, 1, std::vector<std::uint8_t>(static_cast<std::size_t>(num_states), 0)};
  for (const State target : targets) objective.target[target] = 1;
  return objective;
}

/// All solvers answer `value` (exactly where it is infinite), and take the actions of `policy`.
void expect_answer(const SparseMdp& mdp, const Objective& objective, const std::vector<double>& value,
                   const std::vector<Action>& policy = {}) {
  for (std::size_t k = 0; k < all_solvers.size(); ++k) {
    SCOPED_TRACE("solver " + std::to_string(k));
    const auto [solution, found] = solve(all_solvers[k], mdp, objective, 1e-9);
    EXPECT_EQ(solution.status, SolveStatus::converged);
    EXPECT_LE(solution.error_bound, 1e-9);
    ASSERT_EQ(solution.value.size(), value.size());
    for (std::size_t s = 0; s < value.size(); ++s) {
      if (std::isinf(value[s])) {
        EXPECT_EQ(solution.value[s], value[s]) << "state " << s;
      } else {
        EXPECT_NEAR(solution.value[s], value[s], 1e-9) << "state " << s;
      }
    }
    for (std::size_t s = 0; s < policy.size(); ++s) EXPECT_EQ(found[s], policy[s]) << "state " << s;
  }
}

void expect_doubt(const SparseMdp& mdp, const Objective& objective, const std::string& message) {
  for (const Solver& solver : all_solvers) {
    const Solution solution = solve(solver, mdp, objective, 1e-9).solution;
    EXPECT_EQ(solution.status, SolveStatus::not_certified);
    EXPECT_EQ(solution.message, message);
    EXPECT_EQ(solution.error_bound, infinity);
    for (const double value : solution.value) EXPECT_TRUE(std::isnan(value)) << "never a silent 0";
  }
}

std::string refusal_of(const Solver& solver, const SparseMdp& mdp, const Objective& objective,
                       double tolerance = 1e-6) {
  return refusal([&] { solve(solver, mdp, objective, tolerance); });
}

/// States 0 ... 2n. From n to n - 1 with probability p, else to n + 1; from there outwards or back to n.
SparseMdp haddad_monmege(State n, double p) {
  std::vector<std::vector<Row>> states(static_cast<std::size_t>(2 * n) + 1);
  states[n] = {{{{n - 1, p}, {n + 1, 1 - p}}}};
  for (State x = 1; x < n; ++x) {
    states[x] = {{{{x - 1, 0.5}, {n, 0.5}}}};
    states[2 * n - x] = {{{{2 * n - x + 1, 0.5}, {n, 0.5}}}};
  }
  return process(states);
}

TEST(HaddadMonmege, is_met_at_1e_6_where_naive_stopping_answers_0) {
  const Objective objective = towards(ObjectiveKind::reach_probability, Sense::max, 41, {0});
  const Solution solution = solve(with_policy_iteration, haddad_monmege(20, 0.7), objective, 1e-6).solution;
  EXPECT_EQ(solution.status, SolveStatus::converged);
  EXPECT_NEAR(solution.value[20], 0.7, 1e-6);
  EXPECT_LE(solution.error_bound, 1e-6);
}

TEST(HaddadMonmege, at_1e_12_says_what_double_precision_reaches) {
  const Objective objective = towards(ObjectiveKind::reach_probability, Sense::max, 41, {0});
  for (const Solver& solver : {with_policy_iteration}) {
    const Solution solution = solve(solver, haddad_monmege(20, 0.7), objective, 1e-12).solution;
    EXPECT_EQ(solution.status, SolveStatus::precision_limit);
    EXPECT_LT(solution.error_bound, 5e-9);
    EXPECT_GT(solution.error_bound, 1e-11);
    EXPECT_LE(std::abs(solution.value[20] - 0.7), solution.error_bound);
  }
}

TEST(HaddadMonmege, stopped_early_is_never_taken_for_solved) {
  const Objective objective = towards(ObjectiveKind::reach_probability, Sense::max, 41, {0});
  for (const Solver& solver : {with_gauss_seidel, by_intervals, optimistically}) {
    const Solution solution = solve(solver, haddad_monmege(20, 0.7), objective, 1e-6, 1000).solution;
    EXPECT_EQ(solution.status, SolveStatus::max_sweeps);
    EXPECT_GT(solution.error_bound, 0.1);
    EXPECT_LE(solution.lower[20], 0.7);
    EXPECT_GE(solution.upper[20], 0.7);
    EXPECT_LE(std::abs(solution.value[20] - 0.7), solution.error_bound);
  }
}

TEST(HaddadMonmege, is_met_by_all_methods_where_it_is_smaller) {
  const SparseMdp mdp = haddad_monmege(10, 0.7);
  const Objective reach = towards(ObjectiveKind::reach_probability, Sense::min, 21, {0});
  const Objective steps = towards(ObjectiveKind::expected_steps, Sense::max, 21, {0, 20});
  for (const Solver& solver : all_solvers) {
    const Solution probability = solve(solver, mdp, reach, 1e-9).solution;
    EXPECT_EQ(probability.status, SolveStatus::converged);
    EXPECT_NEAR(probability.value[10], 0.7, 1e-9);
    const Solution expected = solve(solver, mdp, steps, 1e-6).solution;
    EXPECT_EQ(expected.status, SolveStatus::converged);
    EXPECT_NEAR(expected.value[10], 3 * std::pow(2, 9) - 2, 1e-6);
  }
}

TEST(HaddadMonmege, expected_steps_of_a_million_and_a_half) {
  const Objective steps = towards(ObjectiveKind::expected_steps, Sense::max, 41, {0, 40});
  const Solution solution = solve(with_policy_iteration, haddad_monmege(20, 0.7), steps, 1e-2).solution;
  EXPECT_EQ(solution.status, SolveStatus::converged);
  EXPECT_NEAR(solution.value[20], 3 * std::pow(2, 19) - 2, 1e-2);
}

TEST(HaddadMonmege, without_a_proof_nothing_is_told) {
  // States far from the middle come there soon, but the way to an end takes 2^60 steps.
  const Method by_programming = [](const BellmanEquation& equation, double target, std::vector<double>& v,
                                   Effort& effort) { return linear_programming(equation, {}, target, v, effort); };
  const SparseMdp mdp = haddad_monmege(60, 0.7);
  for (const Solver& solver : {with_policy_iteration, certified(by_programming)}) {
    for (const bool counts_steps : {false, true}) {
      const Objective objective = counts_steps ? towards(ObjectiveKind::expected_steps, Sense::max, 121, {0, 120})
                                               : towards(ObjectiveKind::reach_probability, Sense::max, 121, {0});
      const auto [solution, policy] = solve(solver, mdp, objective, 1e-6);
      EXPECT_EQ(solution.status, SolveStatus::not_certified);
      EXPECT_EQ(solution.error_bound, infinity);
      EXPECT_TRUE(std::isnan(solution.value[60]));
      EXPECT_EQ(solution.value[0], counts_steps ? 0 : 1) << "known from the graph";
      EXPECT_EQ(solution.lower[60], counts_steps ? -infinity : 0);
      EXPECT_EQ(solution.upper[60], counts_steps ? infinity : 1);
      EXPECT_TRUE(policy.empty());
    }
  }
}

TEST(GamblersRuin, has_the_values_of_the_formula) {
  const State goal = 50;
  for (const double p : {0.4, 0.5, 0.55}) {
    std::vector<std::vector<Row>> states(static_cast<std::size_t>(goal) + 1);
    std::vector<double> probability;
    std::vector<double> steps;
    const double ratio = (1 - p) / p;
    for (State x = 0; x <= goal; ++x) {
      if (x > 0 && x < goal) states[x] = {{{{x + 1, p}, {x - 1, 1 - p}}}};
      const double i = x;
      const double reach = p == 0.5 ? i / goal : (1 - std::pow(ratio, i)) / (1 - std::pow(ratio, goal));
      probability.push_back(reach);
      steps.push_back(p == 0.5 ? i * (goal - i) : (i - goal * reach) / (1 - 2 * p));
    }
    expect_answer(process(states), towards(ObjectiveKind::reach_probability, Sense::max, goal + 1, {goal}),
                  probability);
    const Objective duration = towards(ObjectiveKind::expected_steps, Sense::min, goal + 1, {0, goal});
    for (const Solver& solver : all_solvers) {
      const Solution solution = solve(solver, process(states), duration, 1e-6).solution;
      EXPECT_EQ(solution.status, SolveStatus::converged);
      for (State x = 0; x <= goal; ++x) EXPECT_NEAR(solution.value[x], steps[x], 1.01e-6);
    }
  }
}

TEST(Traps, a_loop_without_reward_does_not_avoid_the_price_of_the_way_out) {
  const SparseMdp mdp = process({{{{{1, 1}}}, {{{2, 1}}, 5}}, {{{{0, 1}}}, {{{2, 1}}, 4}}, {}});
  expect_answer(mdp, towards(ObjectiveKind::reach_reward, Sense::min, 3, {2}), {4, 4, 0}, {0, 1, -1});
}

TEST(Traps, a_loop_that_can_be_gone_round_for_ever_does_not_raise_a_probability) {
  const SparseMdp mdp = process({{{{{1, 1}}}, {{{2, 0.25}, {3, 0.75}}}}, {{{{0, 1}}}, {{{2, 0.5}, {3, 0.5}}}}, {}, {}});
  expect_answer(mdp, towards(ObjectiveKind::reach_probability, Sense::max, 4, {2}), {0.5, 0.5, 1, 0}, {0, 1, -1, -1});
  expect_answer(mdp, towards(ObjectiveKind::reach_probability, Sense::min, 4, {2}), {0, 0, 1, 0});
}

TEST(Traps, negative_rewards_are_not_answered_by_0) {
  const SparseMdp chain = process({{{{{0, 0.5}, {1, 0.5}}, -1}}, {}});
  for (const Sense sense : {Sense::max, Sense::min}) {
    expect_answer(chain, towards(ObjectiveKind::reach_reward, sense, 2, {1}), {-2, 0});
    expect_answer(chain, {ObjectiveKind::total_reward, sense}, {-2, 0});
  }
  const SparseMdp loop = process({{{{{0, 1}}, -1}, {{{1, 1}}}}, {}}, {0, 7});
  expect_answer(loop, towards(ObjectiveKind::reach_reward, Sense::min, 2, {1}), {-infinity, 7});
  expect_answer(loop, towards(ObjectiveKind::reach_reward, Sense::max, 2, {1}), {infinity, 7});
  expect_answer(loop, {ObjectiveKind::total_reward, Sense::min}, {-infinity, 7});
  expect_answer(loop, {ObjectiveKind::total_reward, Sense::max}, {7, 7}, {1, -1});
}

TEST(Traps, rewards_of_both_signs_on_the_way_are_fine) {
  const SparseMdp mdp = process({{{{{1, 1}}, 4}, {{{2, 1}}, -1}}, {{{{2, 0.5}, {1, 0.5}}, -2}}, {}}, {0, 0, 10});
  expect_answer(mdp, {ObjectiveKind::total_reward, Sense::max}, {10, 6, 10}, {0, 0, -1});
  expect_answer(mdp, {ObjectiveKind::total_reward, Sense::min}, {9, 6, 10}, {1, 0, -1});
  expect_answer(mdp, towards(ObjectiveKind::reach_reward, Sense::min, 3, {2}), {9, 6, 10}, {1, 0, -1});
  // A gain on the way to a loop that costs.
  const SparseMdp loop = process({{{{{1, 1}}, -3}}, {{{{1, 1}}, 1}, {{{2, 1}}, 2}}, {}});
  expect_answer(loop, towards(ObjectiveKind::reach_reward, Sense::min, 3, {2}), {-1, 2, 0}, {0, 1, -1});
}

TEST(Traps, rewards_of_both_signs_in_an_end_component_are_not_certified) {
  const SparseMdp mdp = process({{{{{1, 1}}, 1}, {{{2, 1}}}}, {{{{0, 1}}, -1}}, {}});
  const std::string message = "rewards of both signs in the end component of state 1";
  expect_doubt(mdp, towards(ObjectiveKind::reach_reward, Sense::min, 3, {2}), message);
  expect_doubt(mdp, {ObjectiveKind::total_reward, Sense::max}, message);
  const SparseMdp torn = process({{{{{1, 0.5}, {2, 0.5}}}}, {{{{1, 1}}, 1}}, {{{{2, 1}}, -1}}});
  expect_doubt(torn, {ObjectiveKind::total_reward, Sense::max},
               "state 0 cannot avoid an infinite loss, and can gain without end");
}

TEST(Traps, what_may_miss_the_target_costs_infinitely_much) {
  const SparseMdp mdp = process({{{{{1, 0.5}, {2, 0.5}}, 1}, {{{1, 1}}, 8}}, {}, {}, {{{{3, 1}}}}, {{{{0, 1}}, 1}}});
  expect_answer(mdp, towards(ObjectiveKind::reach_reward, Sense::min, 5, {1}), {8, 0, infinity, infinity, 9},
                {1, -1, -1, 0, 0});
  expect_answer(mdp, towards(ObjectiveKind::reach_reward, Sense::max, 5, {1}),
                {infinity, 0, infinity, infinity, infinity});
  expect_answer(mdp, towards(ObjectiveKind::expected_steps, Sense::min, 5, {1}), {1, 0, infinity, infinity, 2});
}

TEST(Traps, staying_for_ever_without_reward_is_a_way_to_end) {
  const SparseMdp mdp = process({{{{{0, 1}}}, {{{1, 1}}, -2}, {{{1, 1}}, 2}}, {}}, {0, 1});
  expect_answer(mdp, {ObjectiveKind::total_reward, Sense::max}, {3, 1}, {2, -1});
  expect_answer(mdp, {ObjectiveKind::total_reward, Sense::min}, {-1, 1}, {1, -1});
  const SparseMdp costly = process({{{{{0, 1}}}, {{{1, 1}}, 2}}, {{{{0, 0.5}, {1, 0.5}}, 3}}});
  expect_answer(costly, {ObjectiveKind::total_reward, Sense::max}, {infinity, infinity}, {1, 0});
  expect_answer(costly, {ObjectiveKind::total_reward, Sense::min}, {0, 6}, {0, 0});
}

TEST(Traps, where_all_values_are_known_nothing_is_left_to_solve) {
  const SparseMdp mdp = process({{{{{1, 1}}}}, {}, {{{{2, 1}}}}});
  expect_answer(mdp, towards(ObjectiveKind::reach_probability, Sense::max, 3, {1}), {1, 1, 0});
  expect_answer(process({}), {ObjectiveKind::total_reward, Sense::max}, {});
  expect_answer(process({{}}, {4}), {ObjectiveKind::total_reward, Sense::max}, {4});
}

TEST(Traps, ties_are_no_obstacle) {
  // Two ways of the same worth, one of them long.
  const SparseMdp mdp = process({{{{{1, 1}}, 1}, {{{2, 0.125}, {0, 0.875}}, 0.25}}, {{{{2, 1}}, 1}}, {}});
  for (const Sense sense : {Sense::max, Sense::min}) {
    expect_answer(mdp, towards(ObjectiveKind::reach_reward, sense, 3, {2}), {2, 1, 0});
  }
}

TEST(Traps, a_target_with_actions_ends_the_play) {
  const SparseMdp mdp = process({{{{{1, 1}}, 2}}, {{{{0, 1}}, 100}}, {}}, {0, 0, 50});
  expect_answer(mdp, towards(ObjectiveKind::reach_reward, Sense::max, 3, {1, 2}), {2, 0, 50});
  expect_answer(mdp, towards(ObjectiveKind::expected_steps, Sense::max, 3, {1, 2}), {1, 0, 0});
}

TEST(Traps, huge_tolerances_and_tiny_ones) {
  const SparseMdp mdp = haddad_monmege(5, 0.3);
  const Objective objective = towards(ObjectiveKind::reach_probability, Sense::max, 11, {0});
  for (const Solver& solver : all_solvers) {
    const Solution coarse = solve(solver, mdp, objective, 10).solution;
    EXPECT_EQ(coarse.status, SolveStatus::converged);
    EXPECT_LE(coarse.lower[5], 0.3);
    EXPECT_GE(coarse.upper[5], 0.3);
    const Solution fine = solve(solver, mdp, objective, 1e-300).solution;
    EXPECT_EQ(fine.status, SolveStatus::precision_limit);
    EXPECT_LT(fine.error_bound, 1e-12);
    EXPECT_NEAR(fine.value[5], 0.3, fine.error_bound);
  }
}

TEST(Traps, methods_that_improve_policies_do_not_begin_with_one_that_hardly_ever_ends) {
  // A walk to state 0 or away from it: under the first actions it takes 19^40 steps.
  const State n = 40;
  std::vector<std::vector<Row>> states(1);
  for (State s = 1; s < n; ++s) {
    const State away = std::min(s + 1, n - 1);
    states.push_back({{{{s - 1, 0.05}, {away, 0.95}}, 0}, {{{s - 1, 0.95}, {away, 0.05}}, 0}});
  }
  const SparseMdp mdp = process(states);
  const Objective objective = towards(ObjectiveKind::expected_steps, Sense::min, n, {0});
  for (const Solver& solver : {with_policy_iteration, with_krylov, with_gauss_seidel}) {
    const auto [solution, policy] = solve(solver, mdp, objective, 1e-9);
    EXPECT_EQ(solution.status, SolveStatus::converged);
    EXPECT_NEAR(solution.value[1], 1 / 0.9, 1e-8);  // but for the far end a free walk of drift 0.9
    EXPECT_EQ(policy, [] {
      std::vector<Action> towards_the_end(n, 1);
      towards_the_end[0] = -1;
      return towards_the_end;
    }());
  }
}

TEST(Traps, asked_to_stop_they_stop) {
  std::stop_source source;
  source.request_stop();
  const Objective objective = towards(ObjectiveKind::reach_probability, Sense::max, 41, {0});
  for (const Solver& solver : {with_gauss_seidel, by_intervals, optimistically}) {
    Effort effort;
    effort.stop = source.get_token();
    const Solution solution = solver(haddad_monmege(20, 0.7), objective, 1e-6, effort).solution;
    EXPECT_EQ(solution.status, SolveStatus::stopped);
    EXPECT_LE(solution.sweeps(), 2);
    EXPECT_LE(solution.lower[20], 0.7);
    EXPECT_GE(solution.upper[20], 0.7);
  }
}

TEST(Refusals, name_the_reason) {
  const SparseMdp chain = process({{{{{1, 1}}}}, {}});
  for (const Solver& solver : all_solvers) {
    EXPECT_EQ(refusal_of(solver, chain, {ObjectiveKind::discounted, Sense::max, 0.9}),
              "neither discounted nor average rewards can be reduced");
    EXPECT_EQ(refusal_of(solver, chain, {ObjectiveKind::average_reward, Sense::max}),
              "neither discounted nor average rewards can be reduced");
    EXPECT_EQ(refusal_of(solver, chain, {ObjectiveKind::reach_reward, Sense::max}), "a target for 0 states of 2");
    EXPECT_EQ(refusal_of(solver, chain, {ObjectiveKind::total_reward, Sense::max}, 0), "tolerance 0");
    EXPECT_EQ(refusal_of(solver, chain, {ObjectiveKind::total_reward, Sense::max}, std::nan("")), "tolerance nan");
  }
}

TEST(Games, with_end_components_are_refused_or_deflated) {
  // The maximiser may go round with the minimiser, or leave for 1/2; the minimiser's own way out is worth 3/4.
  const Row half{{{2, 0.5}, {3, 0.5}}};
  const Row most{{{2, 0.75}, {3, 0.25}}};
  const SparseMdp game =
      process({{{{{1, 1}}}, half}, {{{{0, 1}}}, most}, {}, {}}, {}, {Sense::max, Sense::min, Sense::max, Sense::max});
  const Objective reach = towards(ObjectiveKind::reach_probability, Sense::max, 4, {2});
  EXPECT_EQ(refusal_of(with_gauss_seidel, game, reach),
            "a game with end components: only interval iteration and optimistic value iteration solve it");
  for (const Solver& solver : {by_intervals, optimistically}) {
    const auto [solution, policy] = solve(solver, game, reach, 1e-9);
    EXPECT_EQ(solution.status, SolveStatus::converged);
    EXPECT_NEAR(solution.value[0], 0.5, 1e-9);
    EXPECT_NEAR(solution.value[1], 0.5, 1e-9);
    EXPECT_EQ(policy, (std::vector<Action>{1, 0, -1, -1}));
  }
  EXPECT_EQ(refusal_of(by_intervals, game, {ObjectiveKind::total_reward, Sense::max}),
            "total reward of a game that may go on for ever");
}

TEST(Games, the_minimiser_pays_for_the_way_out_of_a_free_loop) {
  const SparseMdp game =
      process({{{{{1, 1}}}, {{{2, 1}}, 5}}, {{{{0, 1}}}}, {}}, {}, {Sense::min, Sense::max, Sense::max});
  const Objective objective = towards(ObjectiveKind::reach_reward, Sense::min, 3, {2});
  const auto [solution, policy] = solve(by_intervals, game, objective, 1e-9);
  EXPECT_EQ(solution.status, SolveStatus::converged);
  EXPECT_NEAR(solution.value[0], 5, 1e-9);
  EXPECT_NEAR(solution.value[1], 5, 1e-9);
  EXPECT_EQ(policy[0], 1);
  EXPECT_EQ(refusal_of(optimistically, game, objective),
            "rewards in a game with end components: only interval iteration solves it");
}

TEST(BoundingMethods, do_not_depend_on_the_order_of_the_blocks) {
  std::mt19937_64 random(5);
  const State n = 5'000;  // more than one block
  SparseMdpBuilder builder(n);
  for (State s = 0; s < n; ++s) {
    for (Action a = 0; a < 2 && s > 1; ++a) {
      builder.add_transition(static_cast<State>(random() % static_cast<std::uint64_t>(n)), 0.25, 0);
      builder.add_transition(static_cast<State>(random() % static_cast<std::uint64_t>(s)), 0.75, 0);
      builder.end_action();
    }
    if (s > 1 && s + 1 < n && s % 10 < 2) {  // end components of two states
      builder.add_transition(s % 10 == 0 ? s + 1 : s - 1, 1, 0);
      builder.end_action();
    }
    builder.end_state(0, s % 3 == 0 ? Sense::min : Sense::max);
  }
  const SparseMdp game = std::move(builder).finish();
  const Objective objective = towards(ObjectiveKind::reach_probability, Sense::max, n, {0});
  reference::ReverseExecutor backward;
  Effort effort[4];
  const auto intervals = solve_interval_iteration(game, objective, 1e-3, effort[0]);
  const auto intervals_backward = solve_interval_iteration(game, objective, 1e-3, effort[1], backward);
  const auto optimistic = solve_optimistic_value_iteration(game, objective, 1e-3, effort[2]);
  const auto optimistic_backward = solve_optimistic_value_iteration(game, objective, 1e-3, effort[3], backward);
  EXPECT_EQ(intervals.solution.status, SolveStatus::converged);
  EXPECT_EQ(optimistic.solution.status, SolveStatus::converged);
  EXPECT_EQ(intervals.solution.value, intervals_backward.solution.value);
  EXPECT_EQ(optimistic.solution.value, optimistic_backward.solution.value);
  EXPECT_EQ(intervals.policy, intervals_backward.policy);
  EXPECT_NEAR(intervals.solution.value[n / 2], optimistic.solution.value[n / 2], 2e-3);
}

}  // namespace
}  // namespace aleator
