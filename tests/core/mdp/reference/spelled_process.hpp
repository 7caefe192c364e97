// Processes spelled out in tests.
#pragma once

#include <utility>
#include <vector>

#include "core/mdp/sparse_mdp.hpp"

namespace aleator::reference {

struct SpelledRow {
  std::vector<std::pair<State, double>> next;
  double reward = 0;
};

/// States as lists of rows; a state without rows ends with `fixed`.
inline SparseMdp process(const std::vector<std::vector<SpelledRow>>& states, std::vector<double> fixed = {},
                         const std::vector<Sense>& owner = {}) {
  fixed.resize(states.size(), 0);
  SparseMdpBuilder builder(static_cast<State>(states.size()));
  for (std::size_t s = 0; s < states.size(); ++s) {
    for (const SpelledRow& row : states[s]) {
      for (const auto& [next, probability] : row.next) builder.add_transition(next, probability, 0);
      builder.end_action(row.reward);
    }
    builder.end_state(fixed[s], owner.empty() ? Sense::max : owner[s]);
  }
  return std::move(builder).finish();
}

/// One state that pays `reward` for ever: worth reward / (1 - discount p).
inline SparseMdp loop(double reward, double p = 1) {
  SparseMdpBuilder builder(1);
  builder.add_transition(0, p, reward);
  builder.end_action();
  builder.end_state(0);
  return std::move(builder).finish();
}

/// states - 1 -> ... -> 1 -> 0, at a reward of -1 a step.
inline SparseMdp line(State states) {
  SparseMdpBuilder builder(states);
  builder.end_state(0);
  for (State s = 1; s < states; ++s) {
    builder.add_transition(s - 1, 1, -1);
    builder.end_action();
    builder.end_state(0);
  }
  return std::move(builder).finish();
}

}  // namespace aleator::reference
