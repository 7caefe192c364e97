#include "experiments/models/chutes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/games/chutes/play.hpp"
#include "core/games/chutes/rules.hpp"
#include "core/mdp/sparse_mdp.hpp"
#include "experiments/decision/rules_model.hpp"
#include "experiments/models/board_keys.hpp"
#include "experiments/tasks/analyse.hpp"
#include "experiments/tasks/policy_choice.hpp"
#include "experiments/tasks/solve.hpp"

namespace aleator {
namespace {

Variant chutes_variant() {
  using C = ChutesRules;
  Keys keys = chutes_board_keys();
  keys.push_back(key("win_reward", &C::win_reward, {.help = "the value of the last tile"}));
  keys.push_back(key("step_reward", &C::step_reward, {.help = "received on every turn"}));
  return variant<C>(
      "chutes", "Chutes and ladders with a choice: the player picks the step, chance decides how exactly it is made",
      std::move(keys));
}

/// [simulate]
struct SimulateKeys {
  std::string policy = "optimal";
  std::int64_t games = 100'000;
  std::int64_t max_turns = 10'000;
  std::int64_t block_games = 8'192;
  std::optional<double> discount;
};

/// The step of "fixed:a", none for anything else.
std::optional<std::int64_t> fixed_step(std::string_view policy) {
  return number_after("fixed:", policy);
}

std::string policy_problem(const std::string& policy) {
  if (policy == "optimal" || policy == "random" || fixed_step(policy)) return {};
  const std::string near = did_you_mean(policy, {"optimal", "random", "fixed:1"});
  return fmt::format("there is no policy {}{}", toml_string(policy),
                     near.empty() ? ": it is optimal, random or fixed:STEP" : near);
}

SectionSpec simulate_section() {
  using S = SimulateKeys;
  return {"simulate",
          "",
          {variant<S>("", "Plays games from tile 0 on all cores",
                      {key("policy", &S::policy,
                           {.help = "optimal (as [solve] found it), random, or fixed:STEP", .check = policy_problem}),
                       key("games", &S::games, {.help = "games to play", .unit = "games", .range = between(1, 1e15)}),
                       key("max_turns", &S::max_turns,
                           {.help = "a game is cut after so many", .unit = "turns", .range = between(1, 100'000'000)}),
                       key("block_games", &S::block_games,
                           {.help = "games that share a random stream", .unit = "games", .range = between(1, 1e9)}),
                       key("discount", &S::discount,
                           {.help = "for the mean return, when there is no [solve] to take it from",
                            .range = between(0, 1),
                            .default_text = "that of [solve], else 1"})})}};
}

std::vector<Output> simulate_outputs() {
  using enum ElementType;
  return {
      {"turns_mean", f64, {}, "turns", "mean turns of the games that finished"},
      {"turns_mean_se", f64, {}, "turns", "standard error of turns_mean"},
      {"turns_frequency", f64, {"turn"}, "1", "share of all games that finished in exactly so many turns"},
      {"return_mean", f64, {}, "1", "mean discounted return from tile 0"},
      {"return_mean_se", f64, {}, "1", "standard error of return_mean"},
      {"cut_share", f64, {}, "1", "share of games cut at max_turns"},
      {"agrees_with_value",
       i8,
       {},
       "1",
       "whether return_mean is within 4 standard errors, the error bound and the bound on cut games of value(0)",
       {{-1, "not_applicable"}, {0, "no"}, {1, "yes"}}},
      {"value_z", f64, {}, "1", "(return_mean - value(0)) / return_mean_se"},
  };
}

Problems check_simulate(const Config& config) {
  Problems problems;
  const auto& keys = config.as<SimulateKeys>("simulate");
  const auto& actions = config.as<ChutesRules>("model").actions;
  if (keys.policy == "optimal" && !config.has("solve")) {
    problems.push_back({"policy", {}, "\"optimal\" is what [solve] finds, and there is no [solve]"});
  }
  const auto step = fixed_step(keys.policy);
  if (step && std::find(actions.begin(), actions.end(), *step) == actions.end()) {
    problems.push_back({"policy", {}, fmt::format("the step {} is none of model.actions", *step)});
  }
  if (keys.discount && config.has("solve")) {
    problems.push_back({"discount", {}, "is that of [solve]: leave it out here"});
  }
  return problems;
}

ChutesPolicy policy_of(const Run& run, const Chutes& game) {
  const auto& policy = run.config.as<SimulateKeys>("simulate").policy;
  if (policy == "random") return std::nullopt;
  if (policy == "optimal" && run.solved->is_random) return std::nullopt;
  if (policy == "optimal") return run.solved->policy;
  const auto& steps = game.steps();
  const auto action = std::find(steps.begin(), steps.end(), *fixed_step(policy)) - steps.begin();
  return std::vector<Action>(static_cast<std::size_t>(game.num_states()), static_cast<Action>(action));
}

/// Compares the mean return with the value of tile 0 that the same policy was found for.
void write_agreement(const Run& run, const PlayStatistics& statistics) {
  constexpr std::int64_t enough_games = 30;  // for a standard error to mean anything
  const auto& keys = run.config.as<SimulateKeys>("simulate");
  const bool comparable = keys.policy == "optimal" && keys.games >= enough_games && run.solved->is_stationary &&
                          run.solved->objective.kind == ObjectiveKind::discounted;
  double z = missing_float;
  std::int8_t agrees = -1;
  if (comparable) {
    const double difference = statistics.return_mean - run.solved->solution.value.front();
    const double allowed = 4 * statistics.return_mean_se + run.solved->solution.error_bound + statistics.cut_bound;
    agrees = std::abs(difference) <= allowed ? 1 : 0;
    z = statistics.return_mean_se > 0 ? difference / statistics.return_mean_se : missing_float;
  }
  run.record.put("agrees_with_value", agrees);
  run.record.put("value_z", z);
}

void run_simulate(Run& run) {
  const auto& keys = run.config.as<SimulateKeys>("simulate");
  const auto& game = std::any_cast<const Chutes&>(run.game.rules);
  const double discount = run.config.has("solve") ? run.solved->objective.discount : keys.discount.value_or(1.0);
  const ChutesPlayer player(game, policy_of(run, game));
  const TurnCounts counts = play_games(player, {keys.games, keys.max_turns, keys.block_games},
                                       stream_key(run, "simulate"), run.executor, run.stop);
  const PlayStatistics statistics = play_statistics(counts, game.rules(), discount, keys.max_turns);

  std::vector<double> frequency(counts.finished.begin(), counts.finished.end());
  for (double& games : frequency) games /= static_cast<double>(keys.games);
  run.record.dimension("turn", frequency.size());
  run.record.put("turns_mean", statistics.turns_mean);
  run.record.put("turns_mean_se", statistics.turns_mean_se);
  run.record.put("turns_frequency", frequency);
  run.record.put("return_mean", statistics.return_mean);
  run.record.put("return_mean_se", statistics.return_mean_se);
  run.record.put("cut_share", statistics.cut_share);
  write_agreement(run, statistics);
}

double transitions(const ChutesRules& rules) {
  return static_cast<double>(rules.tiles) * static_cast<double>(rules.actions.size() * rules.slip.size());
}

Estimate estimate_simulate(const Config& config) {
  const auto& rules = config.as<ChutesRules>("model");
  const auto& keys = config.as<SimulateKeys>("simulate");
  const double turns = std::min(static_cast<double>(keys.max_turns), 0.5 * static_cast<double>(rules.tiles));
  return {static_cast<double>(keys.games) * turns * 10e-9, transitions(rules) * 4 + 16 * turns, 8 * turns};
}

}  // namespace

Keys chutes_board_keys() {
  using C = ChutesRules;
  Keys own = {
      key("actions", &C::actions, {.help = "the steps that can be chosen", .unit = "tiles"}),
      key("slip", &C::slip, {.help = "probability of each of slip_offsets"}),
      key("slip_offsets", &C::slip_offsets, {.help = "what is added to the chosen step", .unit = "tiles"}),
      choice("overshoot", &C::overshoot,
             {{"to-tile", Overshoot::to_tile},
              {"stay", Overshoot::stay},
              {"bounce", Overshoot::bounce},
              {"arrive", Overshoot::arrive}},
             {.help = "what becomes of a move past the last tile: to overshoot_tile, not made, reflected, arrives"}),
      key("overshoot_tile", &C::overshoot_tile,
          {.help = "where overshoot = \"to-tile\" goes", .unit = "tiles", .default_text = "tiles - 1"})};
  return joined(board_keys<C>(chutes_default_board), std::move(own));
}

ModelKind chutes_kind() {
  ModelKind kind;
  kind.variant = chutes_variant();
  kind.check = [](const Config& config) { return problems_of(config.as<ChutesRules>("model")); };
  kind.make = [](const Config& config, std::uint64_t) {
    const Chutes game(config.as<ChutesRules>("model"));
    return Game{game, std::make_shared<RulesModel<Chutes>>(game, game.steps())};
  };
  kind.size = [](const Config& config) {
    const auto& rules = config.as<ChutesRules>("model");
    return ProcessSize{static_cast<double>(rules.tiles), static_cast<double>(rules.actions.size()), transitions(rules)};
  };
  kind.outputs = {
      {"destination", ElementType::i32, {"state"}, "tiles", "where a piece that comes to the tile ends up"}};
  kind.write = [](Run& run) {
    const auto& destinations = std::any_cast<const Chutes&>(run.game.rules).destinations();
    run.record.dimension("state", destinations.size());
    run.record.put("destination", destinations);
  };
  kind.tasks = {solve_task(),
                analyse_task(),
                {simulate_section(), "games played by a policy: turns, return, and whether they agree with the value",
                 false, simulate_outputs(), check_simulate, estimate_simulate, run_simulate}};
  return kind;
}

}  // namespace aleator
