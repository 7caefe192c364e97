#include "experiments/models/cat_and_mouse/ask.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/games/cat_and_mouse/exact_play.hpp"
#include "experiments/models/cat_and_mouse/solve.hpp"

namespace aleator::cat_and_mouse {
namespace {

/// The board: C and M for pieces, # for obstacles.
std::vector<std::string> drawn(const Board& board, const Position& position) {
  std::vector<std::string> lines;
  for (int row = 0; row < board.rows(); ++row) {
    std::string line;
    for (int col = 0; col < board.cols(); ++col) {
      const int cell = board.cell_at(row, col);
      const bool cat = std::find(position.cats.begin(), position.cats.end(), cell) != position.cats.end();
      const bool mouse = std::find(position.mice.begin(), position.mice.end(), cell) != position.mice.end();
      line += fmt::format("{}{}", col == 0 ? "" : " ", cell < 0 ? '#' : cat ? 'C' : mouse ? 'M' : '.');
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

std::string move_name(const Board& board, const std::vector<std::int32_t>& from, const std::vector<std::int32_t>& to) {
  std::string name;
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (from[i] == caught) continue;
    const int rows = board.row(to[i]) - board.row(from[i]);
    const int cols = board.col(to[i]) - board.col(from[i]);
    const auto direction = std::find_if(directions.begin(), directions.end(),
                                        [&](const Direction& d) { return d.rows == rows && d.cols == cols; });
    if (!name.empty()) name += ',';
    name += direction->name;
  }
  return name;
}

}  // namespace

Answer ask(Run& run, const std::string& state) {
  const Game& game = game_of(run);
  const Position position = parse_position(game, state);
  Answer answer;
  answer.state = drawn(game.board(), position);
  if (Game::is_over(position)) {
    answer.notes = {"the game is over: all mice are caught"};
    return answer;
  }
  const ExactTable table = exact_table(run);
  const Side side = game.mover(position.phase);
  const std::int32_t best = limited(game.rules(), best_move(game, table, position).plies);
  answer.columns = {"move", "plies", ""};
  for (const RatedMove& move : rated_moves(game, table, position)) {
    const std::int32_t plies = limited(game.rules(), move.plies);
    answer.lines.push_back({move_name(game.board(), side == Side::cat ? position.cats : position.mice, move.cells),
                            plies == never ? "never" : std::to_string(plies), plies == best ? "best" : ""});
  }
  answer.notes = {
      fmt::format("{} to move; plies until all mice are caught if both sides play their best from here on, "
                  "this one included",
                  side == Side::cat ? "cat" : "mouse")};
  return answer;
}

}  // namespace aleator::cat_and_mouse
