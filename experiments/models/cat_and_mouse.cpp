#include "experiments/models/cat_and_mouse.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/games/cat_and_mouse/game.hpp"
#include "core/games/cat_and_mouse/process.hpp"
#include "experiments/decision/rules_model.hpp"
#include "experiments/models/cat_and_mouse/ask.hpp"
#include "experiments/models/cat_and_mouse/optimise.hpp"
#include "experiments/models/cat_and_mouse/solve.hpp"
#include "experiments/tasks/analyse.hpp"
#include "experiments/tasks/solve.hpp"
#include "experiments/tasks/solve_keys.hpp"

namespace aleator {
namespace {

using cat_and_mouse::Rules;
using cat_and_mouse::Side;

/// Keys of the rules, for a struct R that is, or begins with, Rules.
template <class R>
Keys board_keys() {
  const auto member = []<class T>(T Rules::*of_rules) -> T R::* { return of_rules; };
  return {
      key("rows", member(&Rules::rows),
          {.help = "rows of the board", .unit = "cells", .range = between(1, 1000), .default_text = "8, or the map's"}),
      key("cols", member(&Rules::cols),
          {.help = "columns of the board",
           .unit = "cells",
           .range = between(1, 1000),
           .default_text = "7, or the map's"}),
      choice("first_mover", member(&Rules::first_mover), {{"cat", Side::cat}, {"mouse", Side::mouse}},
             {.help = "who makes the first move"}),
      key("may_stay", member(&Rules::may_stay), {.help = "pieces need not move"}),
      key("eight_neighbours", member(&Rules::eight_neighbours), {.help = "pieces move diagonally, too"}),
      key("cat_steps", member(&Rules::cat_steps),
          {.help = "plies of a turn of the cats; a capture ends the turn", .unit = "plies", .range = between(1, 16)}),
      key("mouse_steps", member(&Rules::mouse_steps),
          {.help = "plies of a turn of the mice", .unit = "plies", .range = between(1, 16)}),
      key("cats", member(&Rules::cats), {.help = "all of them move in one ply", .range = between(1, 6)}),
      key("mice", member(&Rules::mice),
          {.help = "all of them move in one ply; the cats win when every one is caught", .range = between(1, 6)}),
      key("obstacles", member(&Rules::obstacles), {.help = "cells [row, column] that cannot be entered"}),
      key("map", member(&Rules::map),
          {.help = "the board drawn, a text a row: . free, # obstacle, C and M where cats and mice begin",
           .default_text = "none: rows, cols and obstacles say it"}),
      key("cat_start", member(&Rules::cat_start),
          {.help = "a cell [row, column] for each cat", .default_text = "the C of the map, or the bottom left cell"}),
      key("mouse_start", member(&Rules::mouse_start),
          {.help = "a cell [row, column] for each mouse", .default_text = "the M of the map, or the top right cell"}),
      key("random_start", member(&Rules::random_start),
          {.help = "all pieces begin on random cells, those of each replicate its own"}),
      key("start_seed", member(&Rules::start_seed), {.help = "of random starts", .range = between(0, 9e15)}),
  };
}

/// Each replicate has random starts of its own.
template <class R>
R rules_of_replicate(const Config& config, std::uint64_t replicate) {
  R rules = config.as<R>("model");
  constexpr std::int64_t apart = 1'000'003;  // from seeds that people type
  rules.start_seed += static_cast<std::int64_t>(replicate) * apart;
  return rules;
}

Variant game_variant() {
  Keys own = {key("move_limit", &Rules::move_limit,
                  {.help = "plies after which the mice have escaped; 0: none", .unit = "plies", .range = at_least(0)}),
              key("repetition_is_escape", &Rules::repetition_is_escape,
                  {.help = "a position that comes again in a game of deterministic policies ends it: the cats would "
                           "never catch; else it goes on to the move_limit"})};
  return variant<Rules>("cat-and-mouse", "Cats chase mice on a grid, in turns: who wins, and how soon?",
                        joined(board_keys<Rules>(), std::move(own)));
}

}  // namespace

ModelKind cat_and_mouse_kind() {
  ModelKind kind;
  kind.variant = game_variant();
  kind.check = [](const Config& config) { return cat_and_mouse::problems_of(config.as<Rules>("model")); };
  kind.make = [](const Config& config, std::uint64_t replicate) {
    return Game{std::make_shared<const cat_and_mouse::Game>(rules_of_replicate<Rules>(config, replicate)), nullptr};
  };
  kind.size = [](const Config&) { return ProcessSize(); };
  kind.tasks = {cat_and_mouse::solve_task(), cat_and_mouse::optimise_task()};
  kind.state_help = cat_and_mouse::state_help;
  kind.ask = cat_and_mouse::ask;
  return kind;
}

namespace {

using cat_and_mouse::GameProcess;
using cat_and_mouse::MouseMoves;
using cat_and_mouse::Process;
using cat_and_mouse::ProcessRules;

double most_moves(const Rules& rules, double pieces) {
  return std::pow((rules.eight_neighbours ? 8 : 4) + (rules.may_stay ? 1 : 0), pieces);
}

ProcessSize process_size(const ProcessRules& rules) {
  const double cells = static_cast<double>(rules.num_rows() * rules.num_cols());
  const auto cats = static_cast<double>(rules.cats);
  const auto mice = static_cast<double>(rules.mice);
  const double positions = std::pow(cells, cats) * std::pow(cells + (rules.mice > 1 ? 1 : 0), mice);
  const double of_cats = static_cast<double>(rules.cat_steps) * most_moves(rules, cats);
  const double of_mice = static_cast<double>(rules.mouse_steps) * most_moves(rules, mice);
  const double actions = most_moves(rules, rules.mouse == MouseMoves::optimal ? std::max(cats, mice) : cats);
  return {static_cast<double>(rules.cat_steps + rules.mouse_steps) * positions, actions,
          positions * (of_cats + of_mice)};
}

Task process_solve_task() {
  Task task = solve_task();
  task.of_any_process = false;
  task.help += "; by default the expected plies until all mice are caught";
  SolveKeys defaults;
  defaults.objective = ObjectiveKind::expected_steps;
  defaults.target = "caught";
  defaults.sense = Sense::min;
  defaults.sense_in_games = Sense::min;
  task.section = with_defaults(std::move(task.section), defaults);
  auto& methods = task.section.variants;
  const auto first =
      std::find_if(methods.begin(), methods.end(), [](const Variant& v) { return v.name == "interval-iteration"; });
  std::rotate(methods.begin(), first, first + 1);
  return task;
}

}  // namespace

ModelKind cat_and_random_mouse_kind() {
  ModelKind kind;
  Keys mouse = {
      choice("mouse", &ProcessRules::mouse,
             {{"random", MouseMoves::random}, {"careful", MouseMoves::careful}, {"optimal", MouseMoves::optimal}},
             {.help = "random: goes to each neighbouring cell with the same probability; careful: of those "
                      "that are no legal step of a cat away, if there are any; optimal: "
                      "wants to be caught late, a player of its own"})};
  kind.variant = variant<ProcessRules>("cat-and-random-mouse",
                                       "Cats chase mice that move at random: how soon do the best catch them?",
                                       joined(board_keys<ProcessRules>(), std::move(mouse)));
  kind.check = [](const Config& config) { return cat_and_mouse::problems_of(config.as<ProcessRules>("model")); };
  kind.make = [](const Config& config, std::uint64_t replicate) {
    const auto rules = rules_of_replicate<ProcessRules>(config, replicate);
    const auto actions = static_cast<std::int64_t>(process_size(rules).actions);
    if (rules.mouse == MouseMoves::optimal) {
      return Game{rules, std::make_shared<RulesModel<GameProcess>>(GameProcess(rules), numbered_actions(actions))};
    }
    return Game{rules, std::make_shared<RulesModel<Process>>(Process(rules), numbered_actions(actions))};
  };
  kind.size = [](const Config& config) { return process_size(config.as<ProcessRules>("model")); };
  kind.state_help = cat_and_mouse::state_help;
  kind.state_of = [](const Config& config, const std::string& text) {
    const Process process(config.as<ProcessRules>("model"));
    return process.state(cat_and_mouse::parse_position(process.game(), text));
  };
  kind.tasks = {process_solve_task(), analyse_task()};
  return kind;
}

}  // namespace aleator
