// Every method that solves an equation, with each of the options that change how it works.
#pragma once

#include <string>
#include <vector>

#include "core/mdp/methods/gauss_seidel.hpp"
#include "core/mdp/methods/krylov_policy_iteration.hpp"
#include "core/mdp/methods/linear_programming.hpp"
#include "core/mdp/methods/modified_policy_iteration.hpp"
#include "core/mdp/methods/policy_iteration.hpp"
#include "core/mdp/methods/prioritized_sweeping.hpp"
#include "core/mdp/methods/strategy_iteration.hpp"
#include "core/mdp/methods/topological.hpp"
#include "core/mdp/methods/value_iteration.hpp"
#include "core/text.hpp"

namespace aleator {

struct NamedMethod {
  std::string name;
  Method method;
  bool takes_games;
  bool sweeps_in_blocks;
};

/// Gauss-Seidel in every order, with over- and underrelaxation.
template <Executor E>
std::vector<NamedMethod> gauss_seidel_methods(E& executor, State block_states) {
  std::vector<NamedMethod> all;
  for (const SweepOrder order : {SweepOrder::forward, SweepOrder::backward, SweepOrder::symmetric, SweepOrder::graph}) {
    for (const double relaxation : {1.0, 0.7, 1.002}) {
      const GaussSeidelOptions options{order, relaxation, block_states};
      all.push_back({text("gauss-seidel, order ", static_cast<int>(order), ", relaxation ", relaxation),
                     [&executor, options](const auto& e, double target, auto& v, Effort& effort) {
                       return gauss_seidel(e, options, target, v, effort, executor);
                     },
                     true, true});
    }
  }
  return all;
}

template <Executor E>
std::vector<NamedMethod> krylov_methods(E& executor) {
  std::vector<NamedMethod> all;
  for (const KrylovSolver solver : {KrylovSolver::gmres, KrylovSolver::bicgstab}) {
    const char* names[] = {"", ", jacobi", ", gauss-seidel"};
    for (const Preconditioner preconditioner :
         {Preconditioner::none, Preconditioner::jacobi, Preconditioner::gauss_seidel}) {
      KrylovPolicyIterationOptions options{solver, preconditioner};
      options.restart = 5;
      all.push_back(
          {text(solver == KrylovSolver::gmres ? "gmres" : "bicgstab", names[static_cast<std::size_t>(preconditioner)]),
           [&executor, options](const auto& e, double target, auto& v, Effort& effort) {
             return krylov_policy_iteration(e, options, target, v, effort, executor);
           },
           false, true});
    }
  }
  return all;
}

template <Executor E>
std::vector<NamedMethod> modified_policy_iteration_methods(E& executor) {
  std::vector<NamedMethod> all;
  for (const std::int64_t sweeps : {0, 1, 20}) {
    all.push_back({text("modified-policy-iteration, ", sweeps, " sweeps"),
                   [&executor, sweeps](const auto& e, double target, auto& v, Effort& effort) {
                     return modified_policy_iteration(e, {sweeps}, target, v, effort, executor);
                   },
                   false, true});
  }
  return all;
}

inline std::vector<NamedMethod> methods_on_one_thread() {
  return {
      {"policy-iteration",
       [](const auto& e, double target, auto& v, Effort& effort) { return policy_iteration(e, {}, target, v, effort); },
       false, false},
      {"strategy-iteration",
       [](const auto& e, double target, auto& v, Effort& effort) {
         return strategy_iteration(e, {}, target, v, effort);
       },
       true, false},
      {"topological", topological_value_iteration, true, false},
      {"prioritized-sweeping", prioritized_sweeping, true, false},
      {"linear-programming",
       [](const auto& e, double target, auto& v, Effort& effort) {
         return linear_programming(e, {}, target, v, effort);
       },
       false, false},
  };
}

template <Executor E>
std::vector<NamedMethod> all_methods(E& executor, State block_states = 4096) {
  std::vector<NamedMethod> all = {{"value-iteration",
                                   [&executor](const auto& e, double target, auto& v, Effort& effort) {
                                     return value_iteration(e, target, v, effort, executor);
                                   },
                                   true, true}};
  for (const auto& some : {gauss_seidel_methods(executor, block_states), modified_policy_iteration_methods(executor),
                           krylov_methods(executor), methods_on_one_thread()}) {
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace aleator
