// Frozen lake: across the ice from the start to the goal without falling into a hole.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/mdp/model.hpp"
#include "core/problem.hpp"

namespace aleator {

/// Each string is a row of the map: S the start, F frozen, H a hole, G a goal. On slippery ice a move goes where it
/// aims or to one of the two sides, with 1/3 each. Outside there is a wall: what would leave the map stays.
struct FrozenLakeRules {
  std::vector<std::string> map = {"SFFF", "FHFH", "FFFH", "HFFG"};
  bool slippery = true;
};

/// All that is wrong with the rules, each by its key; empty if nothing is.
Problems problems_of(const FrozenLakeRules& rules);

/// The cell (row, column) is state row * columns + column. Actions 0 ... 3 are left, down, right, up. Holes and goals
/// end the process with value 0; the move onto a goal has the reward 1.
/// Source: Towers et al., Gymnasium, environment FrozenLake.
class FrozenLake {
 public:
  /// @throws std::invalid_argument with the first of problems_of(rules).
  explicit FrozenLake(const FrozenLakeRules& rules);

  State num_states() const noexcept { return static_cast<State>(cells_.size()); }
  Action num_actions(State s) const noexcept { return cell(s) == 'H' || cell(s) == 'G' ? 0 : 4; }
  double fixed_value(State) const noexcept { return 0; }
  State initial_state() const noexcept { return static_cast<State>(cells_.find('S')); }

  static std::vector<std::string> label_names() { return {"goal", "hole"}; }
  bool has_label(std::string_view name, State s) const noexcept {
    return (name == "goal" && cell(s) == 'G') || (name == "hole" && cell(s) == 'H');
  }

  template <class Visit>
  void for_each_transition(State s, Action a, Visit&& visit) const {
    const auto move = [&](Action direction, double probability) {
      const State next = beside(s, direction);
      visit(next, probability, cell(next) == 'G' ? 1.0 : 0.0);
    };
    if (!slippery_) {
      move(a, 1);
      return;
    }
    for (const Action turn : {3, 0, 1}) move((a + turn) % 4, 1.0 / 3);
  }

 private:
  char cell(State s) const noexcept { return cells_[static_cast<std::size_t>(s)]; }

  State beside(State s, Action direction) const noexcept {
    const State column = s % columns_;
    switch (direction) {
      case 0:
        return column > 0 ? s - 1 : s;
      case 1:
        return s < num_states() - columns_ ? s + columns_ : s;
      case 2:
        return column < columns_ - 1 ? s + 1 : s;
      default:
        return s >= columns_ ? s - columns_ : s;
    }
  }

  std::string cells_;  // |S|
  State columns_ = 0;
  bool slippery_;
};
static_assert(Model<FrozenLake>);

}  // namespace aleator
