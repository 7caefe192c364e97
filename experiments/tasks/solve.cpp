#include "experiments/tasks/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <string>

#include "core/mdp/absorbing_targets.hpp"
#include "core/mdp/action_tables.hpp"
#include "core/mdp/average/average_reward.hpp"
#include "core/mdp/encodings/lanes.hpp"
#include "core/mdp/methods/backward_induction.hpp"
#include "core/mdp/methods/discounted.hpp"
#include "core/mdp/methods/value_iteration.hpp"
#include "core/mdp/undiscounted/certified.hpp"
#include "core/mdp/undiscounted/interval_iteration.hpp"
#include "core/mdp/undiscounted/optimistic_value_iteration.hpp"
#include "core/mdp/undiscounted/reduction.hpp"
#include "experiments/tasks/policy_choice.hpp"
#include "experiments/tasks/solve_keys.hpp"
#include "experiments/tasks/solve_methods.hpp"

namespace aleator {
namespace {

std::vector<Output> solve_outputs() {
  using enum ElementType;
  return {
      {"value", f64, {"state"}, "1", "optimal value of the objective (of the policy, where one is given)"},
      {"lower", f64, {"state"}, "1", "proved lower bound on the exact value"},
      {"upper", f64, {"state"}, "1", "proved upper bound on the exact value"},
      {"policy", i32, {"state"}, "1", "optimal action (discounted: the least one); -1 in a state without actions"},
      {"optimal",
       i8,
       {"state", "action"},
       "1",
       "whether the action may be optimal, within the error bound",
       {{-1, "missing"}, {0, "no"}, {1, "yes"}}},
      {"q", f64, {"state", "action"}, "1", "value of the action when `value` is what follows"},
      {"initial_value", f64, {}, "1", "mean value of the initial states"},
      {"error_bound", f64, {}, "1", "proved largest distance of a finite value from the exact one"},
      {"sweeps", i64, {}, "sweeps", "sweeps until the solver stopped"},
      {"transitions_processed", i64, {}, "1", "transitions that the solver read"},
      {"encoding",
       i8,
       {},
       "1",
       "how the rows were kept",
       {{0, "plain"}, {1, "dictionary"}, {2, "stencil"}, {3, "lanes"}}},
      {"row_sum_error", f64, {}, "1", "largest distance of a row's probabilities from a sum of 1; they count as given"},
      {"residual", f64, {"sweep"}, "1", "largest absolute change of the value in a sweep"},
      {"value_by_steps",
       f64,
       {"steps_left", "state"},
       "1",
       "value with so many steps left (backward-induction)",
       {},
       true},
      {"policy_by_steps",
       i32,
       {"steps_left", "state"},
       "1",
       "an optimal action with so many steps left (backward-induction); -1 where there is none",
       {},
       true},
  };
}

/// One [solve] of a run.
class Solve {
 public:
  explicit Solve(Run& run)
      : run_(run),
        section_(run.config.section("solve")),
        keys_(section_.as<SolveKeys>()),
        model_(*run.game.process),
        effort_{keys_.max_sweeps, run.stop} {
    objective_.kind = keys_.objective;
    objective_.sense = keys_.sense;
    objective_.discount = keys_.discount.value_or(1);
    if (keys_.is_reach()) objective_.target = model_.labelled(keys_.target.value_or("end"));
  }

 private:
  /// What `make` makes is the model's, which other runs may share: its time is not the method's.
  template <class Make>
  auto apart(Make make) {
    const auto start = std::chrono::steady_clock::now();
    auto made = make();
    run_.seconds_apart += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return made;
  }

  void require_plain() const { require_plain_rows(run_.kind.size(run_.config), run_.memory); }

  /// Calls f with the rows as they are kept.
  template <class F>
  auto on_encoding(F f) const {
    return encoded_ ? std::visit(f, *encoded_) : f(rows());
  }

 public:
  void run() {
    if (keys_.policy != "optimal") require_plain();
    if (keys_.policy != "optimal")
      given_ = apart([&] { return choose_policy(model_, keys_.policy, Rewards::per_action); });
    const std::string& method = section_.selected().name;
    if (method == "value-iteration" && objective_.kind == ObjectiveKind::discounted && !given_) {
      solve_encoded();
    } else {
      require_plain();
      sparse_ = given_ ? nullptr : apart([&] { return model_.sparse(Rewards::per_action); });
      refuse_sense_of_game(rows().is_game());
      solve_sparse(method);
    }
    note_status();
    write();
  }

