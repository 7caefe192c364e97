#include "core/local_search/candidates.hpp"

#include <stdexcept>

namespace aleator::local_search {

ChoiceCandidates::ChoiceCandidates(std::vector<std::uint8_t> choices, std::int64_t changes)
    : choices_(std::move(choices)), changes_(changes) {
  if (choices_.empty() || changes < 1) throw std::invalid_argument("a candidate has one entry or more to change");
  for (const std::uint8_t count : choices_) {
    if (count == 0) throw std::invalid_argument("an entry has no choices");
  }
}

ChoiceCandidates::Candidate ChoiceCandidates::random(PhiloxStream& random) const {
  Candidate x(choices_.size());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<std::uint8_t>(uniform_below(random, choices_[i]));
  return x;
}

ChoiceCandidates::Candidate ChoiceCandidates::neighbour(const Candidate& x, PhiloxStream& random) const {
  Candidate next(x);
  for (std::int64_t i = 0; i < changes_; ++i) {
    const std::size_t entry = uniform_below(random, next.size());
    next[entry] = static_cast<std::uint8_t>(uniform_below(random, choices_[entry]));
  }
  return next;
}

ChoiceCandidates::Candidate ChoiceCandidates::crossed(const Candidate& a, const Candidate& b,
                                                      PhiloxStream& random) const {
  Candidate child(a);
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < child.size(); ++i, bits >>= 1) {
    if (i % 64 == 0) bits = random();
    if (bits & 1) child[i] = b[i];
  }
  return child;
}

ChoiceCandidates::Distribution ChoiceCandidates::distribution() const {
  Distribution result;
  for (const std::uint8_t count : choices_) result.insert(result.end(), count, 1.0 / count);
  return result;
}

ChoiceCandidates::Candidate ChoiceCandidates::sample(const Distribution& distribution, PhiloxStream& random) const {
  Candidate x(choices_.size());
  const double* p = distribution.data();
  for (std::size_t i = 0; i < x.size(); p += choices_[i], ++i) {
    double left = uniform_real(random);
    std::uint8_t choice = 0;
    while (choice + 1 < choices_[i] && (left -= p[choice]) >= 0) ++choice;
    x[i] = choice;
  }
  return x;
}

void ChoiceCandidates::refit(Distribution& distribution, const std::vector<Candidate>& elite, double smoothing) const {
  const double each = smoothing / static_cast<double>(elite.size());
  double* p = distribution.data();
  for (std::size_t i = 0; i < choices_.size(); p += choices_[i], ++i) {
    for (std::uint8_t choice = 0; choice < choices_[i]; ++choice) p[choice] *= 1 - smoothing;
    for (const Candidate& x : elite) p[x[i]] += each;
  }
}

NumberCandidates::Candidate NumberCandidates::random(PhiloxStream& random) const {
  Candidate x(size_);
  for (double& number : x) number = range_ * (2 * uniform_real(random) - 1);
  return x;
}

NumberCandidates::Candidate NumberCandidates::neighbour(const Candidate& x, PhiloxStream& random) const {
  Candidate next(x);
  next[uniform_below(random, next.size())] += step_ * standard_normal(random);
  return next;
}

NumberCandidates::Candidate NumberCandidates::crossed(const Candidate& a, const Candidate& b,
                                                      PhiloxStream& random) const {
  Candidate child(a);
  for (std::size_t i = 0; i < child.size(); ++i) child[i] += (1.5 * uniform_real(random) - 0.25) * (b[i] - a[i]);
  return child;
}

NumberCandidates::Distribution NumberCandidates::distribution() const {
  return {std::vector<double>(size_, 0.0), std::vector<double>(size_, range_)};
}

NumberCandidates::Candidate NumberCandidates::sample(const Distribution& distribution, PhiloxStream& random) const {
  Candidate x(size_);
  for (std::size_t i = 0; i < size_; ++i) {
    x[i] = distribution.mean[i] + distribution.deviation[i] * standard_normal(random);
  }
  return x;
}

void NumberCandidates::refit(Distribution& distribution, const std::vector<Candidate>& elite, double smoothing) const {
  const auto count = static_cast<double>(elite.size());
  for (std::size_t i = 0; i < size_; ++i) {
    double sum = 0;
    for (const Candidate& x : elite) sum += x[i];
    const double mean = sum / count;
    double squares = 0;
    for (const Candidate& x : elite) squares += (x[i] - mean) * (x[i] - mean);
    distribution.mean[i] += smoothing * (mean - distribution.mean[i]);
    distribution.deviation[i] += smoothing * (std::sqrt(squares / count) - distribution.deviation[i]);
  }
}

}  // namespace aleator::local_search
