#include "experiments/models/snakes_and_ladders.hpp"

#include <memory>

#include "core/games/snakes_and_ladders/cards.hpp"
#include "core/games/snakes_and_ladders/game.hpp"
#include "experiments/decision/rules_model.hpp"
#include "experiments/models/board_keys.hpp"
#include "experiments/models/snakes_and_ladders/analyse.hpp"
#include "experiments/models/snakes_and_ladders/optimise.hpp"
#include "experiments/models/snakes_and_ladders/simulate.hpp"
#include "experiments/models/snakes_and_ladders/simulate_cards.hpp"
#include "experiments/tasks/analyse.hpp"
#include "experiments/tasks/solve.hpp"

namespace aleator {
namespace {

/// The keys of dice of Rules, which has SnakesRules as a base.
template <class Rules>
Keys dice_keys() {
  std::optional<std::int64_t> Rules::*const die = &SnakesRules::die;
  std::optional<std::vector<double>> Rules::*const die_probabilities = &SnakesRules::die_probabilities;
  std::int64_t Rules::*const dice = &SnakesRules::dice;
  PastLast Rules::*const overshoot = &SnakesRules::overshoot;
  return {
      key("die", die,
          {.help = "faces of a die, all equally likely",
           .range = between(1, snakes_most_total),
           .default_text = "6, unless die_probabilities are given"}),
      key("die_probabilities", die_probabilities,
          {.help = "probabilities of the faces 1, 2, ...; they sum to 1 within 1e-9, and are divided by their sum",
           .default_text = "all faces of die equally likely"}),
      key("dice", dice, {.help = "dice that are rolled and added up", .range = between(1, snakes_most_total)}),
      choice("overshoot", overshoot,
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
  Keys own = {key("six_again", &S::six_again,
                  {.help = "when all dice show the top face, the player rolls again in the same turn"}),
              key("players", &S::players,
                  {.help = "who move in turn; the first to arrive wins", .range = between(1, snakes_most_players)})};
  return variant<S>(
      "snakes-and-ladders", "Snakes and ladders: dice alone decide",
      joined(joined(board_keys<S>(snakes_default_board), dice_keys<S>()), joined(std::move(own), set_keys())));
}

Variant cards_variant() {
  using S = SnakesCardRules;
  Keys own = {
      key("skip_cards", &S::skip_cards,
          {.help = "cards at the start: laid before a roll that leads to a snake, it is not taken",
           .range = between(0, snakes_most_cards)}),
      key("double_cards", &S::double_cards,
          {.help = "cards at the start: laid before a roll, it counts twice", .range = between(0, snakes_most_cards)})};
  return variant<S>("snakes-with-cards",
                    "Snakes and ladders with cards in hand; actions 0 to 3 lay none, skip, double, both",
                    joined(joined(board_keys<S>(snakes_default_board), dice_keys<S>()), std::move(own)));
}

ProcessSize size_of_game(const SnakesRules& rules, double boards, double actions) {
  const double states = static_cast<double>(rules.tiles + 1) * boards;
  return {states, actions, states * actions * static_cast<double>(num_faces(rules) * rules.dice)};
}

/// What stands in every state.
void write_hands(Run& run) {
  const auto& game = std::any_cast<const SnakesWithCards&>(run.game.rules);
  std::vector<std::int32_t> tiles, skip_cards, double_cards;
  for (State s = 0; s < game.num_states(); ++s) {
    const SnakesHand hand = game.hand_of(s);
    tiles.push_back(hand.tile);
    skip_cards.push_back(hand.skip_cards);
    double_cards.push_back(hand.double_cards);
  }
  run.record.dimension("state", tiles.size());
  run.record.put("state_tile", tiles);
  run.record.put("state_skip_cards", skip_cards);
  run.record.put("state_double_cards", double_cards);
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
  kind.size = [](const Config& config) {
    const auto& rules = config.as<SnakesRules>("model");
    return size_of_game(rules, static_cast<double>(num_phases(rules)), 1);
  };
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

ModelKind snakes_with_cards_kind() {
  ModelKind kind;
  kind.variant = cards_variant();
  kind.check = [](const Config& config) { return problems_of(config.as<SnakesCardRules>("model")); };
  kind.make = [](const Config& config, std::uint64_t) {
    const SnakesWithCards game(config.as<SnakesCardRules>("model"));
    return Game{game, std::make_shared<RulesModel<SnakesWithCards>>(game, numbered_actions(4))};
  };
  kind.size = [](const Config& config) {
    const auto& rules = config.as<SnakesCardRules>("model");
    return size_of_game(rules, static_cast<double>((rules.skip_cards + 1) * (rules.double_cards + 1)), 4);
  };
  using enum ElementType;
  kind.outputs = {{"state_tile", i32, {"state"}, "tiles", "the tile of the state"},
                  {"state_skip_cards", i32, {"state"}, "1", "cards in hand that skip a snake"},
                  {"state_double_cards", i32, {"state"}, "1", "cards in hand that double a roll"}};
  kind.write = write_hands;
  kind.tasks = {solve_task(), analyse_task(), snakes_with_cards_simulate_task()};
  return kind;
}

}  // namespace aleator
