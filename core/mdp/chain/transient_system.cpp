#include "core/mdp/chain/transient_system.hpp"

#include <Eigen/IterativeLinearSolvers>
#include <Eigen/SparseCore>
#include <Eigen/SparseLU>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace aleator {

namespace {

using Vector = Eigen::VectorXd;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::int32_t direct_at_once = 2'000;   // LU of so few takes milliseconds
constexpr std::int32_t direct_at_most = 20'000;  // a filled factor would take 2 n^2 doubles: 6 GB
constexpr int most_refinements = 10;

}  // namespace

struct TransientSystem::Equations {
  using Rows = Eigen::SparseMatrix<double, Eigen::RowMajor>;
  using Columns = Eigen::SparseMatrix<double, Eigen::ColMajor>;
  using Iterative = Eigen::BiCGSTAB<Rows, Eigen::IncompleteLUT<double>>;

  std::vector<State> state;  // of each unknown
  std::size_t states = 0;    // |S|
  double discount = 1;
  Rows transitions;                                        // P among the unknowns
  Rows matrix;                                             // I - discount P
  std::unique_ptr<Iterative> iterative;                    // one of these
  mutable std::optional<Eigen::SparseLU<Columns>> direct;  // mutable: Eigen's transpose() is not const
  Vector w;
  Vector u;            // (I - discount P) w less what rounding can have added; 0 if no w > 0 was found
  double merging = 0;  // relative error of entries that were added up
  double excess = 0;   // what rows sum to above 1

  std::int32_t size() const { return static_cast<std::int32_t>(state.size()); }

  static std::unique_ptr<Iterative> prepared(const Rows& rows) {
    auto result = std::make_unique<Iterative>();
    result->preconditioner().setDroptol(1e-4);
    result->preconditioner().setFillfactor(4);
    result->setMaxIterations(500);
    result->setTolerance(1e-13);
    result->compute(rows);
    return result;
  }

  Vector gather(const std::vector<double>& values) const {
    Vector result(size());
    for (std::int32_t k = 0; k < size(); ++k) result[k] = values[state[k]];
    return result;
  }

  void assemble(const SparseMdp& chain, const std::vector<std::uint8_t>& open) {
    states = open.size();
    std::vector<std::int32_t> unknown(open.size(), -1);
    for (State s = 0; s < chain.num_states(); ++s) {
      if (open[s] == 0) continue;
      unknown[s] = size();
      state.push_back(s);
    }
    const RowFacts facts = row_facts(chain);
    excess = std::max(0.0, facts.largest_sum - 1) +
             static_cast<double>(facts.longest) * std::numeric_limits<double>::epsilon();
    std::vector<Eigen::Triplet<double>> entries;
    for (const State s : state) {
      const std::int64_t row = chain.action_begin[s];
      for (std::int64_t i = chain.row_begin[row]; i < chain.row_begin[row + 1]; ++i) {
        const std::int32_t column = unknown[chain.next_state[i]];
        if (column >= 0) entries.emplace_back(unknown[s], column, chain.probability[i]);
      }
    }
    transitions.resize(size(), size());
    transitions.setFromTriplets(entries.begin(), entries.end());
    if (transitions.nonZeros() < static_cast<std::int64_t>(entries.size())) {
      merging = static_cast<double>(row_facts(chain).longest) * std::numeric_limits<double>::epsilon();
    }
    Rows identity(size(), size());
    identity.setIdentity();
    matrix = identity - discount * transitions;
  }

  void prepare_direct() {
    iterative.reset();
    direct.emplace();
    direct->compute(Columns(matrix));
  }

  static Vector nothing(const Vector& b) {
    return Vector::Constant(b.size(), std::numeric_limits<double>::quiet_NaN());
  }

  Vector solve_roughly(const Vector& b) const {
    if (direct && direct->info() != Eigen::Success) return nothing(b);
    return direct ? Vector(direct->solve(b)) : Vector(iterative->solve(b));
  }

  struct Residual {
    Vector value;
    Vector rounding;
  };

