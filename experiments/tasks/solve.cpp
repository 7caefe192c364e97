#include "experiments/tasks/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/mdp/methods/value_iteration.hpp"

namespace aleator {
namespace {

SectionSpec solve_section() {
  using V = ValueIterationKeys;
  return {
      "solve",
      "method",
      {variant<V>(
          "value-iteration", "V_{k+1}(s) = max_a sum P (r + discount V_k), Jacobi, with a proved error bound",
          {key("discount", &V::discount,
               {.help = "weight of the next turn against this one", .range = inside(0, 1), .required = true}),
           key("tolerance", &V::tolerance,
               {.help = "how near the optimum the value must be proved to be, in every state",
                .range = above(0),
                .default_text = "1e-9; 1e-5 with stop = \"total-change\""}),
           choice(
               "stop", &V::stop,
               {{"sup", StopRule::sup}, {"span", StopRule::span}, {"total-change", StopRule::total_change}},
               {.help = "sup: proved by the largest change; span: by smallest and largest, the value is the midpoint; "
                        "total-change: the changes add up to less than the tolerance (no promise)"}),
           key("max_sweeps", &V::max_sweeps,
               {.help = "gives up after so many, with status max_sweeps",
                .unit = "sweeps",
                .range = between(1, 1e12)})})}};
}

std::vector<Output> solve_outputs() {
  using enum ElementType;
  return {
      {"value", f64, {"state"}, "1", "optimal expected discounted reward"},
      {"policy", i32, {"state"}, "1", "least optimal action; -1 in a state without actions"},
      {"optimal",
       i8,
       {"state", "action"},
       "1",
       "whether the action may be optimal, within the error bound",
       {{-1, "missing"}, {0, "no"}, {1, "yes"}}},
      {"q", f64, {"state", "action"}, "1", "expected discounted reward of the action, then of optimal play"},
      {"error_bound", f64, {}, "1", "proved largest distance of value from the optimum over all states"},
      {"sweeps", i64, {}, "sweeps", "sweeps until the solver stopped"},
      {"residual", f64, {"sweep"}, "1", "largest absolute change of the value in a sweep"},
  };
}

void note_status(const Solution& solution, double tolerance, RecordBuilder& record) {
  switch (solution.status) {
    case SolveStatus::converged:
      break;
    case SolveStatus::stopped:
    case SolveStatus::not_certified:
      break;  // the run is dropped
    case SolveStatus::max_sweeps:
      record.status(RunStatus::max_sweeps,
                    fmt::format("solve: max_sweeps = {} reached with an error bound of {:.3g}, tolerance {:g}",
                                solution.sweeps(), solution.error_bound, tolerance));
      break;
    case SolveStatus::precision_limit:
      record.status(RunStatus::precision_limit,
                    fmt::format("solve: double precision ends at an error bound of {:.3g}, tolerance {:g}",
                                solution.error_bound, tolerance));
      break;
  }
}

/// A table over (state, action), rows of all actions, from one over the actions that each state has.
template <class To, class From>
std::vector<To> dense(const SparseMdp& mdp, std::size_t actions, const std::vector<From>& rows, To without) {
  std::vector<To> table(static_cast<std::size_t>(mdp.num_states()) * actions, without);
  for (State s = 0; s < mdp.num_states(); ++s) {
    const auto begin = rows.begin() + mdp.action_begin[s];
    std::copy(begin, begin + mdp.num_actions(s), table.begin() + static_cast<std::ptrdiff_t>(s * actions));
  }
  return table;
}

void write(const Solved& solved, RecordBuilder& record) {
  const auto& [process, solution, actions] = solved;
  const std::size_t num_actions = process.labels.size();
  record.dimension("state", solution.value.size());
  record.dimension("action", process.labels);
  record.dimension("sweep", solution.residual.size());
  record.put("value", solution.value);
  std::vector<std::int32_t> policy(actions.policy.size());
  std::transform(actions.policy.begin(), actions.policy.end(), policy.begin(), [&](Action a) {
    return a < 0 ? missing_integer : static_cast<std::int32_t>(process.labels[static_cast<std::size_t>(a)]);
  });
  record.put("policy", policy);
  record.put("optimal", dense<std::int8_t>(process.mdp, num_actions, actions.optimal, 0));
  record.put("q", dense<double>(process.mdp, num_actions, actions.q, missing_float));
  record.put("error_bound", solution.error_bound);
  record.put("sweeps", solution.sweeps());
  record.put("residual", solution.residual);
}

void run_solve(Run& run) {
  const auto& keys = run.config.as<ValueIterationKeys>("solve");
  const double tolerance = effective_tolerance(keys);
  Process process = run.kind.process(run.game);
  Solution solution =
      value_iteration(process.mdp, {keys.discount, tolerance, keys.stop, keys.max_sweeps}, run.executor, run.stop);
  ActionValues actions = action_values({process.mdp, keys.discount}, solution.value, solution.error_bound);
  note_status(solution, tolerance, run.record);
  run.solved = Solved{std::move(process), std::move(solution), std::move(actions)};
  write(*run.solved, run.record);
}

}  // namespace

Task solve_task(Estimate (*estimate)(const Config&)) {
  return {solve_section(), "the optimal value, policy and action values, with a proved error bound",
          solve_outputs(), [](const Config&) { return Problems{}; },
          estimate,        run_solve};
}

double effective_tolerance(const ValueIterationKeys& keys) noexcept {
  return keys.tolerance.value_or(keys.stop == StopRule::total_change ? 1e-5 : 1e-9);
}

double estimated_sweeps(const ValueIterationKeys& keys, double scale) noexcept {
  const double target = effective_tolerance(keys) * (1 - keys.discount) / std::max(scale, 1e-300);
  const double sweeps = std::log(std::min(target, 0.5)) / std::log(keys.discount);
  return std::clamp(sweeps, 1.0, static_cast<double>(keys.max_sweeps));
}

}  // namespace aleator
