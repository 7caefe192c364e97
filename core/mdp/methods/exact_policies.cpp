#include "core/mdp/methods/exact_policies.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <Eigen/SparseLU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "core/mdp/graph/distance_to_end.hpp"
#include "core/text.hpp"

namespace aleator::detail {
namespace {

using Matrix = Eigen::SparseMatrix<double, Eigen::ColMajor, std::int64_t>;
/// Approximate minimum degree. AMDOrdering answers which column comes where, SparseLU wants to know where each column
/// goes: without turning it round, the factors of a 200 x 200 grid have 9 times as many entries.
struct Ordering {
  using PermutationType = Eigen::AMDOrdering<std::int64_t>::PermutationType;

  template <class AnyMatrix>
  void operator()(const AnyMatrix& matrix, PermutationType& permutation) const {
    PermutationType order;
    Eigen::AMDOrdering<std::int64_t>()(matrix, order);
    permutation = order.inverse();
  }
};

/// I - discount P of a chain.
Matrix system_of(const SparseMdp& chain, double discount) {
  std::vector<Eigen::Triplet<double, std::int64_t>> entries;
  entries.reserve(static_cast<std::size_t>(chain.num_transitions() + chain.num_states()));
  for (State s = 0; s < chain.num_states(); ++s) {
    entries.emplace_back(s, s, 1.0);
    const std::int64_t end = chain.row_begin[chain.action_begin[s + 1]];
    for (std::int64_t i = chain.row_begin[chain.action_begin[s]]; i < end; ++i) {
      entries.emplace_back(s, chain.next_state[i], -discount * chain.probability[i]);
    }
  }
  Matrix matrix(chain.num_states(), chain.num_states());
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

/// A state from which the chain never ends, or -1.
State endless_state(const SparseMdp& chain) {
  const std::vector<State> distance = distances_to_end(chain, PredecessorRows(chain));
  const auto endless = std::find(distance.begin(), distance.end(), never_ends);
  return endless == distance.end() ? -1 : static_cast<State>(endless - distance.begin());
}

}  // namespace

ExactPolicy::ExactPolicy(const BellmanEquation& equation, const std::vector<Action>& start_policy,
                         std::vector<double>& value, Effort& effort)
    : equation_(equation), value_(value), effort_(effort), facts_(row_facts(equation.mdp)) {
  const SparseMdp& mdp = equation.mdp;
  policy_.assign(value.size(), 0);
  if (start_policy.empty()) {
    std::vector<double> next(value.size());
    SerialExecutor executor;
    greedy_sweep(equation, value, next, policy_, executor);
    effort.transitions_processed += mdp.num_transitions();
    return;
  }
  if (start_policy.size() != value.size()) {
    throw std::invalid_argument(
        text("a policy of ", start_policy.size(), " actions, for a process of ", mdp.num_states(), " states"));
  }
  for (State s = 0; s < mdp.num_states(); ++s) {
    const Action action = start_policy[s];
    if (mdp.num_actions(s) == 0) continue;
    if (action < 0 || action >= mdp.num_actions(s)) {
      throw std::invalid_argument(
          text("state ", s, ": the policy's action ", action, " of ", mdp.num_actions(s), " actions"));
    }
    policy_[s] = mdp.action_begin[s] + action;
  }
}

bool ExactPolicy::evaluate() {
  follow(equation_.mdp, policy_, chain_);
  if (equation_.discount == 1) {
    if (const State s = endless_state(chain_); s >= 0) {
      throw std::invalid_argument(text("with discount 1, the policy never ends from state ", s,
                                       " on: policy iteration has to start from a policy that ends"));
    }
  }
  const Matrix system = system_of(chain_, equation_.discount);
  Eigen::SparseLU<Matrix, Ordering> lu;
  // The rows are diagonally dominant: pivots on the diagonal are stable, and keep the factors as sparse as the ordering
  // has made them (Higham 2002, section 9.5).
  lu.isSymmetric(true);
  lu.setPivotThreshold(0);
  lu.compute(system);
  if (lu.info() != Eigen::Success) return false;
  const auto size = static_cast<Eigen::Index>(value_.size());
  Eigen::Map<Eigen::VectorXd> v(value_.data(), size);
  Eigen::VectorXd rhs(size);
  for (State s = 0; s < chain_.num_states(); ++s) {
    rhs[s] = chain_.num_actions(s) > 0 ? chain_.reward[chain_.action_begin[s]] : chain_.fixed_value[s];
  }
  const Eigen::VectorXd first = lu.solve(rhs);
  const Eigen::VectorXd remaining = rhs - system * first;
  v = first + lu.solve(remaining);
  left_ = (rhs - system * v).lpNorm<Eigen::Infinity>();
  effort_.transitions_processed += 4 * chain_.num_transitions();  // chain, system, two residuals
  return true;
}

double ExactPolicy::rounding() const noexcept {
  const double size = facts_.largest_reward + largest_absolute(value_);
  return 2 * static_cast<double>(facts_.longest + 6) * std::numeric_limits<double>::epsilon() * size;
}

bool ExactPolicy::improve(Sense player) {
  const SparseMdp& mdp = equation_.mdp;
  // Without a margin policies of equal worth would follow each other for ever, as rounding makes now one better and now
  // the other.
  const double margin = 2 * left_ + rounding();
  bool switched = false;
  residual_ = gain_ = 0;
  for (State s = 0; s < mdp.num_states(); ++s) {
    if (mdp.num_actions(s) == 0) continue;
    const auto value_of = [&](std::int64_t row) { return row_value(mdp, equation_.discount, row, value_); };
    const double sign = equation_.sign_of(s);
    const BestRow best = best_row(mdp.action_begin[s], mdp.action_begin[s + 1], sign, value_of);
    residual_ = std::max(residual_, std::abs(best.value - value_[s]));
    if (equation_.sense_of(s) != player) continue;
    gain_ = std::max(gain_, std::abs(best.value - value_[s]));
    if (sign * (best.value - value_of(policy_[s])) <= margin) continue;
    policy_[s] = best.row;
    switched = true;
  }
  return switched;
}

std::optional<SolveStatus> ExactPolicy::optimise(Sense player, Progress& progress) {
  while (!effort_.exhausted()) {
    if (!evaluate()) return SolveStatus::precision_limit;
    const bool switched = improve(player);
    if (const auto end = progress.after_sweep(gain_, gain_, equation_.mdp.num_transitions(), value_)) return end;
    if (!switched) return std::nullopt;
  }
  return SolveStatus::max_sweeps;
}

std::size_t exact_policy_bytes(const SparseMdp& mdp) {
  if (mdp.num_states() == 0) return 0;
  const PolicyRows first(mdp.action_begin.begin(), mdp.action_begin.end() - 1);
  SparseMdp chain;
  follow(mdp, first, chain);
  const Matrix matrix = system_of(chain, 0.5);
  Ordering::PermutationType place;
  Ordering()(matrix, place);
  const Matrix symmetric = Matrix(matrix.transpose()) + matrix;
  Matrix ordered;
  ordered = symmetric.twistedBy(place);
  // Row k of the factor has an entry in column j where j is on a path of the elimination tree from an entry of row k of
  // the matrix towards k; the tree grows along.
  const std::int64_t size = ordered.cols();
  std::vector<std::int64_t> parent(static_cast<std::size_t>(size), -1);
  std::vector<std::int64_t> seen(static_cast<std::size_t>(size), -1);
  std::int64_t entries = size;
  for (std::int64_t k = 0; k < size && entries < 2'000'000'000; ++k) {
    seen[k] = k;
    for (Matrix::InnerIterator it(ordered, k); it; ++it) {
      for (std::int64_t j = it.row(); j < k && seen[j] != k; j = parent[j]) {
        if (parent[j] < 0) parent[j] = k;
        seen[j] = k;
        ++entries;
      }
    }
  }
  // L and U with values and indices; the matrix, its triplets and its permuted copy; the chain.
  const auto transitions = static_cast<std::size_t>(chain.num_transitions() + chain.num_states());
  return static_cast<std::size_t>(entries) * 2 * 16 + transitions * (24 + 3 * 16) + chain.bytes();
}

}  // namespace aleator::detail
