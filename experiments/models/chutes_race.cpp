#include "experiments/models/chutes_race.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "core/games/race/play.hpp"
#include "core/games/race/policies.hpp"
#include "core/games/race/rules.hpp"
#include "core/stats/moments.hpp"
#include "experiments/decision/rules_model.hpp"
#include "experiments/models/chutes.hpp"
#include "experiments/models/state_numbers.hpp"
#include "experiments/tasks/analyse.hpp"
#include "experiments/tasks/match.hpp"
#include "experiments/tasks/policy_choice.hpp"
#include "experiments/tasks/solve.hpp"
#include "experiments/tasks/solve_game.hpp"

namespace aleator {
namespace {

std::vector<Output> solve_tables() {
  using enum ElementType;
  const std::vector<std::string> pair = {"own", "other"};
  return {
      {"first_win_probability", f64, {}, "1", "probability that who moves first wins"},
      {"win_probability", f64, pair, "1", "probability that the player to move wins, by the tiles of both"},
      {"best_step", i32, pair, "tiles", "the optimal step"},
      {"solo_step", i32, {"own"}, "tiles", "the step of a single player who wants to arrive in the fewest turns"},
      {"solo_turns", f64, {"own"}, "turns", "expected turns that the single player needs"},
      {"boldness", i32, pair, "tiles", "best_step - solo_step; 0 where solo_step wins as often"},
      {"boldness_behind",
       f64,
       {},
       "tiles",
       "mean boldness of who needs more solo_turns than the opponent, over all pairs of tiles where pieces can stand"},
      {"boldness_ahead", f64, {}, "tiles", "the same of who needs fewer"},
  };
}

/// The tables of a race that is solved, by the tiles of player 1, who moves, and player 2.
class RaceTables {
 public:
  explicit RaceTables(Run& run)
      : run_(run),
        game_(std::any_cast<const ChutesRace&>(run.game.rules)),
        solved_(*run.solved),
        solo_(solo_play(game_.board())),
        tiles_(static_cast<std::size_t>(game_.board().goal())) {}

  void write() {
    const std::size_t pairs = tiles_ * tiles_;
    std::vector<double> win(pairs, missing_float);
    std::vector<std::int32_t> step(pairs, missing_integer);
    std::vector<std::int32_t> boldness(pairs, 0);
    for_each_pair([&](State own, State other, std::size_t place) {
      const State s = game_.state(1, own, other);
      if (found_win_probability(run_)) win[place] = solved_.solution.value[s];
      if (solved_.policy[s] >= 0) step[place] = step_of(solved_.policy[s]);
      boldness[place] = boldness_of(s, own);
    });
    RecordBuilder& record = run_.record;
    record.dimension("own", tiles_);
    record.dimension("other", tiles_);
    record.put("first_win_probability", win.front());
    record.put("win_probability", win);
    record.put("best_step", step);
    write_solo();
    record.put("boldness", boldness);
    write_means(boldness);
  }

 private:
  template <class F>
  void for_each_pair(F f) const {
    const State goal = game_.board().goal();
    for (State own = 0; own < goal; ++own) {
      for (State other = 0; other < goal; ++other) f(own, other, static_cast<std::size_t>(own) * tiles_ + other);
    }
  }

  std::int32_t step_of(Action a) const {
    return static_cast<std::int32_t>(game_.board().steps()[static_cast<std::size_t>(a)]);
  }

  /// In a state of player 1.
  std::int32_t boldness_of(State s, State own) const {
    const Action best = solved_.policy[s];
    if (best < 0 || !found_win_probability(run_)) return 0;
    double solo = 0;
    game_.for_each_transition(s, solo_.action[own],
                              [&](State next, double p, double) { solo += p * solved_.solution.value[next]; });
    const double slack = 2 * solved_.solution.error_bound + 1e-12;
    if (solved_.solution.value[s] - solo <= slack) return 0;
    return step_of(best) - step_of(solo_.action[own]);
  }

  void write_solo() {
    std::vector<std::int32_t> step(tiles_);
    for (std::size_t tile = 0; tile < tiles_; ++tile) step[tile] = step_of(solo_.action[tile]);
    run_.record.put("solo_step", step);
    run_.record.put("solo_turns", std::vector<double>(solo_.turns.begin(), solo_.turns.end() - 1));
  }

