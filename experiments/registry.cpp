#include "experiments/registry.hpp"

#include <algorithm>

#include "experiments/models/cat_and_mouse.hpp"
#include "experiments/models/chutes.hpp"
#include "experiments/models/chutes_race.hpp"
#include "experiments/models/connect_four.hpp"
#include "experiments/models/g2048.hpp"
#include "experiments/models/g2048/ask.hpp"
#include "experiments/models/g2048/table_file.hpp"
#include "experiments/models/model_file_kind.hpp"
#include "experiments/models/nim.hpp"
#include "experiments/models/perfect/ask.hpp"
#include "experiments/models/perfect/table_file.hpp"
#include "experiments/models/pig.hpp"
#include "experiments/models/processes.hpp"
#include "experiments/models/race.hpp"
#include "experiments/models/snakes_and_ladders.hpp"
#include "experiments/models/tic_tac_toe.hpp"

namespace aleator {
namespace {

std::string name_problem(const std::string& name) {
  if (name.empty()) return "the name is empty";
  const bool plain =
      std::all_of(name.begin(), name.end(), [](unsigned char c) { return c > 0x20 && c != '/' && c != 0x7f; });
  return plain && name.front() != '.' && name.front() != '-'
             ? std::string()
             : "the name becomes a file's name: no blanks, no /, no . or - in front";
}

}  // namespace

const std::vector<ModelKind>& model_kinds() {
  static const std::vector<ModelKind> kinds = [] {
    std::vector<ModelKind> all = {
        chutes_kind(), chutes_race_kind(), snakes_and_ladders_kind(), snakes_with_cards_kind(),
        pig_kind(),    g2048_kind(),       cat_and_mouse_kind(),      cat_and_random_mouse_kind(),
        race_kind(),   nim_kind(),         tic_tac_toe_kind(),        connect_four_kind(),
        file_kind()};
    for (ModelKind& kind : process_kinds()) all.push_back(std::move(kind));
    return all;
  }();
  return kinds;
}

const std::vector<TableFormat>& table_formats() {
  static const std::vector<TableFormat> formats = {{g2048::table_format, g2048::ask_table},
                                                   {perfect::table_format, perfect::ask_table}};
  return formats;
}

const std::vector<Dimension>& output_dimensions() {
  using Kind = Dimension::Kind;
  static const std::vector<Dimension> dimensions = {
      {"state", Kind::index, "1", "state of the model (chutes: the tile)"},
      {"action", Kind::labelled, "1", "action that can be chosen (chutes: the step)"},
      {"own", Kind::index, "1", "what the player to move has (pig: the score, chutes-race: the tile)"},
      {"other", Kind::index, "1", "what the opponent has"},
      {"turn_total", Kind::index, "points", "points of the turn so far"},
      {"turn", Kind::index, "turns", "number of turns"},
      {"played_turn", Kind::index, "turns", "number of turns, of games that were played"},
      {"steps_left", Kind::index, "1", "steps that are left"},
      {"step", Kind::index, "1", "number of steps"},
      {"total", Kind::labelled, "1", "total reward"},
      {"quantile", Kind::index, "1", "number of a quantile"},
      {"tile", Kind::index, "tiles", "tile of a board"},
      {"jump", Kind::index, "1", "number of a snake or ladder in the rules, from 0"},
      {"player", Kind::labelled, "1", "player, in the order in which they move, from 1"},
      {"faces", Kind::labelled, "1", "number of faces of a die"},
      {"face", Kind::labelled, "1", "face of a die"},
      {"optimum", Kind::index, "1", "number of an optimum, the best first"},
      {"roll", Kind::index, "rolls", "number of a roll, from 0"},
      {"layer", Kind::index, "1", "layer of positions with the same sum of tiles, the lowest first"},
      {"start", Kind::index, "1", "number of a start, by its board"},
      {"position", Kind::index, "1", "number of a position that was searched, from 0"},
      {"table_position", Kind::index, "1", "number of a position in a table, from 0"},
      {"side", Kind::index, "1", "who plays: 0 the player, 1 the opponent"},
      {"beginner", Kind::index, "1", "who begins: 0 the player, 1 the opponent"},
      {"error", Kind::index, "1", "number of a position where a won game was given away, the costliest first"},
      {"error_text", Kind::text, "1", "characters of positions"},
      {"direction", Kind::index, "1", "move: 0 left, 1 right, 2 up, 3 down"},
      {"row", Kind::index, "1", "row of a board, from 0"},
      {"col", Kind::index, "1", "column of a board, from 0"},
      {"largest_tile", Kind::labelled, "1", "the largest tile of a board"},
      {"score", Kind::labelled, "points", "the least score of a bin"},
      {"moves", Kind::labelled, "1", "the least number of moves of a bin"},
      {"piece", Kind::index, "1", "number of a piece, the cats first"},
      {"ply", Kind::index, "plies", "number of a ply; 0: the start"},
      {"phase", Kind::index, "1", "number of a ply within a round of turns, those of the cats first"},
      {"cat_cells", Kind::index, "1", "cells of the cats as one number, by free cells row by row"},
      {"mouse_cells", Kind::index, "1", "cells of the mice as one number"},
      {"side", Kind::index, "1", "0 the cat, 1 the mouse"},
      {"round", Kind::index, "1", "round of a co-evolution, from 0"},
      {"test_board", Kind::index, "1", "number of a board of test_boards, from 0"},
      {"path", Kind::text, "1", "characters of a path"},
      {"record", Kind::text, "1", "characters of the record of a game"},
      {"line", Kind::text, "1", "characters of a line of moves"},
      {"fraction", Kind::text, "1", "characters of a fraction"},
      {"improvement", Kind::trace, "1", "number of a better policy, from the first"},
      {"lead_change", Kind::trace, "1", "number of a change of the lead, from the first"},
      {"sweep", Kind::trace, "sweeps", "sweep of the solver, from the first"},
  };
  return dimensions;
}

const ModelKind* find_kind(std::string_view kind) noexcept {
  const auto& kinds = model_kinds();
  const auto found =
      std::find_if(kinds.begin(), kinds.end(), [&](const ModelKind& k) { return k.variant.name == kind; });
  return found == kinds.end() ? nullptr : &*found;
}

const Task* ModelKind::task(std::string_view name) const noexcept {
  const auto found = std::find_if(tasks.begin(), tasks.end(), [&](const Task& t) { return t.section.name == name; });
  return found == tasks.end() ? nullptr : &*found;
}

const ModelKind& kind_of(const Config& config) {
  return *find_kind(config.section("model").selected().name);
}

const SectionSpec& experiment_section() {
  using E = ExperimentKeys;
  static const SectionSpec section = {
      "",
      "",
      {variant<E>(
          "", "The experiment as a whole",
          {key("name", &E::name,
               {.help = "names the experiment; results go to NAME.h5 unless -o says otherwise",
                .required = true,
                .sweepable = false,
                .check = name_problem,
                .changes_results = false}),
           key("seed", &E::seed,
               {.help = "of all random numbers; every result is a function of it", .range = between(0, 9e15)}),
           key("replicates", &E::replicates,
               {.help = "runs of every point, each with random numbers of its own; or { of = OUTPUT, half_width = X } "
                        "to go on "
                        "until the mean of an output is known so well (confidence = 0.95, at_least = 8, at_most = "
                        "1000)",
                .range = between(1, 1e9),
                .sweepable = false,
                .changes_results = false}),
           key("common_random_numbers", &E::common_random_numbers,
               {.help = "all points draw the same numbers, so that differences between them are less noisy"}),
           key("timeout", &E::timeout,
               {.help = "that a run may take: one that takes longer has failed, and the others go on",
                .unit = "s",
                .range = above(0),
                .sweepable = false,
                .changes_results = false})})}};
  return section;
}

const SectionSpec& model_section() {
  static const SectionSpec section = [] {
    SectionSpec all{"model", "kind", {}};
    for (const ModelKind& kind : model_kinds()) all.variants.push_back(kind.variant);
    return all;
  }();
  return section;
}

const SectionSpec& output_section() {
  using O = OutputKeys;
  static const SectionSpec section = {"output",
                                      "",
                                      {variant<O>("", "What is written",
                                                  {key("keep", &O::keep,
                                                       {.help = "the output variables that are written",
                                                        .sweepable = false,
                                                        .default_text = "all",
                                                        .changes_results = false}),
                                                   key("compression", &O::compression,
                                                       {.help = "0 none ... 9 smallest (deflate with byte shuffle)",
                                                        .range = between(0, 9),
                                                        .sweepable = false,
                                                        .changes_results = false})})}};
  return section;
}

}  // namespace aleator
