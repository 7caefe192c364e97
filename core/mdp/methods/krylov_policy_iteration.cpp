#include "core/mdp/methods/krylov_policy_iteration.hpp"

#include <Eigen/Core>
#include <Eigen/IterativeLinearSolvers>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <unsupported/Eigen/IterativeSolvers>

#include "core/mdp/methods/policy_sweep.hpp"
#include "core/text.hpp"

namespace aleator {
namespace {
class PolicyMatrix;
}  // namespace
}  // namespace aleator

namespace Eigen::internal {
template <>
struct traits<aleator::PolicyMatrix> : traits<SparseMatrix<double>> {};
}  // namespace Eigen::internal

namespace aleator {
namespace {

/// I - discount P of a policy, the identity in states without actions; only its products exist.
class PolicyMatrix : public Eigen::EigenBase<PolicyMatrix> {
 public:
  using Scalar = double;
  using RealScalar = double;
  using StorageIndex = int;
  enum { ColsAtCompileTime = Eigen::Dynamic, MaxColsAtCompileTime = Eigen::Dynamic, IsRowMajor = false };

  PolicyMatrix(const BellmanEquation& equation, const detail::PolicyRows& policy, AnyExecutor& executor)
      : equation_(equation), policy_(policy), executor_(executor) {}

  Eigen::Index rows() const { return equation_.mdp.num_states(); }
  Eigen::Index cols() const { return rows(); }
  std::int64_t products() const noexcept { return products_; }

  template <class Rhs>
  Eigen::Product<PolicyMatrix, Rhs, Eigen::AliasFreeProduct> operator*(const Eigen::MatrixBase<Rhs>& x) const {
    return {*this, x.derived()};
  }

  /// y += scale * (I - discount P) x
  void add_product(std::span<const double> x, double scale, double* y) const {
    const SparseMdp& mdp = equation_.mdp;
    ++products_;
    executor_.for_blocks(detail::num_blocks(mdp.num_states()), [&](std::size_t block) {
      const auto [begin, end] = detail::block_range(block, mdp.num_states());
      for (State s = begin; s < end; ++s) {
        double product = x[s];
        if (mdp.num_actions(s) > 0) {
          const std::int64_t row = policy_[s];
          product -= equation_.discount * expected_value(mdp, mdp.row_begin[row], mdp.row_begin[row + 1], x);
        }
        y[s] += scale * product;
      }
    });
  }

  double diagonal(State s) const noexcept {
    const SparseMdp& mdp = equation_.mdp;
    double stays = 0;
    if (mdp.num_actions(s) == 0) return 1;
    for (std::int64_t i = mdp.row_begin[policy_[s]]; i < mdp.row_begin[policy_[s] + 1]; ++i) {
      if (mdp.next_state[i] == s) stays += mdp.probability[i];
    }
    return 1 - equation_.discount * stays;
  }

 private:
  const BellmanEquation& equation_;
  const detail::PolicyRows& policy_;
  AnyExecutor& executor_;
  mutable std::int64_t products_ = 0;
};

/// Divides by the diagonal, or by nothing.
class Diagonal {
 public:
  void choose(Preconditioner kind) noexcept { kind_ = kind; }

  template <class Matrix>
  Diagonal& analyzePattern(const Matrix&) {
    return *this;
  }
  template <class Matrix>
  Diagonal& factorize(const Matrix& matrix) {
    return compute(matrix);
  }
  template <class Matrix>
  Diagonal& compute(const Matrix& matrix) {
    inverse_ = Eigen::VectorXd::Ones(matrix.rows());
    if (kind_ == Preconditioner::none) return *this;
    for (Eigen::Index s = 0; s < inverse_.size(); ++s) {
      const double diagonal = matrix.diagonal(static_cast<State>(s));
      if (diagonal > 0) inverse_[s] = 1 / diagonal;
    }
    return *this;
  }
  template <class Rhs>
  auto solve(const Eigen::MatrixBase<Rhs>& x) const {
    return inverse_.cwiseProduct(x.derived());
  }
  Eigen::ComputationInfo info() const noexcept { return Eigen::Success; }

 private:
  Preconditioner kind_ = Preconditioner::none;
  Eigen::VectorXd inverse_;
};

}  // namespace
}  // namespace aleator

