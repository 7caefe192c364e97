// Two kinds of candidates that many problems have: lists of choices, and lists of numbers. A problem inherits one of
// them and adds score(), better() and, if it has one, loss().
#pragma once

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/random/philox_stream.hpp"
#include "core/random/real.hpp"

namespace aleator::local_search {

/// Entry i is a choice 0 ... choices[i] - 1.
class ChoiceCandidates {
 public:
  using Candidate = std::vector<std::uint8_t>;
  /// [entry][choice] probabilities, one after the other
  using Distribution = std::vector<double>;

  /// @param changes  entries that a neighbour draws anew (it may draw what there was)
  /// @pre choices are 1 to 255, and there are some
  explicit ChoiceCandidates(std::vector<std::uint8_t> choices, std::int64_t changes = 1);

  std::size_t size() const noexcept { return choices_.size(); }

  Candidate random(PhiloxStream& random) const;
  Candidate neighbour(const Candidate& x, PhiloxStream& random) const;
  /// Each entry is that of either parent.
  Candidate crossed(const Candidate& a, const Candidate& b, PhiloxStream& random) const;
  /// Everything is as likely.
  Distribution distribution() const;
  Candidate sample(const Distribution& distribution, PhiloxStream& random) const;
  void refit(Distribution& distribution, const std::vector<Candidate>& elite, double smoothing) const;

 private:
  std::vector<std::uint8_t> choices_;
  std::int64_t changes_;
};

/// Numbers that begin uniform in [-range, range]; later ones may be anything.
class NumberCandidates {
 public:
  using Candidate = std::vector<double>;
  struct Distribution {  // normal, each number by itself
    std::vector<double> mean, deviation;
  };

  /// @param step  standard deviation of what is added to one of the numbers to make a neighbour
  NumberCandidates(std::size_t size, double range, double step) : size_(size), range_(range), step_(step) {}

  std::size_t size() const noexcept { return size_; }

  Candidate random(PhiloxStream& random) const;
  Candidate neighbour(const Candidate& x, PhiloxStream& random) const;
  /// Each number is between those of the parents, or beyond either by a quarter of their distance at most.
  Candidate crossed(const Candidate& a, const Candidate& b, PhiloxStream& random) const;
  Distribution distribution() const;
  Candidate sample(const Distribution& distribution, PhiloxStream& random) const;
  void refit(Distribution& distribution, const std::vector<Candidate>& elite, double smoothing) const;

 private:
  std::size_t size_;
  double range_;
  double step_;
};

}  // namespace aleator::local_search