 private:
  const SparseMdp& rows() const { return given_ ? given_->chain : *sparse_; }
  double tolerance() const { return keys_.effective_tolerance(); }
  BellmanEquation equation() const { return {rows(), objective_.discount, objective_.sense}; }

  void refuse_sense_of_game(bool is_game) const {
    if (is_game && keys_.sense != keys_.sense_in_games) {
      throw std::invalid_argument(
          fmt::format("solve.sense: in a turn game the owner of a state says what it wants: leave \"{}\"",
                      keys_.sense_in_games == Sense::max ? "max" : "min"));
    }
  }

  std::vector<double> start() const {
    return keys_.start ? values_of_file(*keys_.start, model_.num_states()) : std::vector<double>();
  }

  void solve_encoded() {
    encoded_ = apart([&] { return model_.encoded(keys_.encoding, run_.executor); });
    if (!encoded_) require_plain();
    if (!encoded_) sparse_ = apart([&] { return model_.sparse(Rewards::per_action); });
    if (run_.found_beside) {
      solution_ = std::move(*run_.found_beside);
      return;
    }
    const ValueIteration options{objective_.discount, tolerance(), keys_.stop, keys_.max_sweeps, keys_.sense};
    if (keys_.encoding == Encoding::lanes) {
      refuse_sense_of_game(sparse_->is_game());
      const LaneProblem problem{sparse_.get(), options};
      solution_ = std::move(value_iteration_lanes({&problem, 1}, run_.stop).front());
      return;
    }
    on_encoding([&](const auto& rows) {
      if constexpr (requires { rows.is_game(); }) refuse_sense_of_game(rows.is_game());
      solution_ = value_iteration(rows, options, run_.executor, run_.stop, start());
    });
  }

  void solve_sparse(const std::string& method) {
    if (method == "backward-induction") return solve_horizon();
    if (objective_.kind == ObjectiveKind::discounted && method == "value-iteration") {
      const ValueIteration options{objective_.discount, tolerance(), keys_.stop, keys_.max_sweeps, keys_.sense};
      solution_ = value_iteration(rows(), options, run_.executor, run_.stop, start());
      return;
    }
    if (method == "interval-iteration") {
      return take(solve_interval_iteration(rows(), objective_, tolerance(), effort_, run_.executor));
    }
    if (method == "optimistic-value-iteration") {
      return take(solve_optimistic_value_iteration(rows(), objective_, tolerance(), effort_, run_.executor));
    }
    const Method improve = solve_method(method, keys_, run_.memory, run_.executor);
    switch (objective_.kind) {
      case ObjectiveKind::discounted:
        solution_ = solve_discounted(equation(), tolerance(), improve, effort_, run_.executor, start());
        return;
      case ObjectiveKind::average_reward:
        return take(average_reward(rows(), {objective_.sense, tolerance()}, improve, effort_));
      default:
        return take(solve_undiscounted(rows(), objective_, tolerance(), improve, effort_));
    }
  }

  void take(UndiscountedSolution&& found) {
    solution_ = std::move(found.solution);
    policy_ = std::move(found.policy);
  }

  void solve_horizon() {
    BackwardInductionOptions options;
    options.horizon = *keys_.horizon;
    options.keep_values = run_.record.keeps("value_by_steps");
    options.keep_policy = run_.record.keeps("policy_by_steps");
    options.keep_changes = run_.record.keeps("residual");
    refuse_long_horizon(options, model_.num_states(), run_.memory);
    const SparseMdp process = with_absorbing_targets(rows(), objective_);
    run_.record.dimension("state", process.fixed_value.size());
    FiniteHorizon found =
        backward_induction({process, objective_.discount, objective_.sense}, options, effort_, run_.executor);
    run_.record.dimension("steps_left", static_cast<std::size_t>(options.horizon) + 1);
    if (options.keep_values) run_.record.put("value_by_steps", found.value_by_steps);
    if (options.keep_policy) run_.record.put("policy_by_steps", action_names(found.policy_by_steps));
    if (std::isfinite(found.error_bound)) {
      solution_.value = std::move(found.value);
      follows_ = std::move(found.value_before);
      solution_.error_bound = found.error_bound;
      solution_.status = found.error_bound <= tolerance() || found.status == SolveStatus::stopped
                             ? found.status
                             : SolveStatus::precision_limit;
    } else {
      take(nothing_proved(process, values_overflow));
    }
    steps_ = found.steps;
    solution_.residual = std::move(effort_.residual);
    solution_.transitions_processed = effort_.transitions_processed;
  }

