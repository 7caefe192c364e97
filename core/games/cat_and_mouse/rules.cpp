#include "core/games/cat_and_mouse/rules.hpp"

#include <algorithm>

#include "core/games/cat_and_mouse/board.hpp"
#include "core/text.hpp"

namespace aleator::cat_and_mouse {

std::int64_t Rules::num_rows() const noexcept {
  return rows.value_or(map.empty() ? 8 : static_cast<std::int64_t>(map.size()));
}

std::int64_t Rules::num_cols() const noexcept {
  return cols.value_or(map.empty() ? 7 : static_cast<std::int64_t>(map.front().size()));
}

namespace {

void check_between(Problems& problems, const char* key, std::int64_t value, std::int64_t least, std::int64_t most) {
  if (value >= least && value <= most) return;
  problems.push_back({key, {}, text(value, " is out of range: it must be ", least, " to ", most)});
}

void check_numbers(const Rules& rules, Problems& problems) {
  check_between(problems, "rows", rules.num_rows(), 1, most_side);
  check_between(problems, "cols", rules.num_cols(), 1, most_side);
  check_between(problems, "cats", rules.cats, 1, most_pieces);
  check_between(problems, "mice", rules.mice, 1, most_pieces);
  check_between(problems, "cat_steps", rules.cat_steps, 1, most_steps);
  check_between(problems, "mouse_steps", rules.mouse_steps, 1, most_steps);
  check_between(problems, "move_limit", rules.move_limit, 0, 1'000'000'000);
  if (!rules.repetition_is_escape && rules.move_limit == 0) {
    problems.push_back({"repetition_is_escape", {}, "games that repeat positions never end without a move_limit"});
  }
}

void check_map(const Rules& rules, Problems& problems) {
  for (std::size_t row = 0; row < rules.map.size(); ++row) {
    const std::string& line = rules.map[row];
    if (line.size() != rules.map.front().size()) {
      problems.push_back(
          {"map", row, text("the row has ", line.size(), " cells, the first one ", rules.map.front().size())});
    }
    const std::size_t strange = line.find_first_not_of(".#CM");
    if (strange != std::string::npos) {
      problems.push_back({"map", row, text("'", line.substr(strange, 1), "' is none of . # C M")});
    }
  }
  if (rules.map.empty() || !problems.empty()) return;
  const auto disagrees = [&](const char* key, std::optional<std::int64_t> given, std::size_t drawn) {
    if (given && *given != static_cast<std::int64_t>(drawn)) {
      problems.push_back({key, {}, text(*given, " is not the ", drawn, " of the map")});
    }
  };
  disagrees("rows", rules.rows, rules.map.size());
  disagrees("cols", rules.cols, rules.map.front().size());
}

bool is_inside(const Rules& rules, const Cell& cell) {
  return cell[0] >= 0 && cell[0] < rules.num_rows() && cell[1] >= 0 && cell[1] < rules.num_cols();
}

std::string cell_text(const Cell& cell) {
  return text("(", cell[0], ", ", cell[1], ")");
}

void check_inside(const Rules& rules, const char* key, const std::vector<Cell>& cells, Problems& problems) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (is_inside(rules, cells[i])) continue;
    problems.push_back({key, i,
                        text("the cell ", cell_text(cells[i]), " is outside of the board of ", rules.num_rows(), " x ",
                             rules.num_cols(), " cells")});
  }
}

void check_start(const Rules& rules, const Board& board, Side side, Problems& problems) {
  const char* key = side == Side::cat ? "cat_start" : "mouse_start";
  const char* name = side == Side::cat ? "cat" : "mouse";
  const std::int64_t pieces = side == Side::cat ? rules.cats : rules.mice;
  const std::vector<Cell> cells = start_cells(rules, side);
  if (static_cast<std::int64_t>(cells.size()) != pieces) {
    problems.push_back({key, {}, text("there are ", cells.size(), " cells for ", pieces, " ", name, "(s)")});
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (board.cell_at(static_cast<int>(cells[i][0]), static_cast<int>(cells[i][1])) >= 0) continue;
    problems.push_back({key, i, text("a ", name, " begins on the obstacle ", cell_text(cells[i]))});
  }
}

/// That the pieces are apart, and that no mouse is cut off from all cats.
void check_together(const Rules& rules, const Board& board, Problems& problems) {
  const std::vector<std::int32_t> part = board.components();
  const auto cell_of = [&](const Cell& cell) {
    return board.cell_at(static_cast<int>(cell[0]), static_cast<int>(cell[1]));
  };
  const std::vector<Cell> cats = start_cells(rules, Side::cat);
  const std::vector<Cell> mice = start_cells(rules, Side::mouse);
  for (std::size_t i = 0; i < mice.size(); ++i) {
    if (std::find(cats.begin(), cats.end(), mice[i]) != cats.end()) {
      problems.push_back({"mouse_start", i, text("a mouse begins with a cat on ", cell_text(mice[i]))});
    }
    const bool reachable = std::any_of(cats.begin(), cats.end(), [&](const Cell& cat) {
      return part[static_cast<std::size_t>(cell_of(cat))] == part[static_cast<std::size_t>(cell_of(mice[i]))];
    });
    if (reachable) continue;
    problems.push_back({"mouse_start", i, text("no cat can come from its start to the mouse on ", cell_text(mice[i]))});
  }
}

void check_random(const Rules& rules, const Board& board, Problems& problems) {
  if (rules.cat_start || rules.mouse_start) {
    problems.push_back({"random_start", {}, "starts are given, too"});
  }
  const std::vector<std::int32_t> part = board.components();
  if (std::any_of(part.begin(), part.end(), [](std::int32_t p) { return p != 0; })) {
    problems.push_back({"random_start", {}, "the board falls into parts that are cut off from each other"});
  }
}

}  // namespace

