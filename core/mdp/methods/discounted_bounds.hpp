// What one Jacobi sweep of a discounted process proves about the distance to the optimum.
#pragma once

#include "core/mdp/bellman.hpp"
#include "core/mdp/sparse_mdp.hpp"

namespace aleator {

/// The bounds that one Jacobi sweep proves. With V' = TV and d = V' - V, the optimum lies in
/// V' + g/(1-g) [min d, max d] where g = discount * the row sum: the largest one where that widens the interval
/// (towards a min d below 0, a max d above 0), else the smallest. Computing TV in doubles adds `rounding` to each side.
/// The largest |d| alone bounds the distance in a game too: T is a contraction by g.
/// Source: Puterman (1994), theorem 6.6.3 and proposition 6.6.5 (MacQueen, Porteus bounds).
class DiscountedBounds {
 public:
  /// @throws std::invalid_argument if the discount is not in (0, 1), or so near 1 that the row sums make no
  /// contraction, or if the values would not fit into a double.
  DiscountedBounds(const RowFacts& facts, double discount);

  double factor() const noexcept { return factor_; }

  /// Distance of the computed TV from the true one, carried to the optimum: (n + 6) units of rounding of the largest
  /// term, over 1 - g. That is twice what the row takes; the rest is for the bounds themselves.
  /// @param largest_value of V and V', absolute.
  /// Source: Higham, Accuracy and Stability of Numerical Algorithms (2002), section 3.1.
  double rounding(double largest_value) const noexcept;

  /// Lower and upper ends g/(1-g) [min d, max d]. A state without actions counts: its change is 0.
  double lower(const Change& change) const noexcept {
    return (change.smallest < 0 ? factor_ : least_factor_) * change.smallest;
  }
  double upper(const Change& change) const noexcept {
    return (change.largest > 0 ? factor_ : least_factor_) * change.largest;
  }

 private:
  RowFacts facts_;
  double factor_ = 0;        // of the largest row sum
  double least_factor_ = 0;  // of the smallest
};

}  // namespace aleator