  std::int64_t sweeps() const { return steps_.value_or(solution_.sweeps()); }

  void note_status() {
    const std::string reached =
        fmt::format("an error bound of {:.3g}, tolerance {:g}", solution_.error_bound, tolerance());
    switch (solution_.status) {
      case SolveStatus::converged:
      case SolveStatus::stopped:  // the run is dropped
        return;
      case SolveStatus::max_sweeps:
        return run_.record.status(RunStatus::max_sweeps,
                                  fmt::format("solve: max_sweeps = {} reached with {}", sweeps(), reached));
      case SolveStatus::precision_limit:
        return run_.record.status(RunStatus::precision_limit,
                                  effort_.no_convergence.empty()
                                      ? "solve: double precision ends at " + reached
                                      : fmt::format("solve: {}; the answer has {}", effort_.no_convergence, reached));
      case SolveStatus::not_certified:
        return run_.record.status(RunStatus::not_certified, "solve: not certified: " + solution_.message);
    }
  }

  std::vector<std::int32_t> action_names(const std::vector<Action>& actions) const {
    const auto& labels = model_.action_labels();
    std::vector<std::int32_t> names(actions.size());
    std::transform(actions.begin(), actions.end(), names.begin(), [&](Action a) {
      return a < 0 ? missing_integer : static_cast<std::int32_t>(labels[static_cast<std::size_t>(a)]);
    });
    return names;
  }

  double initial_value() const {
    const std::vector<double> initial = initial_distribution(keys_, model_);
    double sum = 0;
    for (std::size_t s = 0; s < initial.size(); ++s) {
      if (initial[s] > 0) sum += initial[s] * solution_.value[s];
    }
    return sum;
  }

  ActionTables tables(const WantedTables& wanted) {
    const std::size_t actions = model_.action_labels().size();
    const auto of = [&](const auto& model, auto sense_of, auto reward_of) {
      const auto ends = [this](State s) { return !objective_.target.empty() && objective_.target[s] != 0; };
      const SeenBy seen{objective_.kind == ObjectiveKind::discounted ? objective_.discount : 1.0, sense_of, reward_of,
                        ends};
      const std::vector<double>& value = follows_.empty() ? solution_.value : follows_;
      return action_tables(model, actions, seen, value, solution_.error_bound, wanted, run_.executor);
    };
    if (encoded_) {
      return std::visit(
          [&](const auto& rows) {
            const auto sense_of = [&](State s) {
              if constexpr (requires { rows.owner(s); }) return rows.is_game() ? rows.owner(s) : objective_.sense;
              return objective_.sense;
            };
            return of(rows, sense_of, [](State, Action, double reward) { return reward; });
          },
          *encoded_);
    }
    const auto mdp = model_.sparse(Rewards::per_action);
    return of(
        SparseRules(*mdp),
        [&](State s) {
          return BellmanEquation{*mdp, 1, objective_.sense}.sense_of(s);
        },
        [&](State s, Action a, double) {
          const std::int64_t row = mdp->action_begin[s] + a;
          return objective_.kind == ObjectiveKind::discounted ? mdp->reward[row] : step_reward(*mdp, objective_, row);
        });
  }

  /// Of a gain alone no action value can be told, and with no step to go there is none.
  bool has_action_values() const {
    return objective_.kind != ObjectiveKind::average_reward && !(keys_.horizon && *keys_.horizon == 0);
  }

  ActionTables missing_tables() const {
    const std::size_t states = solution_.value.size();
    const std::size_t cells = states * model_.action_labels().size();
    return {std::vector<double>(cells, missing_float), std::vector<std::int8_t>(cells, missing_integer),
            std::vector<Action>(states, -1)};
  }

