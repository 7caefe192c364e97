#include "core/mdp/models/garnet.hpp"

#include <algorithm>

#include "core/mdp/models/checks.hpp"

namespace aleator {
namespace {

constexpr std::int64_t num_levels = 64;
constexpr std::uint64_t key_word = 0x7465'6e72'6167;  // keeps a garnet apart from other uses of the same seed

/// Uniform in [0, 1), a multiple of 2^-53.
double uniform(PhiloxStream& random) noexcept {
  return static_cast<double>(random() >> 11) * 0x1p-53;
}

/// A uniform subset of 0 ... n-1 with sample.size() elements, ascending.
/// Source: Bentley and Floyd, A Sample of Brilliance (CACM 1987).
void draw_subset(PhiloxStream& random, std::int64_t n, std::span<State> sample) noexcept {
  std::size_t size = 0;
  for (auto last = static_cast<State>(n - static_cast<std::int64_t>(sample.size())); last < n; ++last) {
    const auto end = sample.begin() + static_cast<std::ptrdiff_t>(size++);
    const auto drawn = static_cast<State>(uniform_below(random, static_cast<std::uint64_t>(last) + 1));
    const auto place = std::lower_bound(sample.begin(), end, drawn);
    if (place != end && *place == drawn) {
      *end = last;  // larger than all there are
    } else {
      std::copy_backward(place, end, end + 1);
      *place = drawn;
    }
  }
}

/// Differences of sorted multiples of 2^-53 are exact.
void draw_cuts(PhiloxStream& random, std::span<double> probability) noexcept {
  const auto cuts = probability.first(probability.size() - 1);
  for (double& cut : cuts) cut = uniform(random);
  std::sort(cuts.begin(), cuts.end());
  probability.back() = 1;
  for (std::size_t i = probability.size(); i-- > 1;) probability[i] -= probability[i - 1];
}

/// Cuts at different multiples of 1/64.
void draw_levels(PhiloxStream& random, std::span<double> probability) noexcept {
  std::array<State, num_levels> cut{};
  const auto cuts = std::span(cut).first(probability.size() - 1);
  draw_subset(random, num_levels - 1, cuts);
  std::int64_t before = 0;
  for (std::size_t i = 0; i < probability.size(); ++i) {
    const std::int64_t here = i < cuts.size() ? cuts[i] + 1 : num_levels;
    probability[i] = static_cast<double>(here - before) / num_levels;
    before = here;
  }
}

}  // namespace

Problems problems_of(const GarnetRules& rules) {
  Problems problems;
  checks::range(problems, "states", rules.states, 1, checks::most_states);
  checks::range(problems, "actions", rules.actions, 1, checks::most_states);
  checks::range(problems, "seed", rules.seed, 0, std::numeric_limits<std::int64_t>::max());
  const bool levels = rules.probabilities == GarnetProbabilities::levels;
  if (rules.branching < 1) {
    problems.push_back({"branching", {}, text(rules.branching, " is out of range: it must be at least 1")});
  } else if (rules.states >= 1 && rules.branching > rules.states) {
    problems.push_back({"branching", {}, text(rules.branching, " different next states of ", rules.states, " states")});
  } else if (levels && rules.branching > num_levels) {
    problems.push_back({"branching", {}, text(rules.branching, " multiples of 1/64 above 0 cannot sum to 1")});
  }
  return problems;
}

Garnet::Garnet(const GarnetRules& rules) : rules_(rules) {
  require_none(problems_of(rules));
}

double Garnet::draw_row(State s, Action a, std::span<State> next, std::span<double> probability) const {
  PhiloxStream random({static_cast<std::uint64_t>(rules_.seed), key_word}, static_cast<std::uint64_t>(s),
                      static_cast<std::uint64_t>(a));
  const double reward = uniform(random);
  draw_subset(random, rules_.states, next);
  if (rules_.probabilities == GarnetProbabilities::levels) {
    draw_levels(random, probability);
  } else {
    draw_cuts(random, probability);
  }
  return reward;
}

}  // namespace aleator
