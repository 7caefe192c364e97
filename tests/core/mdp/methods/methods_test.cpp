// What every method must do, whichever it is: the distance to the optimum, ties, signs, statuses, threads.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "core/mdp/methods/discounted.hpp"
#include "core/mdp/methods/gauss_seidel.hpp"
#include "core/mdp/methods/krylov_policy_iteration.hpp"
#include "core/mdp/methods/modified_policy_iteration.hpp"
#include "core/mdp/methods/policy_iteration.hpp"
#include "core/mdp/methods/strategy_iteration.hpp"
#include "core/mdp/methods/value_iteration.hpp"
#include "tests/core/mdp/methods/reference.hpp"

namespace aleator {
namespace {

using reference::RandomProcess;

/// As far from serial as one thread can be: every block in reverse order.
struct ReverseExecutor {
  template <class F>
  void for_blocks(std::size_t n, F&& f) {
    while (n-- > 0) f(n);
  }
  template <class T, class F, class Merge>
  T reduce_blocks(std::size_t n, T total, F&& f, Merge&& merge) {
    std::vector<T> parts(n, total);
    for_blocks(n, [&](std::size_t i) { parts[i] = f(i); });
    for (T& part : parts) merge(total, std::move(part));
    return total;
  }
};
static_assert(Executor<ReverseExecutor>);

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
  for (int i = 0; i < 1500; ++i) {
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
  for (int i = 0; i < 1000; ++i) {
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

}  // namespace
}  // namespace aleator
