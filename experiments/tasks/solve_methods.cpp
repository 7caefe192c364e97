#include "experiments/tasks/solve_methods.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "core/mdp/methods/gauss_seidel.hpp"
#include "core/mdp/methods/krylov_policy_iteration.hpp"
#include "core/mdp/methods/linear_programming.hpp"
#include "core/mdp/methods/modified_policy_iteration.hpp"
#include "core/mdp/methods/policy_iteration.hpp"
#include "core/mdp/methods/prioritized_sweeping.hpp"
#include "core/mdp/methods/strategy_iteration.hpp"
#include "core/mdp/methods/topological.hpp"
#include "core/mdp/methods/value_iteration.hpp"
#include "experiments/cli/table.hpp"

namespace aleator {
namespace {

using Values = std::vector<double>;

Method value_iteration_method(const SolveKeys&, double, TbbExecutor& executor) {
  return [&](const BellmanEquation& equation, double target, Values& value, Effort& effort) {
    return value_iteration(equation, target, value, effort, executor);
  };
}

Method sweeps_in_order(const GaussSeidelOptions& options, TbbExecutor& executor) {
  return [options, &executor](const BellmanEquation& equation, double target, Values& value, Effort& effort) {
    return gauss_seidel(equation, options, target, value, effort, executor);
  };
}

State block_of(const SolveKeys& keys) {
  return static_cast<State>(std::min<std::int64_t>(keys.block_states, std::numeric_limits<State>::max()));
}

Method gauss_seidel_method(const SolveKeys& keys, double, TbbExecutor& executor) {
  return sweeps_in_order({keys.order, 1, block_of(keys)}, executor);
}

Method sor_method(const SolveKeys& keys, double, TbbExecutor& executor) {
  return sweeps_in_order({keys.order, keys.relaxation, block_of(keys)}, executor);
}

Method modified_policy_iteration_method(const SolveKeys& keys, double, TbbExecutor& executor) {
  return [options = ModifiedPolicyIterationOptions{keys.evaluation_sweeps}, &executor](
             const BellmanEquation& equation, double target, Values& value, Effort& effort) {
    return modified_policy_iteration(equation, options, target, value, effort, executor);
  };
}

Method policy_iteration_method(const SolveKeys&, double memory, TbbExecutor&) {
  return [memory](const BellmanEquation& equation, double target, Values& value, Effort& effort) {
    const double bytes = static_cast<double>(policy_iteration_bytes(equation.mdp));
    if (bytes > memory) {
      throw std::invalid_argument(
          fmt::format("policy-iteration: the direct solver may need {}, and {} are allowed (--memory): take "
                      "krylov-policy-iteration",
                      cli::bytes_text(bytes), cli::bytes_text(memory)));
    }
    if (equation.mdp.is_game()) return strategy_iteration(equation, {}, target, value, effort);
    return policy_iteration(equation, {}, target, value, effort);
  };
}

Method krylov_method(const SolveKeys& keys, double, TbbExecutor& executor) {
  KrylovPolicyIterationOptions options;
  options.solver = keys.krylov;
  options.restart = static_cast<int>(keys.restart);
  options.forcing = keys.forcing;
  return [options, &executor](const BellmanEquation& equation, double target, Values& value, Effort& effort) {
    return krylov_policy_iteration(equation, options, target, value, effort, executor);
  };
}

Method topological_method(const SolveKeys&, double, TbbExecutor&) {
  return topological_value_iteration;
}

Method prioritized_method(const SolveKeys&, double, TbbExecutor&) {
  return prioritized_sweeping;
}

Method linear_programming_method(const SolveKeys&, double, TbbExecutor&) {
  return [](const BellmanEquation& equation, double target, Values& value, Effort& effort) {
    return linear_programming(equation, {}, target, value, effort);
  };
}

struct NamedMethod {
  std::string_view name;
  Method (*make)(const SolveKeys&, double memory, TbbExecutor&);
};

constexpr NamedMethod methods[] = {
    {"value-iteration", value_iteration_method},
    {"gauss-seidel", gauss_seidel_method},
    {"sor", sor_method},
    {"modified-policy-iteration", modified_policy_iteration_method},
    {"policy-iteration", policy_iteration_method},
    {"krylov-policy-iteration", krylov_method},
    {"topological", topological_method},
    {"prioritized-sweeping", prioritized_method},
    {"linear-programming", linear_programming_method},
};

}  // namespace

void refuse_long_horizon(const BackwardInductionOptions& options, State states, double memory) {
  const double steps = static_cast<double>(options.horizon) + 1;
  const double cells = steps * states;
  double bytes = 0;
  std::vector<std::string_view> tables;
  const auto count = [&](bool kept, std::string_view table, double takes) {
    if (!kept) return;
    bytes += takes;
    tables.push_back(table);
  };
  // As found and in the record, then twice in the record; actions by index and by name too.
  count(options.keep_values, "value_by_steps", 2 * cells * sizeof(double));
  count(options.keep_policy, "policy_by_steps", 3 * cells * sizeof(Action));
  count(options.keep_changes, "residual", 3 * steps * sizeof(double));
  if (bytes <= memory) return;
  throw std::invalid_argument(
      fmt::format("backward-induction: {} of {} steps and {} states may need {}, and {} are allowed (--memory): take a "
                  "shorter horizon, or keep less in output.keep",
                  fmt::join(tables, ", "), options.horizon, states, cli::bytes_text(bytes), cli::bytes_text(memory)));
}

Method solve_method(std::string_view name, const SolveKeys& keys, double memory, TbbExecutor& executor) {
  for (const NamedMethod& method : methods) {
    if (method.name == name) return method.make(keys, memory, executor);
  }
  throw std::logic_error(fmt::format("no method {}", name));
}

}  // namespace aleator
