#include "core/mdp/models/grid.hpp"

#include <algorithm>

#include "core/mdp/models/checks.hpp"

namespace aleator {
namespace {

bool inside(const GridRules& rules, const Cell& cell) {
  return cell[0] >= 0 && cell[0] < rules.rows && cell[1] >= 0 && cell[1] < rules.cols;
}

Cell goal_of(const GridRules& rules) {
  return rules.goal.value_or(Cell{rules.rows - 1, rules.cols - 1});
}

std::string outside(const GridRules& rules, const Cell& cell) {
  return text("the cell (", cell[0], ", ", cell[1], ") is not on the grid of ", rules.rows, " x ", rules.cols);
}

void check_cells(const GridRules& rules, Problems& problems) {
  for (std::size_t i = 0; i < rules.obstacles.size(); ++i) {
    const Cell& cell = rules.obstacles[i];
    if (!inside(rules, cell)) {
      problems.push_back({"obstacles", i, outside(rules, cell)});
    } else if (cell == goal_of(rules)) {
      problems.push_back({"obstacles", i, text("the cell (", cell[0], ", ", cell[1], ") is the goal")});
    }
  }
  if (rules.goal && !inside(rules, *rules.goal)) problems.push_back({"goal", {}, outside(rules, *rules.goal)});
}

}  // namespace

Problems problems_of(const GridRules& rules) {
  Problems problems;
  checks::board(problems, rules.rows, rules.cols);
  if (problems.empty()) check_cells(rules, problems);
  checks::probability(problems, "slip", rules.slip);
  checks::reward(problems, "goal_value", rules.goal_value);
  checks::reward(problems, "step_reward", rules.step_reward);
  return problems;
}

Grid::Grid(const GridRules& rules)
    : rules_(rules),
      rows_(static_cast<std::int32_t>(rules.rows)),
      cols_(static_cast<std::int32_t>(rules.cols)),
      straight_(1 - rules.slip),
      aside_(rules.slip / (num_moves - 1)) {
  require_none(problems_of(rules));
  const auto state = [&](const Cell& cell) { return static_cast<State>(cell[0] * rules_.cols + cell[1]); };
  goal_ = state(goal_of(rules_));
  if (!rules_.obstacles.empty()) obstacle_.resize(static_cast<std::size_t>(num_states()));
  for (const Cell& cell : rules_.obstacles) obstacle_[static_cast<std::size_t>(state(cell))] = true;
}

State Grid::initial_state() const noexcept {
  const auto free = std::find(obstacle_.begin(), obstacle_.end(), false);
  return static_cast<State>(free - obstacle_.begin());
}

}  // namespace aleator
