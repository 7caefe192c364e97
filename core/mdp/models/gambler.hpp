// The gambler's problem: stakes on the flips of a coin until the goal or ruin.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/mdp/model.hpp"
#include "core/problem.hpp"

namespace aleator {

struct GamblerRules {
  double p_heads = 0.4;     // probability to win a flip
  std::int64_t goal = 100;  // the capital at which the gambler stops
};

/// All that is wrong with the rules, each by its key; empty if nothing is.
Problems problems_of(const GamblerRules& rules);

/// States are the capital 0 ... goal, both ends end it; action a stakes a + 1. Reward 1 for coming to the goal, so that
/// the undiscounted value is the probability of it.
/// Source: Sutton and Barto, Reinforcement Learning (2018), example 4.3 (without its stake of 0).
class Gambler {
 public:
  /// @throws std::invalid_argument with the first of problems_of(rules).
  explicit Gambler(const GamblerRules& rules);

  State goal() const noexcept { return static_cast<State>(rules_.goal); }
  State num_states() const noexcept { return goal() + 1; }
  Action num_actions(State s) const noexcept { return std::min(s, goal() - s); }
  double fixed_value(State) const noexcept { return 0; }

  /// Half of the goal.
  State initial_state() const noexcept { return goal() / 2; }

  static std::vector<std::string> label_names() { return {"goal", "ruin"}; }
  bool has_label(std::string_view name, State s) const noexcept {
    return (name == "goal" && s == goal()) || (name == "ruin" && s == 0);
  }

  template <class Visit>
  void for_each_transition(State s, Action a, Visit&& visit) const {
    const State stake = a + 1;
    visit(s + stake, rules_.p_heads, s + stake == goal() ? 1.0 : 0.0);
    visit(s - stake, 1 - rules_.p_heads, 0.0);
  }

 private:
  GamblerRules rules_;
};
static_assert(Model<Gambler>);

}  // namespace aleator
