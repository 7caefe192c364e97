// What the tests of all models share: rows spelled out, values by plain iteration in long double, problems as lines.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/mdp/model.hpp"
#include "core/problem.hpp"
#include "core/text.hpp"

namespace aleator::reference {

struct Transition {
  State next;
  double probability;
  double reward;

  bool operator==(const Transition&) const = default;
};
using Row = std::vector<Transition>;

template <Model M>
Row row_of(const M& model, State s, Action a) {
  Row row;
  model.for_each_transition(s, a, [&](State next, double p, double reward) { row.push_back({next, p, reward}); });
  return row;
}

template <Model M>
void expect_rows_of_probabilities(const M& model, double off = 1e-15) {
  for (State s = 0; s < model.num_states(); ++s) {
    for (Action a = 0; a < model.num_actions(s); ++a) {
      long double sum = 0;
      for (const Transition& t : row_of(model, s, a)) {
        ASSERT_TRUE(t.next >= 0 && t.next < model.num_states()) << "state " << s << ", action " << a;
        ASSERT_TRUE(t.probability >= 0 && t.probability <= 1) << "state " << s << ", action " << a;
        sum += t.probability;
      }
      ASSERT_NEAR(static_cast<double>(sum), 1, off) << "state " << s << ", action " << a;
    }
  }
}

/// V = TV from the fixed values on, in place, until nothing changes by more than 1e-16 (a mean over the actions in
/// place of the best one if `uniform`).
template <Model M>
std::vector<long double> values(const M& model, long double discount, bool uniform = false) {
  std::vector<long double> v;
  for (State s = 0; s < model.num_states(); ++s) v.push_back(model.num_actions(s) > 0 ? 0 : model.fixed_value(s));
  for (long double change = 1; change > 1e-16L;) {
    change = 0;
    for (State s = 0; s < model.num_states(); ++s) {
      long double best = -INFINITY;
      long double sum = 0;
      for (Action a = 0; a < model.num_actions(s); ++a) {
        long double q = 0;
        for (const Transition& t : row_of(model, s, a)) {
          q += t.probability * (t.reward + discount * v[static_cast<std::size_t>(t.next)]);
        }
        best = std::max(best, q);
        sum += q;
      }
      if (model.num_actions(s) == 0) continue;
      const long double now = uniform ? sum / model.num_actions(s) : best;
      change = std::max(change, std::abs(now - v[static_cast<std::size_t>(s)]));
      v[static_cast<std::size_t>(s)] = now;
    }
  }
  return v;
}

/// The same process where a state that ends it is worth 1 if it has the label, else 0, and nothing else is paid.
template <class M>
struct Reaching {
  const M& model;
  std::string label;

  State num_states() const { return model.num_states(); }
  Action num_actions(State s) const { return model.num_actions(s); }
  double fixed_value(State s) const { return model.has_label(label, s) ? 1 : 0; }
  template <class Visit>
  void for_each_transition(State s, Action a, Visit&& visit) const {
    model.for_each_transition(s, a, [&](State next, double p, double) { visit(next, p, 0.0); });
  }
};

template <Model M>
std::vector<State> labelled(const M& model, std::string_view label) {
  std::vector<State> states;
  for (State s = 0; s < model.num_states(); ++s) {
    if (model.has_label(label, s)) states.push_back(s);
  }
  return states;
}

/// Each problem as "key[element]: message".
template <class Rules>
std::vector<std::string> told(const Rules& rules) {
  std::vector<std::string> lines;
  for (const Problem& problem : problems_of(rules)) {
    const std::string element = problem.element ? text("[", *problem.element, "]") : "";
    lines.push_back(text(problem.key, element, ": ", problem.message));
  }
  return lines;
}

}  // namespace aleator::reference
