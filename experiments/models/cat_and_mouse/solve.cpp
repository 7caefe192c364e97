#include "experiments/models/cat_and_mouse/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/games/cat_and_mouse/exact_play.hpp"
#include "experiments/cli/table.hpp"

namespace aleator::cat_and_mouse {

const Game& game_of(const Run& run) {
  return *std::any_cast<const std::shared_ptr<const Game>&>(run.game.rules);
}

std::int32_t limited(const Rules& rules, std::int32_t plies) noexcept {
  return rules.move_limit > 0 && plies > rules.move_limit ? never : plies;
}

ExactTable exact_table(const Run& run) {
  const Game& game = game_of(run);
  const double bytes = exact_bytes(game.rules());
  if (bytes > run.memory) {
    throw std::invalid_argument(fmt::format("the exact answer takes {}, and {} are allowed (--memory)",
                                            cli::bytes_text(bytes), cli::bytes_text(run.memory)));
  }
  return solve_exact(game, run.executor, run.stop);
}

namespace {

struct SolveKeys {};  // [solve] has no keys

std::vector<Output> solve_outputs() {
  using enum ElementType;
  const std::vector<std::string> board = {"row", "col"};
  const std::vector<std::string> positions = {"phase", "cat_cells", "mouse_cells"};
  return {
      {"winner",
       i8,
       {},
       "1",
       "who wins from the start if both sides play their best",
       {{-1, "missing"}, {0, "mouse"}, {1, "cat"}}},
      {"start_plies", i32, {}, "plies", "plies until all mice are caught, from the start; -1: never"},
      {"start_cat_moves", i32, {}, "plies", "how many of them are the cats'; -1: never caught"},
      {"start_mouse_moves", i32, {}, "plies", "how many of them are the mice's; -1: never caught"},
      {"positions", i64, {}, "1", "positions in which the first mover may begin and not all mice are caught"},
      {"won_positions", i64, {}, "1", "those of them from which the cats win"},
      {"longest_plies", i32, {}, "plies", "the most plies of those; -1 if there are none"},
      {"longest_positions", i64, {}, "1", "how many have so many"},
      {"longest_row", i32, {"piece"}, "1", "row of each piece in the first of them; -1 if there are none"},
      {"longest_col", i32, {"piece"}, "1", "column of each piece there"},
      {"placed_plies", i32, {}, "plies", "plies if the cats choose their cells first and the mice then theirs"},
      {"placed_row", i32, {"piece"}, "1", "row of each piece if they are so chosen"},
      {"placed_col", i32, {"piece"}, "1", "column of each piece if they are so chosen"},
      {"plies_by_mouse", i32, board, "plies",
       "plies if the first mouse begins here and all others at their start; -1: never, -2: no place for it"},
      {"plies_by_cat", i32, board, "plies",
       "plies if the first cat begins here and all others at their start; -1: never, -2: no place for it"},
      {"line_row", i32, {"ply", "piece"}, "1", "row of each piece in the best play from the start; -1: caught"},
      {"line_col", i32, {"ply", "piece"}, "1", "column of each piece in the best play; -1: caught"},
      {"plies", i32, positions, "plies", "plies from every position; 0: over, -1: never, -2: no position", {}, true},
      {"best_row",
       i32,
       {"phase", "cat_cells", "mouse_cells", "piece"},
       "1",
       "row of each piece after the best move; -1: caught before it, -2: no position, or over",
       {},
       true},
      {"best_col",
       i32,
       {"phase", "cat_cells", "mouse_cells", "piece"},
       "1",
       "column of each piece after the best move",
       {},
       true},
  };
}

/// Rows and columns of the pieces, cats first.
struct Coordinates {
  std::vector<std::int32_t> row, col;

  void add(const Board& board, std::int32_t cell) {
    row.push_back(cell == caught ? -1 : board.row(cell));
    col.push_back(cell == caught ? -1 : board.col(cell));
  }
  void add(const Board& board, const Position& position) {
    for (const std::int32_t cat : position.cats) add(board, cat);
    for (const std::int32_t mouse : position.mice) add(board, mouse);
  }
  void add_nowhere(std::size_t pieces, std::int32_t mark) {
    row.insert(row.end(), pieces, mark);
    col.insert(col.end(), pieces, mark);
  }
  void write(RecordBuilder& record, const std::string& name) const {
    record.put(name + "_row", row);
    record.put(name + "_col", col);
  }
};

class SolveWriter {
 public:
  explicit SolveWriter(Run& run)
      : run_(run),
        record_(run.record),
        game_(game_of(run)),
        table_(exact_table(run)),
        pieces_(static_cast<std::size_t>(game_.cats() + game_.mice())) {}

  void write() {
    if (run_.stop.stop_requested()) return;
    record_.dimension("piece", pieces_);
    record_.dimension("row", static_cast<std::size_t>(game_.board().rows()));
    record_.dimension("col", static_cast<std::size_t>(game_.board().cols()));
    write_line();
    write_counts();
    write_placement();
    write_map("plies_by_mouse", Side::mouse);
    write_map("plies_by_cat", Side::cat);
    write_tables();
  }

 private:
  std::int32_t plies(const Position& position) const { return limited(game_.rules(), table_(position)); }

