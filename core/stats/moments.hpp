// Mean and variance in one pass, mergeable.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace aleator {

/// Welford's update with repetition counts. With n values of mean m and sum of squared deviations S so far, k more
/// values x move the mean by (x - m) k/(n + k) and add (x - m)^2 n k/(n + k) to S.
/// Source: Chan, Golub, LeVeque, Algorithms for Computing the Sample Variance (1983), eq. 2.1.
class Moments {
 public:
  void add(double x, std::int64_t times = 1) noexcept { merge(times, x, 0); }
  void merge(const Moments& other) noexcept { merge(other.count_, other.mean_, other.squares_); }

  std::int64_t count() const noexcept { return count_; }

  /// NaN without values.
  double mean() const noexcept { return count_ > 0 ? mean_ : nan; }

  /// The unbiased sample variance; NaN below two values.
  double variance() const noexcept { return count_ > 1 ? squares_ / static_cast<double>(count_ - 1) : nan; }

  /// The standard error of the mean; NaN below two values.
  double standard_error() const noexcept { return std::sqrt(variance() / static_cast<double>(count_)); }

 private:
  void merge(std::int64_t count, double mean, double squares) noexcept {
    if (count == 0) return;
    const double n = static_cast<double>(count_);
    const double k = static_cast<double>(count);
    const double delta = mean - mean_;
    mean_ += delta * (k / (n + k));
    squares_ += squares + delta * delta * (n * k / (n + k));
    count_ += count;
  }

  static constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  std::int64_t count_ = 0;
  double mean_ = 0;
  double squares_ = 0;
};

}  // namespace aleator
