#include "experiments/tasks/solve_lanes.hpp"

#include <algorithm>
#include <chrono>
#include <exception>

#include "experiments/tasks/solve_keys.hpp"

namespace aleator {
namespace {

/// Discounted value iteration on plain rows, by the point's own keys and model.
bool fits(const Section& solve, const DecisionModel& model) {
  const auto& keys = solve.as<SolveKeys>();
  const bool may = keys.encoding == Encoding::automatic || keys.encoding == Encoding::plain;
  const bool small = model.num_states() <= most_lane_states;
  return solve.selected().name == "value-iteration" && keys.objective == ObjectiveKind::discounted &&
         keys.policy == "optimal" && !keys.start && ((may && small) || keys.encoding == Encoding::lanes);
}

}  // namespace

bool may_use_lanes(const Config& config) {
  const Section* solve = config.find("solve");
  if (!solve) return false;
  return kind_of(config).size(config).states <= most_lane_states || solve->as<SolveKeys>().encoding == Encoding::lanes;
}

bool SolveLanes::add(std::size_t point, const Config& config, const Game& game) {
  const Section* solve = config.find("solve");
  if (!solve || !game.process || !fits(*solve, *game.process)) return false;
  const auto& keys = solve->as<SolveKeys>();
  const auto rows = game.process->sparse(Rewards::per_action);
  if (rows->is_game() && keys.sense == Sense::min) return false;
  const LaneProblem problem{rows.get(),
                            {*keys.discount, keys.effective_tolerance(), keys.stop, keys.max_sweeps, keys.sense}};
  const auto same = std::find_if(groups_.begin(), groups_.end(), [&](const Group& group) {
    return group.problems.front().mdp == rows.get() || share_structure(*group.problems.front().mdp, *rows);
  });
  Group& group = same == groups_.end() ? groups_.emplace_back() : *same;
  group.problems.push_back(problem);
  group.points.push_back(point);
  rows_.push_back(rows);
  return true;
}

void SolveLanes::solve(std::stop_token stop) {
  for (const Group& group : groups_) {
    if (group.problems.size() < 2) continue;
    const auto start = std::chrono::steady_clock::now();
    std::vector<Solution> solutions;
    try {
      solutions = value_iteration_lanes(group.problems, stop);
    } catch (const std::exception&) {
      continue;  // one of them cannot be solved: each alone says which
    }
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    const double share = time.count() / static_cast<double>(solutions.size());
    for (std::size_t i = 0; i < solutions.size(); ++i) {
      found_.emplace(group.points[i], Found{std::move(solutions[i]), share});
    }
  }
}

std::optional<SolveLanes::Found> SolveLanes::take(std::size_t point) {
  auto entry = found_.extract(point);
  return entry.empty() ? std::nullopt : std::optional(std::move(entry.mapped()));
}

}  // namespace aleator
