#include "core/games/cat_and_mouse/exact_play.hpp"

#include <algorithm>
#include <set>

namespace aleator::cat_and_mouse {
namespace {

std::int64_t distance(const Board& board, const Position& position) {
  std::int64_t sum = 0;
  for (const std::int32_t mouse : position.mice) {
    for (const std::int32_t cat : position.cats) sum += mouse == caught ? 0 : board.manhattan(cat, mouse);
  }
  return sum;
}

}  // namespace

bool is_better(Side side, std::int32_t plies, std::int32_t than) noexcept {
  if (plies == than) return false;
  if (plies == never || than == never) return (plies == never) == (side == Side::mouse);
  return (plies < than) == (side == Side::cat);
}

std::vector<RatedMove> rated_moves(const Game& game, const ExactTable& table, const Position& position) {
  std::vector<RatedMove> moves;
  game.for_each_move(position, [&](const std::vector<std::int32_t>& cells) {
    const std::int32_t after = table(game.after(position, cells));
    moves.push_back({cells, after == never ? never : after + 1});
  });
  return moves;
}

RatedMove best_move(const Game& game, const ExactTable& table, const Position& position) {
  const Side side = game.mover(position.phase);
  RatedMove best;
  std::int64_t best_distance = 0;
  for (RatedMove& move : rated_moves(game, table, position)) {
    const std::int64_t apart = distance(game.board(), game.after(position, move.cells));
    const bool nearer = side == Side::cat ? apart < best_distance : apart > best_distance;
    if (!best.cells.empty() && !is_better(side, move.plies, best.plies) && (move.plies != best.plies || !nearer)) {
      continue;
    }
    best = std::move(move);
    best_distance = apart;
  }
  return best;
}

std::vector<Position> best_line(const Game& game, const ExactTable& table, const Position& position) {
  std::vector<Position> line{position};
  std::set<std::pair<int, std::size_t>> seen;
  const auto is_new = [&](const Position& p) { return seen.emplace(p.phase, table.space().index(p)).second; };
  const std::int64_t limit = game.rules().move_limit;
  const auto is_late = [&] { return limit > 0 && static_cast<std::int64_t>(line.size()) > limit; };
  while (!Game::is_over(line.back()) && !is_late() && is_new(line.back())) {
    line.push_back(game.after(line.back(), best_move(game, table, line.back()).cells));
  }
  return line;
}

Placement best_placement(const Game& game, const ExactTable& table) {
  const int phase = game.first_phase(game.rules().first_mover);
  const auto plies = table.phase(phase);
  const std::size_t mice = table.space().mouse_tuples();
  std::size_t best = 0;
  std::int32_t best_plies = no_position;
  for (std::size_t cats = 0; cats < table.space().cat_tuples(); ++cats) {
    std::size_t reply = cats * mice;
    std::int32_t worst = no_position;
    for (std::size_t i = reply; worst != never && i < (cats + 1) * mice; ++i) {
      if (plies[i] == no_position || (worst != no_position && !is_better(Side::mouse, plies[i], worst))) continue;
      worst = plies[i];
      reply = i;
    }
    if (best_plies != no_position && !is_better(Side::cat, worst, best_plies)) continue;
    best_plies = worst;
    best = reply;
  }
  return {table.space().position(best, phase), best_plies};
}

}  // namespace aleator::cat_and_mouse
