#include "experiments/models/pig.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "core/games/pig/play.hpp"
#include "core/games/pig/policies.hpp"
#include "core/games/pig/rules.hpp"
#include "experiments/decision/rules_model.hpp"
#include "experiments/models/state_numbers.hpp"
#include "experiments/tasks/analyse.hpp"
#include "experiments/tasks/match.hpp"
#include "experiments/tasks/policy_choice.hpp"
#include "experiments/tasks/solve.hpp"
#include "experiments/tasks/solve_game.hpp"

namespace aleator {
namespace {

Variant pig_variant() {
  using P = PigRules;
  return variant<P>(
      "pig", "Pig: two players roll in turn, each as often as they dare; a 1 loses the turn",
      {key("goal", &P::goal, {.help = "who has them first wins", .unit = "points", .range = between(1, 1000)}),
       key("die", &P::die, {.help = "faces of a die", .range = between(1, 1000)}),
       key("dice", &P::dice,
           {.help = "dice that are rolled; of two, one 1 loses the turn's total and a double 1 the whole score",
            .range = between(1, 2)}),
       choice("points", &P::points, {{"face", PigPoints::face}, {"one", PigPoints::one}},
              {.help = "what each die adds unless a 1 is rolled: its face; or one, whatever its face (Piglet is that "
                       "with die = 2)"}),
       key("hold_at_least", &P::hold_at_least,
           {.help = "the least turn total with which a player may hold", .unit = "points", .range = at_least(1)})});
}

std::vector<Output> solve_tables() {
  using enum ElementType;
  const std::vector<std::string> positions = {"own", "other", "turn_total"};
  return {
      {"first_win_probability", f64, {}, "1", "probability that who moves first wins"},
      {"win_probability", f64, positions, "1", "probability that the player to move wins; NaN where the game is over"},
      {"hold",
       i8,
       positions,
       "1",
       "whether the player to move holds (if both are as good: rolls)",
       {{-1, "missing"}, {0, "roll"}, {1, "hold"}}},
      {"hold_from",
       i32,
       {"own", "other"},
       "points",
       "the least turn total at which the player holds; where they roll until they win, what they need"},
  };
}

/// Calls f(own, other, turn total, place in a table over the three).
template <class F>
void for_each_position(std::int64_t goal, F f) {
  for (std::int64_t own = 0; own < goal; ++own) {
    for (std::int64_t other = 0; other < goal; ++other) {
      for (std::int64_t turn = 0; own + turn < goal; ++turn) f(PigPosition{own, other, turn});
    }
  }
}

void write_tables(const Run& run, const Pig& game) {
  const Solved& solved = *run.solved;
  const std::int64_t goal = game.rules().goal;
  const auto n = static_cast<std::size_t>(goal);
  std::vector<double> win(n * n * n, missing_float);
  std::vector<std::int8_t> hold(n * n * n, missing_integer);
  std::vector<std::int32_t> hold_from(n * n, missing_integer);
  const bool is_win = found_win_probability(run);
  for_each_position(goal, [&](const PigPosition& p) {
    const auto pair = static_cast<std::size_t>(p.own * goal + p.other);
    const std::size_t place = pair * n + static_cast<std::size_t>(p.turn);
    const State s = game.state(1, p);
    if (is_win) win[place] = solved.solution.value[s];
    if (solved.policy[s] < 0) return;
    hold[place] = solved.policy[s] == Pig::hold_action;
    if (p.turn == 0) hold_from[pair] = static_cast<std::int32_t>(goal - p.own);
    if (hold[place] == 1) hold_from[pair] = std::min(hold_from[pair], static_cast<std::int32_t>(p.turn));
  });
  for (const char* dimension : {"own", "other", "turn_total"}) run.record.dimension(dimension, n);
  run.record.put("first_win_probability", win.front());
  run.record.put("win_probability", win);
  run.record.put("hold", hold);
  run.record.put("hold_from", hold_from);
}

ProcessSize pig_size(const PigRules& rules) {
  const auto goal = static_cast<double>(rules.goal);
  const double positions = goal * goal * (goal + 1);
  const double gains = rules.points == PigPoints::one ? 1 : static_cast<double>(rules.dice * (rules.die - 2) + 1);
  return {positions + 2, 2, positions * (gains + static_cast<double>(rules.dice) + 1)};
}

/// "own other turn_total"
State state_of(const Config& config, const std::string& text) {
  const auto& rules = config.as<PigRules>("model");
  const auto [own, other, turn] = state_numbers<3>(text);
  require_below(own, rules.goal, "own");
  require_below(other, rules.goal, "other");
  require_below(turn, rules.goal - own, "turn_total");
  return Pig(rules).state(1, {own, other, turn});
}

constexpr std::string_view hold_prefix = "hold-at:";
constexpr std::string_view keep_pace_name = "keep-pace";

struct PigMatches {
  using Game = Pig;
  using Player = PigPlayer;

  static PolicyNames policy_names() {
    return {"hold-at:POINTS (of the turn; at the goal too), keep-pace (holds later when behind; races near the goal)",
            {"hold-at:20", std::string(keep_pace_name)},
            [](const std::string& policy) {
              return policy == keep_pace_name || number_after(hold_prefix, policy).has_value();
            },
            [](const Config& config, const std::string& policy) {
              if (policy == keep_pace_name) return std::string();
              const auto& rules = config.as<PigRules>("model");
              const std::int64_t points = *number_after(hold_prefix, policy);
              if (points >= rules.hold_at_least && points <= rules.goal) return std::string();
              return fmt::format("{} points are out of range: {} to {}, from model.hold_at_least to model.goal", points,
                                 rules.hold_at_least, rules.goal);
            }};
  }
  static TurnPolicy named_policy(const Pig& game, const std::string& policy) {
    if (policy == keep_pace_name) return keep_pace(game);
    return hold_at(game, *number_after(hold_prefix, policy));
  }
  /// About eight points a turn; a turn is some rolls.
  static double usual_turns(const Config& config) {
    return 0.25 * static_cast<double>(config.as<PigRules>("model").goal);
  }
};

}  // namespace

ModelKind pig_kind() {
  ModelKind kind;
  kind.variant = pig_variant();
  kind.check = [](const Config& config) { return problems_of(config.as<PigRules>("model")); };
  kind.make = [](const Config& config, std::uint64_t) {
    const Pig game(config.as<PigRules>("model"));
    return Game{game, std::make_shared<RulesModel<Pig>>(game, numbered_actions(2))};
  };
  kind.size = [](const Config& config) { return pig_size(config.as<PigRules>("model")); };
  kind.state_help =
      "the scores of the player to move and of the opponent and the turn's total: \"40 35 12\"; action 0 is "
      "to roll, 1 to hold";
  kind.state_of = state_of;
  kind.tasks = {solve_game_task("topological", solve_tables(),
                                [](Run& run) {
                                  run_solve(run);
                                  write_tables(run, std::any_cast<const Pig&>(run.game.rules));
                                }),
                analyse_task(), match_task<PigMatches>(), simulate_match_task<PigMatches>()};
  return kind;
}

}  // namespace aleator