  /// b - (I - discount P) x, off by no more than `rounding`.
  Residual residual(const Vector& b, const Vector& x) const {
    Residual r{Vector(b.size()), Vector(b.size())};
    for (std::int32_t k = 0; k < size(); ++k) {
      long double sum = static_cast<long double>(b[k]) - x[k];
      long double terms = std::abs(b[k]) + std::abs(x[k]);
      int length = 0;
      for (Rows::InnerIterator i(transitions, k); i; ++i, ++length) {
        const long double term = static_cast<long double>(discount) * i.value() * x[i.col()];
        sum += term;
        terms += std::abs(term);
      }
      r.value[k] = static_cast<double>(sum);
      r.rounding[k] = rounding(length, terms, r.value[k]);
    }
    return r;
  }

  /// b - (I - discount P)' y, off by no more than `rounding`: a state that n states lead to is an entry of n terms.
  Residual transposed_residual(const Vector& b, const Vector& y) const {
    using LongVector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;
    LongVector sum = b.cast<long double>() - y.cast<long double>();
    LongVector terms = b.cwiseAbs().cast<long double>() + y.cwiseAbs().cast<long double>();
    Eigen::VectorXi length = Eigen::VectorXi::Zero(size());
    for (std::int32_t k = 0; k < size(); ++k) {
      for (Rows::InnerIterator i(transitions, k); i; ++i) {
        const long double term = static_cast<long double>(discount) * i.value() * y[k];
        sum[i.col()] += term;
        terms[i.col()] += std::abs(term);
        ++length[i.col()];
      }
    }
    Residual r{sum.cast<double>(), Vector(size())};
    for (std::int32_t k = 0; k < size(); ++k) r.rounding[k] = rounding(length[k], terms[k], r.value[k]);
    return r;
  }

  /// Fewer than 2 n + 4 operations on terms of this size in long double, then one rounding to double.
  double rounding(int length, long double terms, double value) const {
    const long double relative = (2 * length + 4) * std::numeric_limits<long double>::epsilon() + merging;
    return static_cast<double>(relative * terms) + std::numeric_limits<double>::epsilon() * std::abs(value) +
           std::numeric_limits<double>::denorm_min();
  }

  /// The sum of |r| w / min u.
  double transposed_bound(const Residual& r) const {
    if (!(u.minCoeff() > 0)) return infinity;
    const double sum = (r.value.cwiseAbs() + r.rounding).dot(w);
    const double margin = 1 + (size() + 8) * std::numeric_limits<double>::epsilon();
    return sum < infinity ? sum / u.minCoeff() * margin : infinity;
  }

  /// The sum of |r|, as far as it leaves the open states.
  double exit_bound(const Residual& r) const {
    if (!(u.minCoeff() > 0)) return infinity;
    const double sum = (r.value.cwiseAbs() + r.rounding).sum();
    const double margin = 1 + (size() + 8) * std::numeric_limits<double>::epsilon();
    return sum < infinity ? sum * (1 + excess * w.maxCoeff() / u.minCoeff()) * margin : infinity;
  }

  /// Solves (I - discount P)' y = b, once prepared.
  class Transposed {
   public:
    explicit Transposed(const Equations& equations) : equations_(equations) {
      if (equations.direct) return;
      matrix_ = equations.matrix.transpose();
      iterative_ = prepared(matrix_);
    }
    Vector solve_roughly(const Vector& b) {
      if (equations_.direct && equations_.direct->info() != Eigen::Success) return nothing(b);
      return equations_.direct ? Vector(equations_.direct->transpose().solve(b)) : Vector(iterative_->solve(b));
    }

   private:
    const Equations& equations_;
    Rows matrix_;
    std::unique_ptr<Iterative> iterative_;
  };

  /// The largest |r| / u; infinite where that proves nothing.
  double ratio(const Residual& r, double constant_error) const {
    double largest = 0;
    for (std::int32_t k = 0; k < size(); ++k) {
      const double at = (std::abs(r.value[k]) + r.rounding[k] + constant_error) / u[k];
      if (!(u[k] > 0) || !(at < infinity)) return infinity;
      largest = std::max(largest, at);
    }
    return largest;
  }

