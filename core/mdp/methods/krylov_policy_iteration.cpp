#include "core/mdp/methods/krylov_policy_iteration.hpp"

#include <Eigen/Core>
#include <Eigen/IterativeLinearSolvers>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <unsupported/Eigen/IterativeSolvers>

#include "core/mdp/graph/distance_to_end.hpp"
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

/// I - discount P of a chain, the identity in states without actions; only its products exist.
class PolicyMatrix : public Eigen::EigenBase<PolicyMatrix> {
 public:
  using Scalar = double;
  using RealScalar = double;
  using StorageIndex = int;
  enum { ColsAtCompileTime = Eigen::Dynamic, MaxColsAtCompileTime = Eigen::Dynamic, IsRowMajor = false };

  PolicyMatrix(const SparseMdp& chain, double discount, AnyExecutor& executor)
      : chain_(chain), discount_(discount), executor_(executor) {}

  Eigen::Index rows() const { return chain_.num_states(); }
  Eigen::Index cols() const { return rows(); }
  std::int64_t products() const noexcept { return products_; }

  template <class Rhs>
  Eigen::Product<PolicyMatrix, Rhs, Eigen::AliasFreeProduct> operator*(const Eigen::MatrixBase<Rhs>& x) const {
    return {*this, x.derived()};
  }

  /// y += scale * (I - discount P) x
  void add_product(std::span<const double> x, double scale, double* y) const {
    ++products_;
    executor_.for_blocks(detail::num_blocks(chain_.num_states()), [&](std::size_t block) {
      const auto [begin, end] = detail::block_range(block, chain_.num_states());
      for (State s = begin; s < end; ++s) y[s] += scale * (x[s] - discount_ * chain_expectation(s, x));
    });
  }

  /// One Gauss-Seidel sweep from 0 for (I - discount P) x = rhs, those states first that are nearest to the end: what
  /// comes next is nearly always known by then.
  /// @param inverse_diagonal  |S|
  Eigen::VectorXd solve_forwards(const Eigen::VectorXd& rhs, const Eigen::VectorXd& inverse_diagonal) const {
    ++products_;
    if (order_.empty()) order_ = nearest_end_first(chain_);
    Eigen::VectorXd x = Eigen::VectorXd::Zero(rhs.size());
    const std::span<const double> found(x.data(), static_cast<std::size_t>(x.size()));
    for (const State s : order_) x[s] = (rhs[s] + discount_ * chain_expectation(s, found)) * inverse_diagonal[s];
    return x;
  }

  double diagonal(State s) const noexcept {
    double stays = 0;
    for (std::int64_t i = transitions(s).begin; i < transitions(s).end; ++i) {
      if (chain_.next_state[i] == s) stays += chain_.probability[i];
    }
    return 1 - discount_ * stays;
  }

 private:
  struct Range {
    std::int64_t begin;
    std::int64_t end;
  };
  Range transitions(State s) const noexcept {
    return {chain_.row_begin[chain_.action_begin[s]], chain_.row_begin[chain_.action_begin[s + 1]]};
  }
  double chain_expectation(State s, std::span<const double> x) const noexcept {
    return expected_value(chain_, transitions(s).begin, transitions(s).end, x);
  }

  const SparseMdp& chain_;
  double discount_;
  AnyExecutor& executor_;
  mutable std::int64_t products_ = 0;
  mutable std::vector<State> order_;  // of solve_forwards
};

/// The rough inverse that each Krylov step is multiplied by.
class RoughInverse {
 public:
  void choose(Preconditioner kind) noexcept { kind_ = kind; }

  template <class Matrix>
  RoughInverse& analyzePattern(const Matrix&) {
    return *this;
  }
  template <class Matrix>
  RoughInverse& factorize(const Matrix& matrix) {
    return compute(matrix);
  }
  RoughInverse& compute(const PolicyMatrix& matrix) {
    matrix_ = &matrix;
    inverse_ = Eigen::VectorXd::Ones(matrix.rows());
    if (kind_ == Preconditioner::none) return *this;
    for (Eigen::Index s = 0; s < inverse_.size(); ++s) {
      const double diagonal = matrix.diagonal(static_cast<State>(s));
      if (diagonal > 0) inverse_[s] = 1 / diagonal;
    }
    return *this;
  }
  Eigen::VectorXd solve(const Eigen::VectorXd& x) const {
    if (kind_ == Preconditioner::gauss_seidel) return matrix_->solve_forwards(x, inverse_);
    return inverse_.cwiseProduct(x);
  }
  Eigen::ComputationInfo info() const noexcept { return Eigen::Success; }

