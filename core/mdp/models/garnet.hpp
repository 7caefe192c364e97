// Garnets: random processes of a given size, made on the fly.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/mdp/model.hpp"
#include "core/problem.hpp"
#include "core/random/philox_stream.hpp"

namespace aleator {

/// How a garnet's probabilities are drawn.
enum class GarnetProbabilities : std::uint8_t {
  cuts,   // the lengths of the pieces into which branching - 1 uniform points cut [0, 1]
  levels  // multiples of 1/64, at least 1/64 each, every such row equally likely
};

/// Every action of every state leads to `branching` states, drawn uniformly without replacement, and has a reward that
/// is uniform in [0, 1).
struct GarnetRules {
  std::int64_t states = 100;
  std::int64_t actions = 4;
  std::int64_t branching = 5;
  std::int64_t seed = 1;
  GarnetProbabilities probabilities = GarnetProbabilities::cuts;
};

/// All that is wrong with the rules, each by its key; empty if nothing is.
Problems problems_of(const GarnetRules& rules);

/// A garnet: row (s, a) depends on (seed, s, a) and the sizes alone, so that rows can be made in any order. Its next
/// states ascend; its probabilities are multiples of 2^-53 (cuts) or 1/64 (levels), so that they sum to 1 exactly.
/// Source: Archibald, McKinnon, Thomas, On the Generation of Markov Decision Processes (JORS 46, 1995).
class Garnet {
 public:
  /// @throws std::invalid_argument with the first of problems_of(rules).
  explicit Garnet(const GarnetRules& rules);

  State num_states() const noexcept { return static_cast<State>(rules_.states); }
  Action num_actions(State) const noexcept { return static_cast<Action>(rules_.actions); }
  double fixed_value(State) const noexcept { return 0; }
  State initial_state() const noexcept { return 0; }

  template <class Visit>
  void for_each_transition(State s, Action a, Visit&& visit) const {
    const auto branching = static_cast<std::size_t>(rules_.branching);
    if (branching <= short_row) {
      std::array<State, short_row> next;
      std::array<double, short_row> probability;
      visit_row(s, a, std::span(next).first(branching), std::span(probability).first(branching), visit);
    } else {
      std::vector<State> next(branching);
      std::vector<double> probability(branching);
      visit_row(s, a, next, probability, visit);
    }
  }

 private:
  static constexpr std::size_t short_row = 64;  // needs no memory from the heap

  template <class Visit>
  void visit_row(State s, Action a, std::span<State> next, std::span<double> probability, Visit&& visit) const {
    const double reward = draw_row(s, a, next, probability);
    for (std::size_t i = 0; i < next.size(); ++i) visit(next[i], probability[i], reward);
  }

  /// Fills next states and probabilities; returns the reward.
  double draw_row(State s, Action a, std::span<State> next, std::span<double> probability) const;

  GarnetRules rules_;
};
static_assert(Model<Garnet>);

}  // namespace aleator