  /// Finds w and u; they are good enough if u is above 1/2 everywhere, where 1 is aimed at.
  bool find_weights() {
    const Vector ones = Vector::Ones(size());
    w = solve_roughly(ones);
    for (int i = 0; i < most_refinements; ++i) {
      const Residual r = residual(ones, w);
      u = ones - r.value - r.rounding;
      if (u.minCoeff() > 0.5 && w.minCoeff() > 0) return true;
      if (!r.value.allFinite()) return false;
      w += solve_roughly(r.value);
    }
    return false;
  }
};

TransientSystem::TransientSystem(const SparseMdp& chain, double discount, const std::vector<std::uint8_t>& open)
    : equations_(std::make_unique<Equations>()) {
  Equations& e = *equations_;
  e.discount = discount;
  e.assemble(chain, open);
  if (e.size() == 0) return;
  bool found = false;
  if (e.size() > direct_at_once) {
    e.iterative = Equations::prepared(e.matrix);
    found = e.find_weights();
  }
  if (!found && e.size() <= direct_at_most) {
    e.prepare_direct();
    found = e.find_weights();
  }
  if (!found) e.u.setZero(e.size());
}

TransientSystem::TransientSystem(TransientSystem&&) noexcept = default;
TransientSystem& TransientSystem::operator=(TransientSystem&&) noexcept = default;
TransientSystem::~TransientSystem() = default;

LinearSolution TransientSystem::solve(const std::vector<double>& constant, double constant_error) const {
  const Equations& e = *equations_;
  LinearSolution solution;
  solution.x.assign(e.states, 0);
  solution.error.assign(e.states, 0);
  if (e.size() == 0) return solution;
  const Vector b = e.gather(constant);
  Vector best = Vector::Zero(e.size());
  Equations::Residual r = e.residual(b, best);
  double ratio = e.ratio(r, constant_error);
  Vector x = best;
  for (int i = 0; i < most_refinements; ++i) {
    x += e.solve_roughly(r.value);
    r = e.residual(b, x);
    const double refined = e.ratio(r, constant_error);
    if (!(refined < ratio) && i > 0) break;  // without a proof (infinite) the first answer is kept
    const bool much = refined < ratio / 2;
    ratio = refined;
    best = x;
    if (!much) break;
  }
  const double margin = 1 + 8 * std::numeric_limits<double>::epsilon();  // of these few operations
  for (std::int32_t k = 0; k < e.size(); ++k) {
    solution.x[e.state[k]] = best[k];
    const double error = ratio < infinity ? ratio * e.w[k] * margin : infinity;
    solution.error[e.state[k]] = error;
    solution.error_bound = std::max(solution.error_bound, error);
  }
  return solution;
}

LinearSolution TransientSystem::visits(const std::vector<double>& start) const {
  const Equations& e = *equations_;
  LinearSolution solution;
  solution.x.assign(e.states, 0);
  if (e.size() == 0) return solution;
  const Vector b = e.gather(start);
  Equations::Transposed transposed(e);
  Vector y = transposed.solve_roughly(b);
  Vector best = y;
  Equations::Residual r = e.transposed_residual(b, y);
  solution.error_bound = e.transposed_bound(r);
  solution.exit_error = e.exit_bound(r);
  for (int i = 0; i < most_refinements; ++i) {
    y += transposed.solve_roughly(r.value);
    r = e.transposed_residual(b, y);
    const double refined = e.transposed_bound(r);
    if (!(refined < solution.error_bound)) break;
    const bool much = refined < solution.error_bound / 2;
    solution.error_bound = refined;
    solution.exit_error = e.exit_bound(r);
    best = y;
    if (!much) break;
  }
  for (std::int32_t k = 0; k < e.size(); ++k) solution.x[e.state[k]] = best[k];
  return solution;
}

double TransientSystem::visits_error(const std::vector<double>& start, const std::vector<double>& y) const {
  const Equations& e = *equations_;
  if (e.size() == 0) return 0;
  return e.transposed_bound(e.transposed_residual(e.gather(start), e.gather(y)));
}

}  // namespace aleator
