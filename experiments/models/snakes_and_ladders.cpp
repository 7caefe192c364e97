#include "experiments/models/snakes_and_ladders.hpp"

#include <memory>

#include "core/games/snakes_and_ladders/game.hpp"
#include "experiments/decision/rules_model.hpp"
#include "experiments/models/board_keys.hpp"
#include "experiments/models/snakes_and_ladders/analyse.hpp"
#include "experiments/models/snakes_and_ladders/optimise.hpp"
#include "experiments/models/snakes_and_ladders/simulate.hpp"
#include "experiments/tasks/solve.hpp"

namespace aleator {
namespace {

/// Of the rules that all kinds of snakes and ladders share.
template <class S>
Keys dice_keys() {
  return {
      key("die", &S::die,
          {.help = "faces of a die, all equally likely",
           .range = between(1, snakes_most_total),
           .default_text = "6, unless die_probabilities are given"}),
      key("die_probabilities", &S::die_probabilities,
          {.help = "probabilities of the faces 1, 2, ...; they sum to 1 within 1e-9, and are divided by their sum",
           .default_text = "all faces of die equally likely"}),
      key("dice", &S::dice, {.help = "dice that are rolled and added up", .range = between(1, snakes_most_total)}),
      key("six_again", &S::six_again,
          {.help = "when all dice show the top face, the player rolls again in the same turn"}),
      choice("overshoot", &S::overshoot,
             {{"arrive", PastLast::arrive}, {"stay", PastLast::stay}, {"bounce", PastLast::bounce}},
             {.help = "what becomes of a roll past the last tile: it arrives; it is not made; the piece is reflected "
                      "off the last tile, and off 0"})};
}

Keys set_keys() {
  using S = SnakesRules;
  return {key("sets", &S::sets,
              {.help = "sets of jumps, in force one after the other and over again", .range = between(1, 1'000)}),
          key("jump_sets", &S::jump_sets,
              {.help = "the set (0, 1, ...) that each jump belongs to, -1: to all of them",
               .range = at_least(-1),
               .default_text = "all jumps are always there"}),
          key("set_turns", &S::set_turns,
              {.help = "turns that a set is in force", .unit = "turns", .range = between(1, 1'000)})};
}

Variant snakes_variant() {
  using S = SnakesRules;
  Keys players = {
      key("players", &S::players,
          {.help = "who move in turn; the first to arrive wins", .range = between(1, snakes_most_players)})};
  return variant<S>(
      "snakes-and-ladders", "Snakes and ladders: dice alone decide",
      joined(joined(board_keys<S>(snakes_default_board), dice_keys<S>()), joined(std::move(players), set_keys())));
}

ProcessSize snakes_size(const Config& config) {
  const auto& rules = config.as<SnakesRules>("model");
  const double states = static_cast<double>(rules.tiles + 1) * static_cast<double>(num_phases(rules));
  return {states, 1, states * static_cast<double>(num_faces(rules) * rules.dice)};
}

}  // namespace

ModelKind snakes_and_ladders_kind() {
  ModelKind kind;
  kind.variant = snakes_variant();
  kind.check = [](const Config& config) { return problems_of(config.as<SnakesRules>("model")); };
  kind.make = [](const Config& config, std::uint64_t) {
    const SnakesAndLadders game(config.as<SnakesRules>("model"));
    return Game{game, std::make_shared<RulesModel<SnakesAndLadders>>(game, numbered_actions(1))};
  };
  kind.size = snakes_size;
  kind.outputs = {{"destination",
                   ElementType::i32,
                   {"state"},
                   "tiles",
                   "where a piece that comes to the tile (in the phase) of the state ends up"}};
  kind.write = [](Run& run) {
    const auto& game = std::any_cast<const SnakesAndLadders&>(run.game.rules);
    std::vector<std::int32_t> destinations;
    for (State s = 0; s < game.num_states(); ++s) {
      destinations.push_back(game.moves().jump_end(game.phase_of(s), game.tile_of(s)));
    }
    run.record.dimension("state", destinations.size());
    run.record.put("destination", destinations);
  };
  kind.tasks = {solve_task(), snakes_analyse_task(), snakes_optimise_task(), snakes_simulate_task()};
  return kind;
}

}  // namespace aleator
