#include "core/mdp/methods/krylov_policy_iteration.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "tests/core/mdp/methods/certified.hpp"
#include "tests/core/mdp/reference/random_process.hpp"

namespace aleator {
namespace {

/// The most sweeps that garnets of 15 states without an end take.
std::int64_t most_sweeps(const KrylovPolicyIterationOptions& options) {
  std::mt19937_64 random(1);
  SerialExecutor executor;
  const Method method = [&](const BellmanEquation& equation, double target, std::vector<double>& v, Effort& effort) {
    return krylov_policy_iteration(equation, options, target, v, effort, executor);
  };
  std::int64_t most = 0;
  for (int i = 0; i < 200; ++i) {
    const Solution solution = certified({reference::garnet(random, {15, false, false}), 0.9999}, 1e-4, method);
    EXPECT_EQ(solution.status, SolveStatus::converged) << "process " << i;
    most = std::max(most, solution.sweeps());
  }
  return most;
}

TEST(KrylovPolicyIteration, needs_few_policies_where_the_solver_takes_a_worse_answer_for_a_better_one) {
  // A loop of probability near 1 makes its state weigh 10,000 times as much in the scaled residual as in the other.
  EXPECT_LE(most_sweeps({KrylovSolver::gmres}), 100);
  EXPECT_LE(most_sweeps({KrylovSolver::bicgstab}), 100);
}

TEST(KrylovPolicyIteration, needs_few_policies_where_gmres_stagnates) {
  for (const Preconditioner preconditioner :
       {Preconditioner::none, Preconditioner::jacobi, Preconditioner::gauss_seidel}) {
    EXPECT_LE(most_sweeps({KrylovSolver::gmres, preconditioner, 5}), 100);
    EXPECT_LE(most_sweeps({KrylovSolver::gmres, preconditioner, 1}), 100);
  }
}

}  // namespace
}  // namespace aleator
