// Inexact policy iteration: each policy's linear system is solved by a Krylov method, as far as it is worth it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/executor.hpp"
#include "core/mdp/bellman.hpp"
#include "core/mdp/methods/any_executor.hpp"
#include "core/mdp/methods/method.hpp"

namespace aleator {

enum class KrylovSolver : std::uint8_t { gmres, bicgstab };
enum class Preconditioner : std::uint8_t {
  none,
  jacobi,        // the diagonal
  gauss_seidel,  // a sweep from 0, those states first that are nearest to the end; not parallel
  automatic      // gauss_seidel with a discount of 1, where the end may be many steps away, else jacobi
};

struct KrylovPolicyIterationOptions {
  KrylovSolver solver = KrylovSolver::gmres;
  Preconditioner preconditioner = Preconditioner::automatic;
  int restart = 30;           // GMRES: vectors kept; bytes = 8 |S| (restart + 1)
  double forcing = 0.1;       // in (0, 1): the linear residual is taken below forcing * Bellman residual (2-norms)
  int max_inner_steps = 300;  // of the Krylov method for one policy
};

/// Policy iteration where I - discount P of the greedy policy is solved for the correction by GMRES or BiCGSTAB,
/// without ever being stored: rows are read in place. Refuses games; takes a discount of 1 where every policy is
/// proper. Where the solver fails (GMRES that keeps few vectors may stagnate) the other one is tried, then sweeps;
/// and the forcing is tightened tenfold, towards exact policy iteration, as it is where ten policies bring no smaller
/// residual. Effort counts greedy sweeps; the products of the linear solver appear in
/// transitions_processed only.
/// @throws std::invalid_argument for a game, options out of range, and see Progress.
/// Source: Gargiani, Liao-McPherson, Zanelli and Lygeros, Inexact GMRES policy iteration for large-scale Markov
/// decision processes (2023).
SolveStatus krylov_policy_iteration(const BellmanEquation& equation, const KrylovPolicyIterationOptions& options,
                                    double target, std::vector<double>& value, Effort& effort, AnyExecutor executor);

template <Executor E>
SolveStatus krylov_policy_iteration(const BellmanEquation& equation, const KrylovPolicyIterationOptions& options,
                                    double target, std::vector<double>& value, Effort& effort, E& executor) {
  return krylov_policy_iteration(equation, options, target, value, effort, AnyExecutor(executor));
}

}  // namespace aleator
