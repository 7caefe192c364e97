#include "core/games/tic_tac_toe/game.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/mdp/models/checks.hpp"

namespace aleator::tic_tac_toe {
namespace {

constexpr std::int64_t most_cells = 64;

Cells all_cells(const Rules& rules) {
  const auto cells = static_cast<int>(rules.rows * rules.cols);
  return ~Cells{0} >> (64 - cells);
}

/// Whose turn it is: x's if both have as many stones.
bool is_x_to_move(const TicTacToe::Position& position) {
  return std::popcount(position.own) == std::popcount(position.other);
}

}  // namespace

Problems problems_of(const Rules& rules) {
  Problems problems;
  checks::range(problems, "rows", rules.rows, 1, most_cells);
  checks::range(problems, "cols", rules.cols, 1, most_cells);
  checks::range(problems, "in_row", rules.in_row, 1, most_cells);
  if (!problems.empty()) return problems;
  if (rules.rows * rules.cols > most_cells) {
    problems.push_back({"rows", {}, text(rules.rows, " x ", rules.cols, " cells are more than ", most_cells)});
  }
  if (rules.in_row > std::max(rules.rows, rules.cols)) {
    problems.push_back(
        {"in_row",
         {},
         text("nobody can have ", rules.in_row, " in a row on a board of ", rules.rows, " x ", rules.cols)});
  }
  return problems;
}

TicTacToe::TicTacToe(const Rules& rules)
    : rules_((require_none(problems_of(rules)), rules)),
      all_(all_cells(rules)),
      lines_(static_cast<int>(rules.rows), static_cast<int>(rules.cols), static_cast<int>(rules.in_row)),
      images_(static_cast<int>(rules.rows), static_cast<int>(rules.cols)),
      all_lines_(lines_of(static_cast<int>(rules.rows), static_cast<int>(rules.cols), static_cast<int>(rules.in_row))),
      lines_through_(static_cast<std::size_t>(rules.rows * rules.cols)) {
  for (std::size_t cell = 0; cell < lines_through_.size(); ++cell) {
    for (const Cells line : all_lines_) lines_through_[cell] += (line >> cell & 1) != 0;
  }
}

TicTacToe::Position TicTacToe::canonical(const Position& position) const noexcept {
  Position least = position;
  for (int symmetry = 1; symmetry < images_.count(); ++symmetry) {
    const Position image{images_.image(position.own, symmetry), images_.image(position.other, symmetry)};
    if (key(image) < key(least)) least = image;
  }
  return least;
}

TicTacToe::Position TicTacToe::position_of(std::string_view line) const {
  const auto refuse = [&](const std::string& why) { throw std::invalid_argument(text("\"", line, "\": ", why)); };
  Position as_x;  // as x sees it
  std::int64_t row = 0;
  std::int64_t col = 0;
  for (const char c : line) {
    if (c == '/') {
      if (col != rules_.cols) refuse(text("row ", row + 1, " has ", col, " cells and not ", rules_.cols));
      ++row;
      col = 0;
      continue;
    }
    if (c != 'x' && c != 'o' && c != '.') refuse(text("'", std::string(1, c), "' is none of x, o, . and /"));
    if (row >= rules_.rows) refuse(text("there are more than ", rules_.rows, " rows"));
    if (col >= rules_.cols) refuse(text("row ", row + 1, " has more than ", rules_.cols, " cells"));
    const Cells cell = Cells{1} << (row * rules_.cols + col);
    if (c == 'x') as_x.own |= cell;
    if (c == 'o') as_x.other |= cell;
    ++col;
  }
  if (row + 1 != rules_.rows || col != rules_.cols) {
    refuse(text("is no board of ", rules_.rows, " rows of ", rules_.cols, " cells"));
  }
  const bool x_moves = is_x_to_move(as_x);
  const Position position = x_moves ? as_x : Position{as_x.other, as_x.own};
  require_possible(position, line);
  return position;
}

void TicTacToe::require_possible(const Position& position, std::string_view line) const {
  const int own = std::popcount(position.own);
  const int other = std::popcount(position.other);
  if (own != other && other != own + 1) {
    // Not as many, and so `other` is x.
    throw std::invalid_argument(text("\"", line, "\": x, who begins, cannot have ", other, " stones and o ", own));
  }
  if (lines_.any(position.own)) {
    throw std::invalid_argument(text("\"", line, "\": the game was over before the last move"));
  }
}

std::string TicTacToe::text_of(const Position& position) const {
  const bool x_moves = is_x_to_move(position);
  const Cells x = x_moves ? position.own : position.other;
  const Cells o = x_moves ? position.other : position.own;
  std::string line;
  for (std::int64_t cell = 0; cell < rules_.rows * rules_.cols; ++cell) {
    if (cell > 0 && cell % rules_.cols == 0) line += '/';
    line += (x >> cell & 1) != 0 ? 'x' : (o >> cell & 1) != 0 ? 'o' : '.';
  }
  return line;
}

std::string TicTacToe::move_text(Move cell) const {
  const std::int64_t col = cell % rules_.cols;
  std::string column;
  if (col >= 26) column += static_cast<char>('a' + col / 26 - 1);
  column += static_cast<char>('a' + col % 26);
  return text(column, cell / rules_.cols + 1);
}

}  // namespace aleator::tic_tac_toe