  void write_actions() {
    RecordBuilder& record = run_.record;
    record.dimension("action", model_.action_labels());
    const bool own_policy = policy_.empty() && !given_;
    const WantedTables wanted{record.keeps("q"), record.keeps("optimal"), own_policy};
    const bool any = wanted.q || wanted.optimal || wanted.policy;
    ActionTables found = !any ? ActionTables{} : has_action_values() ? tables(wanted) : missing_tables();
    if (given_) policy_ = given_->action;
    if (policy_.empty()) policy_ = std::move(found.policy);
    record.put("policy", action_names(policy_));
    if (wanted.optimal) record.put("optimal", found.optimal);
    if (wanted.q) record.put("q", found.q);
  }

  std::vector<double> bound(double sign) const {
    const auto& proved = sign < 0 ? solution_.lower : solution_.upper;
    if (!proved.empty()) return proved;
    std::vector<double> bounds = solution_.value;
    for (double& value : bounds) value += sign * solution_.error_bound;
    return bounds;
  }

  /// The value of output `encoding`.
  std::int8_t encoding_code() const {
    if (encoded_) return static_cast<std::int8_t>(encoded_->index() + 1);
    return keys_.encoding == Encoding::lanes ? 3 : 0;
  }

  double row_sum_error() const {
    return on_encoding([](const auto& rows) {
      const RowFacts facts = row_facts(rows);
      return std::max(facts.largest_sum - 1, 1 - facts.smallest_sum);
    });
  }

  /// Other methods that are swept beside backward induction have empty tables by steps.
  void put_no_steps() {
    run_.record.put("value_by_steps", std::vector<double>());
    run_.record.put("policy_by_steps", std::vector<std::int32_t>());
  }

  void write() {
    RecordBuilder& record = run_.record;
    record.dimension("state", solution_.value.size());
    record.dimension("sweep", solution_.residual.size());
    record.put("value", solution_.value);
    if (section_.selected().name != "backward-induction") put_no_steps();
    if (record.keeps("lower")) record.put("lower", bound(-1));
    if (record.keeps("upper")) record.put("upper", bound(1));
    write_actions();
    record.put("initial_value", initial_value());
    record.put("error_bound", solution_.error_bound);
    record.put("sweeps", sweeps());
    record.put("transitions_processed", solution_.transitions_processed);
    record.put("encoding", encoding_code());
    if (record.keeps("row_sum_error")) record.put("row_sum_error", row_sum_error());
    record.put("residual", solution_.residual);
    run_.solved = Solved{std::move(objective_), std::move(solution_), std::move(policy_), keys_.policy == "random",
                         section_.selected().name != "backward-induction"};
  }

  Run& run_;
  const Section& section_;
  const SolveKeys& keys_;
  const DecisionModel& model_;
  Objective objective_;
  Effort effort_;
  std::optional<ChosenPolicy> given_;
  std::shared_ptr<const SparseMdp> sparse_;
  std::shared_ptr<const EncodedRows> encoded_;
  Solution solution_;
  std::vector<Action> policy_;
  std::optional<std::int64_t> steps_;  // of backward induction, which may keep no residuals to count
  std::vector<double> follows_;        // |S|: the value after one step, where that is another than `value`
};

/// Half a nanosecond a transition in cache, one beyond it; what a process of its size may take by value iteration, or
/// for so many steps.
Estimate estimate_solve(const Config& config) {
  const ProcessSize size = kind_of(config).size(config);
  const auto& keys = config.as<SolveKeys>("solve");
  const bool finite = config.section("solve").selected().name == "backward-induction";
  const double discount = keys.discount.value_or(0.99);
  const double wanted = keys.effective_tolerance() * (1 - discount);
  const double needed = std::log(std::min(wanted, 0.5)) / std::log(discount);
  const double sweeps = finite ? static_cast<double>(keys.horizon.value_or(0))
                               : std::clamp(needed, 1.0, static_cast<double>(keys.max_sweeps));
  const double cells = size.states * std::max(size.actions, 2.0);
  return {size.transitions * (sweeps * 1e-9 + 50e-9), size.transitions * 12 + size.states * 50 + cells * 17,
          size.states * 36 + cells * 9 + 8 * sweeps};
}

}  // namespace

Task solve_task() {
  return {solve_section(),
          "the optimal value, policy and action values, with proved bounds",
          true,
          solve_outputs(),
          check_solve,
          estimate_solve,
          run_solve};
}

void run_solve(Run& run) {
  Solve(run).run();
}

}  // namespace aleator
