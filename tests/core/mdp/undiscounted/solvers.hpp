// Every way to solve an undiscounted objective.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/mdp/undiscounted/certified.hpp"
#include "core/mdp/undiscounted/interval_iteration.hpp"
#include "core/mdp/undiscounted/optimistic_value_iteration.hpp"
#include "tests/core/mdp/methods/all_methods.hpp"

namespace aleator {

struct NamedSolver {
  std::string name;
  std::function<UndiscountedSolution(const SparseMdp&, const Objective&, double tolerance, Effort&)> solve;
  bool takes_games;
};

/// All methods with a proof afterwards, and those that move bounds.
template <Executor E>
std::vector<NamedSolver> undiscounted_solvers(E& executor) {
  std::vector<NamedSolver> all;
  for (const NamedMethod& named : all_methods(executor, 3)) {
    all.push_back(
        {named.name,
         [method = named.method](const SparseMdp& mdp, const Objective& objective, double tolerance, Effort& effort) {
           return solve_undiscounted(mdp, objective, tolerance, method, effort);
         },
         named.takes_games});
  }
  all.push_back({"interval-iteration",
                 [&](const SparseMdp& mdp, const Objective& objective, double tolerance, Effort& effort) {
                   return solve_interval_iteration(mdp, objective, tolerance, effort, executor);
                 },
                 true});
  all.push_back({"optimistic-value-iteration",
                 [&](const SparseMdp& mdp, const Objective& objective, double tolerance, Effort& effort) {
                   return solve_optimistic_value_iteration(mdp, objective, tolerance, effort, executor);
                 },
                 true});
  return all;
}

}  // namespace aleator
