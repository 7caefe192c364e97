#include "experiments/tasks/solve_keys.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/tasks/policy_choice.hpp"

namespace aleator {
namespace {

using S = SolveKeys;

Keys common_keys() {
  Keys keys = {
      choice(
          "objective", &S::objective,
          {{"discounted", ObjectiveKind::discounted},
           {"reach-probability", ObjectiveKind::reach_probability},
           {"reach-reward", ObjectiveKind::reach_reward},
           {"expected-steps", ObjectiveKind::expected_steps},
           {"total-reward", ObjectiveKind::total_reward},
           {"average-reward", ObjectiveKind::average_reward}},
          {.help = "what the value of a state is: the expected sum of discounted rewards; the probability to come to "
                   "the target, the expected reward or steps until then (infinite if it may be missed); the reward "
                   "of all steps; the reward of a step in the long run"}),
      choice("sense", &S::sense, {{"max", Sense::max}, {"min", Sense::min}},
             {.help = "whether the value is made large or small; in a turn game the owner of a state says it"}),
      key("discount", &S::discount,
          {.help = "weight of the next turn against this one, for objective = \"discounted\"",
           .range = inside(0, 1),
           .default_text = "must be given for it"}),
      key("tolerance", &S::tolerance,
          {.help = "how near the optimum the value must be proved to be, in every state",
           .range = above(0),
           .default_text = "1e-9; 1e-5 with stop = \"total-change\""}),
      key("max_sweeps", &S::max_sweeps,
          {.help = "gives up after so many, with status max_sweeps", .unit = "sweeps", .range = between(1, 1e12)}),
      key("target", &S::target,
          {.help = std::string("the label of the states to be reached, or ") + condition_help +
                   "; for reach-probability, reach-reward, expected-steps",
           .default_text = "\"end\": the states without actions"}),
      key("policy", &S::policy,
          {.help = "the policy that is evaluated: optimal (found first), random (all actions equally likely), "
                   "fixed:ACTION, or that of a results file, FILE.h5",
           .check = policy_choice_problem,
           .files = named_file}),
      key("start", &S::start,
          {.help = "a results file with a variable value to start from, for objective = \"discounted\"",
           .default_text = "from 0",
           .files = named_file}),
  };
  return joined(std::move(keys), initial_keys<S>());
}

Key stop_key() {
  return choice("stop", &S::stop,
                {{"sup", StopRule::sup}, {"span", StopRule::span}, {"total-change", StopRule::total_change}},
                {.help = "of discounted value iteration. sup: proved by the largest change; span: by smallest and "
                         "largest, the value is the midpoint; total-change: the changes add up to less than the "
                         "tolerance (no promise)"});
}

Key encoding_key() {
  return choice(
      "encoding", &S::encoding,
      {{"auto", Encoding::automatic},
       {"plain", Encoding::plain},
       {"dictionary", Encoding::dictionary},
       {"stencil", Encoding::stencil},
       {"lanes", Encoding::lanes}},
      {.help =
           "how discounted value iteration keeps the rows. plain: compressed sparse rows; dictionary: at "
           "most 256 distinct probabilities, one byte each; stencil: runs of states with equal relative "
           "transitions, without indices; lanes: plain rows that the points of a sweep with one structure share, each "
           "in a lane of the vectors (auto does so too where it is small); auto: the best for the model"});
}

Key order_key() {
  return choice("order", &S::order,
                {{"forward", SweepOrder::forward},
                 {"backward", SweepOrder::backward},
                 {"symmetric", SweepOrder::symmetric},
                 {"graph", SweepOrder::graph}},
                {.help = "of the states in a sweep: as numbered, reversed, one after the other, or those nearest the "
                         "end of the process first"});
}

Key block_key() {
  return key("block_states", &S::block_states,
             {.help = "Gauss-Seidel within blocks of so many states, Jacobi between them",
              .unit = "states",
              .range = between(1, 2e9)});
}

Key evaluation_key() {
  return key(
      "evaluation_sweeps", &S::evaluation_sweeps,
      {.help = "sweeps under the policy between two that may change it", .unit = "sweeps", .range = between(0, 1e9)});
}

Keys krylov_keys() {
  return {choice("krylov", &S::krylov, {{"gmres", KrylovSolver::gmres}, {"bicgstab", KrylovSolver::bicgstab}},
                 {.help = "the method for the linear equations of a policy"}),
          key("restart", &S::restart, {.help = "vectors that GMRES keeps", .range = between(1, 1000)}),
          key("forcing", &S::forcing,
              {.help = "the linear residual is brought to this share of the Bellman residual", .range = inside(0, 1)})};
}

Variant method(std::string name, std::string help, Keys own) {
  return variant<S>(std::move(name), std::move(help), joined(common_keys(), std::move(own)));
}

SectionSpec make_section() {
  Key horizon =
      key("horizon", &S::horizon, {.help = "steps to go", .unit = "steps", .range = between(0, 1e9), .required = true});
  return {
      "solve",
      "method",
      {method("value-iteration", "V_{k+1}(s) = max_a sum P (r + discount V_k), Jacobi, with a proved error bound",
              {stop_key(), encoding_key()}),
       method("gauss-seidel", "Value iteration that uses new values at once", {order_key(), block_key()}),
       method("sor", "Gauss-Seidel that goes `relaxation` times as far as it would; does not always converge",
              {key("relaxation", &S::relaxation, {.help = "1 is Gauss-Seidel", .range = inside(0, 2)}), order_key(),
               block_key()}),
       method("modified-policy-iteration", "Greedy sweeps with evaluation_sweeps of the policy after each",
              {evaluation_key()}),
       method("policy-iteration",
              "Exact evaluation of each policy by a sparse direct solver; in turn games one player's best answer to "
              "each strategy of the other (Hoffman and Karp)",
              {}),
       method("krylov-policy-iteration", "Inexact evaluation of each policy by GMRES or BiCGSTAB", krylov_keys()),
       method("topological", "Strongly connected components one after the other, from the end", {}),
       method("prioritized-sweeping", "Always the state whose value may change most", {}),
       method("interval-iteration", "Lower and upper bounds that meet; undiscounted objectives only", {}),
       method("optimistic-value-iteration", "A guessed upper bound that is then proved; undiscounted objectives only",
              {}),
       method("linear-programming", "The linear programme of the process, for small ones as a check", {}),
       method("backward-induction", "A finite horizon: the best with exactly `horizon` steps to go", {horizon})}};
}

}  // namespace

double SolveKeys::effective_tolerance() const noexcept {
  return tolerance.value_or(stop == StopRule::total_change ? 1e-5 : 1e-9);
}

bool SolveKeys::is_reach() const noexcept {
  return objective == ObjectiveKind::reach_probability || objective == ObjectiveKind::reach_reward ||
         objective == ObjectiveKind::expected_steps;
}

const SectionSpec& solve_section() {
  static const SectionSpec section = make_section();
  return section;
}

namespace {

/// Which objectives a method solves.
bool solves(std::string_view method, const SolveKeys& keys) {
  const bool bounds_only = method == "interval-iteration" || method == "optimistic-value-iteration";
  if (method == "backward-induction") return keys.objective != ObjectiveKind::average_reward;
  if (keys.objective == ObjectiveKind::average_reward) return method == "value-iteration";
  return keys.objective != ObjectiveKind::discounted || !bounds_only;
}

}  // namespace

Problems check_solve(const Config& config) {
  const auto& section = config.section("solve");
  const auto& keys = section.as<SolveKeys>();
  Problems problems = check_initial(keys);
  const std::string& method = section.selected().name;
  const bool discounted = keys.objective == ObjectiveKind::discounted;
  const auto refuse = [&](const char* key, std::string message) { problems.push_back({key, {}, std::move(message)}); };
  if (!solves(method, keys)) {
    const bool average = keys.objective == ObjectiveKind::average_reward;
    refuse("method",
           fmt::format("\"{}\" does not solve objective = \"{}\"{}", method, average ? "average-reward" : "discounted",
                       average ? ": value-iteration does" : ": it is for undiscounted ones"));
  }
  if (discounted && !keys.discount) refuse("discount", "missing: objective = \"discounted\" needs it");
  if (!discounted && keys.discount) refuse("discount", "is for objective = \"discounted\" alone");
  if (keys.target && !keys.is_reach()) refuse("target", "is for reach-probability, reach-reward and expected-steps");
  if (keys.start && !discounted) refuse("start", "is for objective = \"discounted\" alone");
  if (keys.start && method == "backward-induction") refuse("start", "backward-induction starts from the end");
  if (keys.stop != StopRule::sup && !discounted) refuse("stop", "is for objective = \"discounted\" alone");
  if (keys.encoding == Encoding::lanes && keys.start) refuse("encoding", "lanes start from 0: leave start out");
  if (!discounted && keys.encoding != Encoding::automatic && keys.encoding != Encoding::plain) {
    refuse("encoding", "is for objective = \"discounted\": the others work on plain rows");
  }
  return problems;
}

}  // namespace aleator