  void write_line() {
    const std::vector<Position> line = best_line(game_, table_, game_.start());
    const std::int32_t start = plies(game_.start());
    std::int32_t moves[2] = {never, never};
    Coordinates cells;
    if (start != never) moves[0] = moves[1] = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      cells.add(game_.board(), line[i]);
      if (i > 0 && start != never) ++moves[game_.mover(line[i - 1].phase) == Side::cat ? 0 : 1];
    }
    record_.put("winner", static_cast<std::int8_t>(start != never));
    record_.put("start_plies", start);
    record_.put("start_cat_moves", moves[0]);
    record_.put("start_mouse_moves", moves[1]);
    record_.dimension("ply", line.size());
    cells.write(record_, "line");
  }

  void write_counts() {
    const int phase = game_.first_phase(game_.rules().first_mover);
    const auto all = table_.phase(phase);
    std::int64_t positions = 0;
    std::int64_t won = 0;
    std::int32_t longest = never;
    std::int64_t attaining = 0;
    std::size_t first = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i] == 0 || all[i] == no_position) continue;
      ++positions;
      const std::int32_t plies = limited(game_.rules(), all[i]);
      if (plies == never) continue;
      ++won;
      if (plies > longest) {
        longest = plies;
        attaining = 0;
        first = i;
      }
      attaining += plies == longest;
    }
    record_.put("positions", positions);
    record_.put("won_positions", won);
    record_.put("longest_plies", longest);
    record_.put("longest_positions", attaining);
    Coordinates cells;
    if (won > 0) {
      cells.add(game_.board(), table_.space().position(first, phase));
    } else {
      cells.add_nowhere(pieces_, -1);
    }
    cells.write(record_, "longest");
  }

  void write_placement() {
    const Placement placed = best_placement(game_, table_);
    record_.put("placed_plies", limited(game_.rules(), placed.plies));
    Coordinates cells;
    cells.add(game_.board(), placed.position);
    cells.write(record_, "placed");
  }

  void write_map(const char* name, Side side) {
    std::vector<std::int32_t> map;
    for (int row = 0; row < game_.board().rows(); ++row) {
      for (int col = 0; col < game_.board().cols(); ++col) {
        const int cell = game_.board().cell_at(row, col);
        Position position = game_.start();
        if (cell >= 0) (side == Side::cat ? position.cats : position.mice).front() = cell;
        map.push_back(cell < 0 || Game::is_improper(position) ? no_position : plies(position));
      }
    }
    record_.put(name, map);
  }

  void write_tables() {
    if (!record_.keeps("plies") && !record_.keeps("best_row") && !record_.keeps("best_col")) return;
    record_.dimension("phase", static_cast<std::size_t>(game_.phases()));
    record_.dimension("cat_cells", table_.space().cat_tuples());
    record_.dimension("mouse_cells", table_.space().mouse_tuples());
    std::vector<std::int32_t> all;
    for (int phase = 0; record_.keeps("plies") && phase < game_.phases(); ++phase) {
      for (const std::int32_t plies : table_.phase(phase)) all.push_back(limited(game_.rules(), plies));
    }
    record_.put("plies", all);
    if (!record_.keeps("best_row") && !record_.keeps("best_col")) return;
    Coordinates best;
    for (int phase = 0; phase < game_.phases(); ++phase) {
      for (std::size_t i = 0; i < table_.space().size(); ++i) add_best(table_.space().position(i, phase), best);
    }
    best.write(record_, "best");
  }

  void add_best(Position position, Coordinates& best) const {
    if (Game::is_improper(position) || Game::is_over(position)) return best.add_nowhere(pieces_, no_position);
    auto& moving = game_.mover(position.phase) == Side::cat ? position.cats : position.mice;
    moving = best_move(game_, table_, position).cells;
    best.add(game_.board(), position);
  }

  Run& run_;
  RecordBuilder& record_;
  const Game& game_;
  ExactTable table_;
  std::size_t pieces_;
};

Estimate estimate_solve(const Config& config) {
  const auto& rules = config.as<Rules>("model");
  const double bytes = exact_bytes(rules);
  const double moves = (rules.eight_neighbours ? 8 : 4) + (rules.may_stay ? 1 : 0);
  const auto cat_steps = static_cast<double>(rules.cat_steps);
  const auto mouse_steps = static_cast<double>(rules.mouse_steps);
  const double choices = (cat_steps * std::pow(moves, static_cast<double>(rules.cats)) +
                          mouse_steps * std::pow(moves, static_cast<double>(rules.mice))) /
                         (cat_steps + mouse_steps);
  return {bytes * 1.2e-9 * choices, bytes, 8.0 * static_cast<double>(rules.num_rows() * rules.num_cols())};
}

}  // namespace

Task solve_task() {
  return {{"solve", "", {variant<SolveKeys>("", "Who wins from every position, and in how many plies, exactly", {})}},
          "who wins from every position, and in how many plies, by retrograde analysis",
          false,
          solve_outputs(),
          [](const Config&) { return Problems(); },
          estimate_solve,
          [](Run& run) { SolveWriter(run).write(); }};
}

}  // namespace aleator::cat_and_mouse