namespace Eigen::internal {

template <class Rhs>
struct generic_product_impl<aleator::PolicyMatrix, Rhs, SparseShape, DenseShape, GemvProduct>
    : generic_product_impl_base<
          aleator::PolicyMatrix, Rhs,
          generic_product_impl<aleator::PolicyMatrix, Rhs, SparseShape, DenseShape, GemvProduct>> {
  template <class Dest>
  static void scaleAndAddTo(Dest& y, const aleator::PolicyMatrix& matrix, const Rhs& rhs, double scale) {
    const Ref<const VectorXd> x = rhs;
    matrix.add_product({x.data(), static_cast<std::size_t>(x.size())}, scale, y.data());
  }
};

}  // namespace Eigen::internal

namespace aleator {
namespace {

/// d with (I - discount P) d = r; meaningless numbers if the solver breaks down.
template <class Solver>
Eigen::VectorXd solved(Solver& solver, const PolicyMatrix& matrix, const Eigen::VectorXd& r, double forcing,
                       const KrylovPolicyIterationOptions& options) {
  solver.preconditioner().choose(options.preconditioner);
  solver.setTolerance(forcing);
  solver.setMaxIterations(options.max_inner_steps);
  solver.compute(matrix);
  return solver.solve(r);
}

Eigen::VectorXd correction(const PolicyMatrix& matrix, const Eigen::VectorXd& r, double forcing,
                           const KrylovPolicyIterationOptions& options) {
  if (options.solver == KrylovSolver::bicgstab) {
    Eigen::BiCGSTAB<PolicyMatrix, Diagonal> solver;
    return solved(solver, matrix, r, forcing, options);
  }
  Eigen::GMRES<PolicyMatrix, Diagonal> solver;
  solver.set_restart(options.restart);
  return solved(solver, matrix, r, forcing, options);
}

void check(const KrylovPolicyIterationOptions& options) {
  const auto& [solver, preconditioner, restart, forcing, steps] = options;
  if (!(forcing > 0 && forcing < 1)) throw std::invalid_argument(text("forcing ", forcing, " is not in (0, 1)"));
  if (restart < 1) throw std::invalid_argument(text("restart ", restart));
  if (steps < 1) throw std::invalid_argument(text("max_inner_steps ", steps));
}

/// Takes v nearer to the value of the policy. @return transitions read
std::int64_t evaluate(const BellmanEquation& equation, const detail::PolicyRows& policy, double forcing,
                      const KrylovPolicyIterationOptions& options, std::vector<double>& v, std::vector<double>& spare,
                      AnyExecutor& executor) {
  const auto size = static_cast<Eigen::Index>(v.size());
  Eigen::Map<Eigen::VectorXd> now(v.data(), size);
  Eigen::Map<Eigen::VectorXd> swept(spare.data(), size);
  detail::policy_sweep(equation, policy, v, spare, executor);
  const Eigen::VectorXd residual = swept - now;
  const PolicyMatrix matrix(equation, policy, executor);
  const Eigen::VectorXd before = swept;
  now += correction(matrix, residual, forcing, options);
  detail::policy_sweep(equation, policy, v, spare, executor);
  std::int64_t sweeps = 2 + matrix.products();
  if (!((swept - now).lpNorm<Eigen::Infinity>() <= residual.lpNorm<Eigen::Infinity>())) {
    // The solver stagnated or broke down: sweeps contract all the same.
    swept = before;
    for (int k = 0; k < options.restart; ++k, ++sweeps) {
      v.swap(spare);
      detail::policy_sweep(equation, policy, v, spare, executor);
    }
  }
  v.swap(spare);
  return sweeps * detail::policy_transitions(equation.mdp, policy);
}

}  // namespace

SolveStatus krylov_policy_iteration(const BellmanEquation& equation, const KrylovPolicyIterationOptions& options,
                                    double target, std::vector<double>& value, Effort& effort, AnyExecutor executor) {
  check(options);
  double forcing = options.forcing;
  const auto follow = [&](const detail::PolicyRows& policy, std::vector<double>& spare, std::vector<double>& v,
                          const Progress& progress) {
    if (progress.sweeps_without_gain() % 10 == 9) forcing = std::max(0.1 * forcing, 1e-8);
    return evaluate(equation, policy, forcing, options, v, spare, executor);
  };
  return detail::iterate_policies(equation, "Krylov policy iteration", target, value, effort, executor, follow);
}

}  // namespace aleator
