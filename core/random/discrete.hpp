// Drawing from a short list of probabilities by one comparison an entry, without branches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace aleator {

/// Draws index i with probability[i] to within 2^-53. Entries of probability 0 are never drawn.
class DiscreteDistribution {
 public:
  /// @param probability not negative, their sum 1 (what is missing goes to the last entry that can be drawn).
  explicit DiscreteDistribution(std::span<const double> probability) : threshold_(probability.size(), one) {
    std::size_t last = probability.size();
    while (last > 0 && probability[last - 1] == 0) --last;
    double sum = 0;
    for (std::size_t i = 0; i + 1 < last; ++i) {
      sum += probability[i];
      threshold_[i] = sum >= 1 ? one : static_cast<std::uint64_t>(sum * static_cast<double>(one));
    }
  }

  template <class Generator>
  std::size_t operator()(Generator& generator) const noexcept {
    const std::uint64_t u = generator() >> 11;  // 53 bits, below `one`
    std::size_t i = 0;
    for (const std::uint64_t threshold : threshold_) i += u >= threshold;
    return i;
  }

 private:
  static constexpr std::uint64_t one = std::uint64_t{1} << 53;
  std::vector<std::uint64_t> threshold_;  // 2^53 times the cumulative probability
};

}  // namespace aleator
