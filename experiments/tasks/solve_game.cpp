#include "experiments/tasks/solve_game.hpp"

#include <algorithm>

#include "experiments/tasks/solve.hpp"
#include "experiments/tasks/solve_keys.hpp"

namespace aleator {

Task solve_game_task(std::string_view method, const std::vector<Output>& tables, void (*run)(Run&)) {
  Task task = solve_task();
  task.of_any_process = false;
  task.help += "; the probability of winning in every position";
  SolveKeys defaults;
  defaults.objective = ObjectiveKind::reach_probability;
  defaults.target = "win";
  defaults.tolerance = 1e-12;
  task.section = with_defaults(std::move(task.section), defaults);
  auto& methods = task.section.variants;
  const auto first = std::find_if(methods.begin(), methods.end(), [&](const Variant& v) { return v.name == method; });
  std::rotate(methods.begin(), first, first + 1);
  for (Output& output : task.outputs) {
    const auto& over = output.dimensions;
    if (std::find(over.begin(), over.end(), "state") != over.end()) output.on_request = true;
  }
  task.outputs.insert(task.outputs.begin(), tables.begin(), tables.end());
  task.run = run;
  return task;
}

bool found_win_probability(const Run& run) {
  const auto& keys = run.config.as<SolveKeys>("solve");
  return keys.objective == ObjectiveKind::reach_probability && keys.target == "win";
}

}  // namespace aleator