  bool can_stand_on(State tile) const { return game_.board().destinations()[tile] == tile; }

  void write_means(const std::vector<std::int32_t>& boldness) {
    Moments behind;
    Moments ahead;
    for_each_pair([&](State own, State other, std::size_t place) {
      if (!can_stand_on(own) || !can_stand_on(other)) return;
      if (solo_.turns[own] > solo_.turns[other]) behind.add(boldness[place]);
      if (solo_.turns[own] < solo_.turns[other]) ahead.add(boldness[place]);
    });
    run_.record.put("boldness_behind", behind.mean());
    run_.record.put("boldness_ahead", ahead.mean());
  }

  Run& run_;
  const ChutesRace& game_;
  const Solved& solved_;
  SoloPlay solo_;
  std::size_t tiles_;
};

/// "own other"
State state_of(const Config& config, const std::string& text) {
  const auto& rules = config.as<ChutesRules>("model");
  const auto [own, other] = state_numbers<2>(text);
  require_below(own, rules.tiles, "own");
  require_below(other, rules.tiles, "other");
  return ChutesRace(rules).state(1, static_cast<State>(own), static_cast<State>(other));
}

constexpr std::string_view fixed_prefix = "fixed:";

struct RaceMatches {
  using Game = ChutesRace;
  using Player = RacePlayer;

  static PolicyNames policy_names() {
    return {"solo (fewest expected turns without an opponent), fixed:STEP",
            {"solo", "fixed:1"},
            [](const std::string& policy) { return policy == "solo" || number_after(fixed_prefix, policy); },
            [](const Config& config, const std::string& policy) {
              const auto& actions = config.as<ChutesRules>("model").actions;
              const auto step = number_after(fixed_prefix, policy);
              const bool known = !step || std::find(actions.begin(), actions.end(), *step) != actions.end();
              return known ? std::string() : fmt::format("the step {} is none of model.actions", *step);
            }};
  }
  static TurnPolicy named_policy(const ChutesRace& game, const std::string& policy) {
    const auto step = number_after(fixed_prefix, policy);
    if (!step) return by_own_tile(game, solo_play(game.board()).action);
    const auto& steps = game.board().steps();
    const auto action = std::find(steps.begin(), steps.end(), *step) - steps.begin();
    return by_own_tile(game,
                       std::vector<Action>(static_cast<std::size_t>(game.board().goal()), static_cast<Action>(action)));
  }
  static double usual_turns(const Config& config) {
    return 0.5 * static_cast<double>(config.as<ChutesRules>("model").tiles);
  }
};

ProcessSize race_size(const ChutesRules& rules) {
  const double states = 2 * static_cast<double>(rules.tiles) * static_cast<double>(rules.tiles);
  const auto actions = static_cast<double>(rules.actions.size());
  return {states + 2, actions, states * actions * static_cast<double>(rules.slip.size())};
}

}  // namespace

ModelKind chutes_race_kind() {
  ModelKind kind;
  kind.variant = variant<ChutesRules>(
      "chutes-race", "Chutes and ladders with a choice for two: they move in turn, and who arrives first wins",
      chutes_board_keys());
  kind.check = [](const Config& config) { return race_problems_of(config.as<ChutesRules>("model")); };
  kind.make = [](const Config& config, std::uint64_t) {
    const ChutesRace game(config.as<ChutesRules>("model"));
    return Game{game, std::make_shared<RulesModel<ChutesRace>>(game, game.board().steps())};
  };
  kind.size = [](const Config& config) { return race_size(config.as<ChutesRules>("model")); };
  kind.state_help = "the tiles of the player to move and of the opponent: \"80 75\"";
  kind.state_of = state_of;
  kind.tasks = {solve_game_task("interval-iteration", solve_tables(),
                                [](Run& run) {
                                  run_solve(run);
                                  RaceTables(run).write();
                                }),
                analyse_task(), match_task<RaceMatches>(), simulate_match_task<RaceMatches>()};
  return kind;
}

}  // namespace aleator