 private:
  Preconditioner kind_ = Preconditioner::none;
  const PolicyMatrix* matrix_ = nullptr;
  Eigen::VectorXd inverse_;  // of the diagonal
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

Eigen::VectorXd correction(KrylovSolver kind, const PolicyMatrix& matrix, const Eigen::VectorXd& r, double forcing,
                           const KrylovPolicyIterationOptions& options) {
  if (kind == KrylovSolver::bicgstab) {
    Eigen::BiCGSTAB<PolicyMatrix, RoughInverse> solver;
    return solved(solver, matrix, r, forcing, options);
  }
  Eigen::GMRES<PolicyMatrix, RoughInverse> solver;
  solver.set_restart(options.restart);
  return solved(solver, matrix, r, forcing, options);
}

void check(const KrylovPolicyIterationOptions& options) {
  const auto& [solver, preconditioner, restart, forcing, steps] = options;
  if (!(forcing > 0 && forcing < 1)) throw std::invalid_argument(text("forcing ", forcing, " is not in (0, 1)"));
  if (restart < 1) throw std::invalid_argument(text("restart ", restart));
  if (steps < 1) throw std::invalid_argument(text("max_inner_steps ", steps));
}

KrylovPolicyIterationOptions choose_preconditioner(KrylovPolicyIterationOptions options, double discount) {
  if (options.preconditioner == Preconditioner::automatic) {
    options.preconditioner = discount == 1 ? Preconditioner::gauss_seidel : Preconditioner::jacobi;
  }
  return options;
}

/// The solvers' rounding reaches states that have no equation: what ends the process must stay as it is, or nothing
/// that is proved holds.
void put_fixed_values(const SparseMdp& chain, std::vector<double>& v) {
  for (State s = 0; s < chain.num_states(); ++s) {
    if (chain.num_actions(s) == 0) v[s] = chain.fixed_value[s];
  }
}

struct Evaluation {
  std::int64_t sweeps = 0;
  bool solver_failed = false;
};

/// Takes v nearer to the value of the chain: by the solver asked for, where that fails by the other one too, and where
/// neither comes any nearer by sweeps, which contract all the same.
Evaluation evaluate(const BellmanEquation& chain, double forcing, const KrylovPolicyIterationOptions& options,
                    std::vector<double>& v, std::vector<double>& spare, AnyExecutor& executor) {
  const auto size = static_cast<Eigen::Index>(v.size());
  Eigen::Map<Eigen::VectorXd> now(v.data(), size);
  Eigen::Map<Eigen::VectorXd> swept(spare.data(), size);
  const PolicyMatrix matrix(chain.mdp, chain.discount, executor);
  Evaluation evaluation;
  const auto sweep = [&] {
    ++evaluation.sweeps;
    return detail::sweep(chain, v, spare, executor).absolute();
  };
  /// @return what is left of the residual; all of it, and v as it was, if that is not `enough`
  const auto share_left = [&](KrylovSolver kind, double enough) {
    const Eigen::VectorXd residual = swept - now;
    const double largest = residual.lpNorm<Eigen::Infinity>();
    if (largest == 0) return 0.0;
    const Eigen::VectorXd before = swept;
    now += correction(kind, matrix, residual, forcing, options);
    put_fixed_values(chain.mdp, v);
    const double left = sweep() / largest;
    if (left <= enough && swept.allFinite()) return left;
    now = before - residual;
    swept = before;
    return 1.0;
  };
  sweep();
  // The solvers stop by another norm, scaled or not: somewhat more is no failure. The other one starts anew: where one
  // stagnates it has left what is hard for both.
  double left = share_left(options.solver, std::min(1.0, 5 * forcing));
  evaluation.solver_failed = left == 1;
  const bool is_gmres = options.solver == KrylovSolver::gmres;
  if (evaluation.solver_failed) left = share_left(is_gmres ? KrylovSolver::bicgstab : KrylovSolver::gmres, 1);
  for (int k = 0; k < options.restart && left == 1; ++k) {
    v.swap(spare);
    sweep();
  }
  evaluation.sweeps += matrix.products();
  v.swap(spare);
  return evaluation;
}

}  // namespace

SolveStatus krylov_policy_iteration(const BellmanEquation& equation, const KrylovPolicyIterationOptions& options,
                                    double target, std::vector<double>& value, Effort& effort, AnyExecutor executor) {
  check(options);
  const KrylovPolicyIterationOptions chosen = choose_preconditioner(options, equation.discount);
  double forcing = options.forcing;
  const auto follow = [&](const SparseMdp& chain, std::vector<double>& spare, std::vector<double>& v,
                          const Progress& progress) {
    const Evaluation evaluation = evaluate({chain, equation.discount}, forcing, chosen, v, spare, executor);
    if (evaluation.solver_failed || progress.sweeps_without_gain() % 10 == 9) forcing = std::max(0.1 * forcing, 1e-8);
    return evaluation.sweeps;
  };
  return detail::iterate_policies(equation, "Krylov policy iteration", target, value, effort, executor, follow);
}

}  // namespace aleator
