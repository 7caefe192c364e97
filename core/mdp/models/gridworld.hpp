// The small gridworld of Sutton and Barto, of any size.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/mdp/model.hpp"
#include "core/problem.hpp"

namespace aleator {

struct GridworldRules {
  std::int64_t rows = 4;
  std::int64_t cols = 4;
  double step_reward = -1;
};

/// All that is wrong with the rules, each by its key; empty if nothing is.
Problems problems_of(const GridworldRules& rules);

/// Cell (row, column) is state row * cols + column; the first and the last one end the process with value 0. Actions
/// 0 ... 3 are up, down, right, left, as in the book; what would leave the grid stays.
/// Source: Sutton and Barto, Reinforcement Learning (2018), example 4.1.
class Gridworld {
 public:
  /// @throws std::invalid_argument with the first of problems_of(rules).
  explicit Gridworld(const GridworldRules& rules);

  State num_states() const noexcept { return static_cast<State>(rules_.rows * rules_.cols); }
  Action num_actions(State s) const noexcept { return is_end(s) ? 0 : 4; }
  double fixed_value(State) const noexcept { return 0; }

  /// The middle.
  State initial_state() const noexcept { return num_states() / 2; }

  static std::vector<std::string> label_names() { return {"end"}; }
  bool has_label(std::string_view name, State s) const noexcept { return name == "end" && is_end(s); }

  template <class Visit>
  void for_each_transition(State s, Action a, Visit&& visit) const {
    visit(beside(s, a), 1.0, rules_.step_reward);
  }

 private:
  bool is_end(State s) const noexcept { return s == 0 || s == num_states() - 1; }

  State beside(State s, Action a) const noexcept {
    const auto cols = static_cast<State>(rules_.cols);
    switch (a) {
      case 0:
        return s >= cols ? s - cols : s;
      case 1:
        return s < num_states() - cols ? s + cols : s;
      case 2:
        return s % cols < cols - 1 ? s + 1 : s;
      default:
        return s % cols > 0 ? s - 1 : s;
    }
  }

  GridworldRules rules_;
};
static_assert(Model<Gridworld>);

}  // namespace aleator
