// Extrapolation of sweeps whose changes shrink steadily.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace aleator {

/// When the changes of the passes shrink by a steady ratio r, those to come are r / (1 - r) times the last one. Where
/// such a jump failed (changes grew: another row is the best now, or complex eigenvalues shrink along no one
/// direction), the next one has to wait, twice as long each time.
class SlowestMode {
 public:
  /// @param least_ratio  below it no jump is worth its while
  explicit SlowestMode(double least_ratio) noexcept : least_ratio_(least_ratio) {}

  /// @param change  the sum of the absolute changes of a pass
  /// Returns the factor, or 0 while the ratio is not steady; after a factor it looks anew.
  double what_is_to_come(double change) noexcept {
    if (passes_ == 0 && change > at_jump_) jump_failed();
    ++passes_;
    const double ratio = change / change_before_;
    const bool is_steady = passes_ >= patience_ && ratio > least_ratio_ && ratio < 1 &&
                           std::abs(ratio - ratio_before_) <= 0.1 * (1 - ratio);
    ratio_before_ = is_steady ? 0 : ratio;
    change_before_ = is_steady ? 0 : change;
    if (!is_steady) return 0;
    passes_ = 0;
    at_jump_ = change;
    return ratio / (1 - ratio);
  }

  /// That the last jump gained nothing, if there are more signs of it than changes that grew.
  void jump_failed() noexcept {
    patience_ *= 2;
    at_jump_ = std::numeric_limits<double>::infinity();
  }

 private:
  double least_ratio_;
  double change_before_ = 0;
  double ratio_before_ = 0;
  double at_jump_ = std::numeric_limits<double>::infinity();
  std::int64_t passes_ = 0;  // since the last jump
  std::int64_t patience_ = 1;
};

}  // namespace aleator
