// What every method asks after a sweep.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/mdp/bellman.hpp"
#include "core/mdp/methods/method.hpp"

namespace aleator {

/// Records the sweeps of one call of a method, and says when it ends.
class Progress {
 public:
  /// @param contraction  the factor by which an exact sweep makes the residual smaller; 1 if it need not
  /// @throws std::invalid_argument for a `value` that is not of |S| numbers, a discount outside (0, 1], a target that
  /// is not at least 0.
  Progress(const BellmanEquation& equation, double target, const std::vector<double>& value, Effort& effort,
           double contraction);
  /// The contraction is the discount.
  Progress(const BellmanEquation& equation, double target, const std::vector<double>& value, Effort& effort)
      : Progress(equation, target, value, effort, equation.discount) {}

  /// Call it after each sweep.
  /// @param change       the largest absolute change that the sweep made
  /// @param residual     what |TV - V| of the values now is at most, but for rounding
  /// @param transitions  read by the sweep, and since the one before
  /// @return nothing to go on; or converged, stopped, or precision_limit: the residual has not fallen for some sweeps
  /// and is as small as rounding makes it, where it contracts slowly as rounding that adds up makes it; or it is not
  /// finite.
  std::optional<SolveStatus> after_sweep(double change, double residual, std::int64_t transitions,
                                         std::span<const double> value);

  double least_residual() const noexcept { return least_; }
  std::int64_t sweeps_without_gain() const noexcept { return without_gain_; }

 private:
  double rounding(std::span<const double> value);
  bool is_rounding(double residual, std::span<const double> value);

  const BellmanEquation& equation_;
  double target_;
  double memory_;  // sweeps after which an exact residual would have fallen to a third; infinite if it need not fall
  Effort& effort_;
  double least_ = std::numeric_limits<double>::infinity();
  std::int64_t without_gain_ = 0;
  std::optional<RowFacts> facts_;  // only when needed: that reads all transitions
};

}  // namespace aleator
