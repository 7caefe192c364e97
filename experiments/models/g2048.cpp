#include "experiments/models/g2048.hpp"

#include "core/games/g2048/rules.hpp"
#include "experiments/models/g2048/ask.hpp"
#include "experiments/models/g2048/optimise.hpp"
#include "experiments/models/g2048/search.hpp"
#include "experiments/models/g2048/simulate.hpp"
#include "experiments/models/g2048/solve.hpp"

namespace aleator {
namespace {

using g2048::Rules;

Variant g2048_variant() {
  return variant<Rules>(
      "g2048", "2048: tiles slide, pairs of equals merge, and chance adds a 2 or a 4",
      {key("rows", &Rules::rows, {.help = "rows of the board", .range = between(1, g2048::most_cells)}),
       key("cols", &Rules::cols,
           {.help = "columns of the board; it has at most 16 cells", .range = between(1, g2048::most_cells)}),
       key("four_probability", &Rules::four_probability,
           {.help = "that a new tile is 4 and not 2", .range = between(0, 1)}),
       key("target", &Rules::target,
           {.help = "a tile, such as 2048, that ends the game when it is on the board; 0: play goes on",
            .range = at_least(0)})});
}

}  // namespace

ModelKind g2048_kind() {
  ModelKind kind;
  kind.variant = g2048_variant();
  kind.check = [](const Config& config) { return g2048::problems_of(config.as<Rules>("model")); };
  kind.make = [](const Config& config, std::uint64_t) { return Game{config.as<Rules>("model"), nullptr}; };
  kind.size = [](const Config&) { return ProcessSize(); };
  kind.tasks = {g2048::solve_task(), g2048::search_task(), g2048::simulate_task(), g2048::optimise_task()};
  kind.state_help = "a board: the numbers on its tiles row by row, 0 for an empty cell, such as \"2 0 / 4 2\"";
  kind.ask = g2048::ask;
  return kind;
}

}  // namespace aleator
