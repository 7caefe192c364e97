// How often each number was counted, exactly.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace aleator {

/// Counts of the numbers 0, 1, ... up to the largest that was added: the same in any order of adding and merging.
class Histogram {
 public:
  void add(std::size_t number, std::int64_t times = 1) {
    if (number >= counts_.size()) counts_.resize(std::max(number + 1, 2 * counts_.size()), 0);
    counts_[number] += times;
  }

  void merge(const Histogram& other) {
    if (counts_.size() < other.counts_.size()) counts_.resize(other.counts_.size(), 0);
    for (std::size_t i = 0; i < other.counts_.size(); ++i) counts_[i] += other.counts_[i];
  }

  /// Of each number, from 0; without zeros at the end.
  std::span<const std::int64_t> counts() const noexcept {
    const auto last = std::find_if(counts_.rbegin(), counts_.rend(), [](std::int64_t count) { return count > 0; });
    return std::span(counts_).first(static_cast<std::size_t>(counts_.rend() - last));
  }

  std::int64_t total() const noexcept { return std::accumulate(counts_.begin(), counts_.end(), std::int64_t{0}); }

  /// The least number x with P(number <= x) >= level. @pre something was counted, and 0 < level <= 1.
  std::size_t quantile(double level) const noexcept {
    const double enough = level * static_cast<double>(total());
    std::int64_t below = 0;
    for (std::size_t i = 0;; ++i) {
      below += counts_[i];
      if (static_cast<double>(below) >= enough || i + 1 == counts_.size()) return i;
    }
  }

  bool operator==(const Histogram& other) const noexcept { return std::ranges::equal(counts(), other.counts()); }

 private:
  std::vector<std::int64_t> counts_;
};

}  // namespace aleator
