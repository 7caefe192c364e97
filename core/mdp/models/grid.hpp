// A grid to be crossed in king's moves on slippery ground.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/mdp/model.hpp"
#include "core/problem.hpp"

namespace aleator {

/// {row, column}, both counted from 0 at the top left.
using Cell = std::array<std::int64_t, 2>;

/// The eight moves of a king: actions 0 ... 7 are north, north-east, ... clockwise to north-west. A move goes where it
/// aims with probability 1 - slip and to each of the other seven sides with slip/7. What would leave the grid or
/// enter an obstacle stays.
struct GridRules {
  std::int64_t rows = 10;
  std::int64_t cols = 10;
  std::vector<Cell> obstacles;
  double slip = 0.1;
  std::optional<Cell> goal;  // the last cell
  double goal_value = 0;     // the fixed value of the goal
  double step_reward = -1;   // received on every move
};

/// All that is wrong with the rules, each by its key; empty if nothing is.
Problems problems_of(const GridRules& rules);

/// Cell (row, column) is state row * cols + column. The goal and the obstacles have no actions; an obstacle has the
/// fixed value 0 and is never entered. All eight transitions of a move are told, also those that stay or have
/// probability 0, and in the order of the sides, whatever the action.
class Grid {
 public:
  static constexpr Action num_moves = 8;

  /// @throws std::invalid_argument with the first of problems_of(rules).
  explicit Grid(const GridRules& rules);

  const GridRules& rules() const noexcept { return rules_; }
  State goal() const noexcept { return goal_; }
  bool is_obstacle(State s) const noexcept { return !obstacle_.empty() && obstacle_[static_cast<std::size_t>(s)]; }

  State num_states() const noexcept { return rows_ * cols_; }
  Action num_actions(State s) const noexcept { return s == goal_ || is_obstacle(s) ? 0 : num_moves; }
  double fixed_value(State s) const noexcept { return s == goal_ ? rules_.goal_value : 0; }
  /// The first cell that is no obstacle.
  State initial_state() const noexcept;

  static std::vector<std::string> label_names() { return {"goal", "obstacle"}; }
  bool has_label(std::string_view name, State s) const noexcept {
    return (name == "goal" && s == goal_) || (name == "obstacle" && is_obstacle(s));
  }

  template <class Visit>
  void for_each_transition(State s, Action a, Visit&& visit) const {
    const std::int32_t row = s / cols_;
    const std::int32_t column = s % cols_;
    for (Action side = 0; side < num_moves; ++side) {
      visit(beside(row, column, side), side == a ? straight_ : aside_, rules_.step_reward);
    }
  }

 private:
  /// {row, column} differences.
  static constexpr std::array<std::array<std::int32_t, 2>, num_moves> sides = {
      {{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}}};

  State beside(std::int32_t row, std::int32_t column, Action side) const noexcept {
    const auto& [down, right] = sides[static_cast<std::size_t>(side)];
    const State here = row * cols_ + column;
    if (row + down < 0 || row + down >= rows_ || column + right < 0 || column + right >= cols_) return here;
    const State there = here + down * cols_ + right;
    return is_obstacle(there) ? here : there;
  }

  GridRules rules_;
  std::int32_t rows_;
  std::int32_t cols_;
  State goal_ = 0;
  double straight_;
  double aside_;
  std::vector<bool> obstacle_;  // |S|, or empty if there are none
};
static_assert(Model<Grid>);

}  // namespace aleator
