#include "core/mdp/methods/krylov_policy_iteration.hpp"

#include <gtest/gtest.h>

#include <random>

#include "tests/core/mdp/methods/certified.hpp"
#include "tests/core/mdp/reference/random_process.hpp"

namespace aleator {
namespace {

TEST(KrylovPolicyIteration, needs_few_policies_where_the_solver_takes_a_worse_answer_for_a_better_one) {
  // A loop of probability near 1 makes its state weigh 10,000 times as much in the scaled residual as in the other.
  std::mt19937_64 random(1);
  SerialExecutor executor;
  for (const KrylovSolver solver : {KrylovSolver::gmres, KrylovSolver::bicgstab}) {
    const Method method = [&](const BellmanEquation& equation, double target, std::vector<double>& v, Effort& effort) {
      return krylov_policy_iteration(equation, {solver}, target, v, effort, executor);
    };
    for (int i = 0; i < 200; ++i) {
      const SparseMdp mdp = reference::garnet(random, {15, false, false});
      const Solution solution = certified({mdp, 0.9999}, 1e-4, method);
      ASSERT_EQ(solution.status, SolveStatus::converged) << "process " << i;
      ASSERT_LE(solution.sweeps(), 100) << "process " << i;
    }
  }
}

}  // namespace
}  // namespace aleator
