// The linear equations of a chain until it leaves a set of states, solved with a proof of how close the answer is.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/mdp/sparse_mdp.hpp"

namespace aleator {

struct LinearSolution {
  std::vector<double> x;      // |S|, 0 in the states that are not open
  std::vector<double> error;  // |S|, of solve: |x - true x| is proved to be no more than this; empty of visits
  double error_bound = 0;     // the largest error; +infinity if nothing could be proved
  double exit_error = 0;      // of visits, discount 1: the same for where the open states are left, see there
};

/// x(s) = constant(s) + discount * sum of P(s, t) x(t) over the open t, in every open state s; prepared once for
/// several constants. Up to 2,000 unknowns by sparse LU, beyond by BiCGSTAB (sparse LU again where that fails, up to
/// 20,000), refined with residuals in long double.
///
/// The bound: with w > 0, u = (I - discount P) w > 0 and r = constant - (I - discount P) x, I - discount P is an
/// M-matrix and |x - true x| <= max(|r| / u) w. w is the solution for the constant 1 (the expected steps in the open
/// states); u and r are computed, and what rounding can add to them is counted in.
/// Source: Berman, Plemmons, Nonnegative Matrices in the Mathematical Sciences (1994), chapter 6.
class TransientSystem {
 public:
  /// @param open  |S|: 1 in the states whose x is sought; they have actions
  /// @pre discount < 1, or every open state can leave the open states.
  TransientSystem(const SparseMdp& chain, double discount, const std::vector<std::uint8_t>& open);
  TransientSystem(TransientSystem&&) noexcept;
  TransientSystem& operator=(TransientSystem&&) noexcept;
  ~TransientSystem();

  /// @param constant        |S|, read in the open states
  /// @param constant_error  how far it may be off in each state: counted in the bound
  LinearSolution solve(const std::vector<double>& constant, double constant_error = 0) const;

  /// The other way: y(t) = start(t) + discount * sum of y(s) P(s, t) over the open s, in every open t: the (discounted)
  /// expected number of visits to t before the open states are left. Here error_bound is on the sum of |y - true y|.
  /// exit_error is on the sum over the states t that are not open of the errors of sum of y(s) P(s, t): a residual in s
  /// leaves with probability 1 (or what rows that sum to more make of it), however long it stays.
  /// @param start  |S|, read in the open states
  LinearSolution visits(const std::vector<double>& start) const;

  /// The sum of |y - true y| for `y` from anywhere is proved to be no more than this: with r = start - (I - discount
  /// P)' y it is sum of |r| w / min u. +infinity if nothing could be proved.
  double visits_error(const std::vector<double>& start, const std::vector<double>& y) const;

 private:
  struct Equations;
  std::unique_ptr<Equations> equations_;
};

}  // namespace aleator
