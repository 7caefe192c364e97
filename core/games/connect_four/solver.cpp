#include "core/games/connect_four/solver.hpp"

#include <algorithm>
#include <bit>

namespace aleator::connect_four {

Outlook outlook_of(int score, const Position& position, Shape shape) noexcept {
  const std::int64_t distance = distance_of(score, std::popcount(position.all), shape);
  return {(score > 0) - (score < 0), static_cast<std::int32_t>(distance)};
}

Solver::Solver(const ConnectFour& game, std::size_t table_bytes) : game_(game), table_(table_bytes) {}

Solved Solver::solve(const Position& position, std::int64_t node_limit, const std::stop_token& stop) {
  require_ongoing(game_, position);
  return detail::with_board(game_.shape(), [&](const auto& board) {
    Solved solved;
    ScoreSearch search(board, table_);
    search.use(known_);
    solved.score = search.score(position, Budget(node_limit, stop)).value_or(0);
    solved.status = search.status();
    solved.counts = search.counts();
    return solved;
  });
}

std::optional<int> Solver::move_score(const Position& position, Move col) {
  if ((position.all & game_.shape().top(col)) != 0) return std::nullopt;
  const Position next = game_.after(position, col);
  const std::optional<int> result = game_.result(next);
  if (!result) return -solve(next).score;
  return score_of(-*result, 1, std::popcount(position.all), game_.shape());
}

std::vector<std::optional<int>> Solver::move_scores(const Position& position) {
  require_ongoing(game_, position);
  std::vector<std::optional<int>> scores;
  for (Move col = 0; col < game_.shape().cols; ++col) scores.push_back(move_score(position, col));
  return scores;
}

std::vector<Move> Solver::principal_variation(const Position& position) {
  int score = solve(position).score;
  std::vector<Move> line;
  for (Position at = position; !game_.result(at); at = game_.after(at, line.back())) {
    line.push_back(best_move(at, score));
    score = -score;
  }
  return line;
}

}  // namespace aleator::connect_four