std::vector<Cell> start_cells(const Rules& rules, Side side) {
  const auto& given = side == Side::cat ? rules.cat_start : rules.mouse_start;
  if (given) return *given;
  std::vector<Cell> drawn;
  for (std::size_t row = 0; row < rules.map.size(); ++row) {
    for (std::size_t col = 0; col < rules.map[row].size(); ++col) {
      if (rules.map[row][col] != (side == Side::cat ? 'C' : 'M')) continue;
      drawn.push_back({static_cast<std::int64_t>(row), static_cast<std::int64_t>(col)});
    }
  }
  if (!drawn.empty()) return drawn;
  const Cell corner = side == Side::cat ? Cell{rules.num_rows() - 1, 0} : Cell{0, rules.num_cols() - 1};
  return std::vector<Cell>(static_cast<std::size_t>(side == Side::cat ? rules.cats : rules.mice), corner);
}

Problems problems_of(const Rules& rules) {
  Problems problems;
  check_map(rules, problems);
  check_numbers(rules, problems);
  if (!problems.empty()) return problems;
  check_inside(rules, "obstacles", rules.obstacles, problems);
  if (rules.cat_start) check_inside(rules, "cat_start", *rules.cat_start, problems);
  if (rules.mouse_start) check_inside(rules, "mouse_start", *rules.mouse_start, problems);
  if (!problems.empty()) return problems;
  const std::vector<bool> is_obstacle = obstacles_of(rules);
  const auto free = std::count(is_obstacle.begin(), is_obstacle.end(), false);
  if (free < 2) {
    const char* key = is_obstacle.size() < 2 ? "rows" : rules.map.empty() ? "obstacles" : "map";
    problems.push_back({key, {}, text("a board of ", free, " free cell(s) has no room for a chase")});
    return problems;
  }
  const Board board(rules);
  if (rules.random_start) {
    check_random(rules, board, problems);
    return problems;
  }
  check_start(rules, board, Side::cat, problems);
  check_start(rules, board, Side::mouse, problems);
  if (problems.empty()) check_together(rules, board, problems);
  return problems;
}

}  // namespace aleator::cat_and_mouse
