// Exact scores of Connect Four.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/games/connect_four/game.hpp"
#include "core/games/connect_four/score_search.hpp"
#include "core/games/connect_four/score_table.hpp"
#include "core/search/outlook.hpp"
#include "core/search/search.hpp"

namespace aleator::connect_four {

/// What solving a position has brought.
struct Solved {
  SearchStatus status = SearchStatus::complete;
  int score = 0;  // see score_of; only if complete
  SearchCounts counts;
};

/// Value and distance, which the score tells. @pre the position is not over
Outlook outlook_of(int score, const Position& position, Shape shape) noexcept;

namespace detail {

/// Calls f(board): the sizes that are solved most often are known to the compiler.
template <class F>
auto with_board(Shape shape, F&& f) {
  const auto is = [&](int cols, int rows) { return shape.cols == cols && shape.rows == rows; };
  if (is(7, 6)) return f(FixedBoard<7, 6>());
  if (is(7, 5)) return f(FixedBoard<7, 5>());
  if (is(6, 5)) return f(FixedBoard<6, 5>());
  return f(AnyBoard(shape));
}

/// Whether dropping a stone in the column still brings the score, by a null window.
/// @param table  a ScoreTable, or one that threads share
template <class Table>
bool keeps(const ConnectFour& game, Table& table, const SolvedTable<ConnectFour>* known, const Position& position,
           Move col, int score) {
  if ((position.all & game.shape().top(col)) != 0) return false;
  const Position next = game.after(position, col);
  if (const auto result = game.result(next)) {
    return score_of(-*result, 1, std::popcount(position.all), game.shape()) >= score;
  }
  return with_board(game.shape(), [&](const auto& board) {
    ScoreSearch search(board, table);
    search.use(known);
    const ScoreBounds range = search.possible(next);
    if (range.lower == range.upper || range.upper < 1 - score) return range.upper < 1 - score;
    return *search.test(next, 1 - score, Budget(0, {})) < 1 - score;
  });
}

/// The leftmost column that keeps the score of a position. @pre as Solver::best_move
template <class Table>
Move best_move(const ConnectFour& game, Table& table, const SolvedTable<ConnectFour>* known, const Position& position,
               int score) {
  Move best = 0;
  while (!keeps(game, table, known, position, best, score)) ++best;
  return best;
}

}  // namespace detail

/// Solves position after position; what its table knows makes the later ones quicker, until forget().
class Solver {
 public:
  static constexpr std::size_t usual_table_bytes = std::size_t{64} << 20;

  /// @param game  must outlive this
  explicit Solver(const ConnectFour& game, std::size_t table_bytes = usual_table_bytes);

  /// @param node_limit  0: none
  /// @throws std::invalid_argument if the game is over
  Solved solve(const Position& position, std::int64_t node_limit = 0, const std::stop_token& stop = {});

  /// [column] the score, for the player to move, of dropping a stone there; nothing in a full column.
  /// @throws std::invalid_argument if the game is over
  std::vector<std::optional<int>> move_scores(const Position& position);

  /// The leftmost of the best moves: null windows tell whether a column keeps the score.
  /// @param score  of the position. @pre the position is not over
  Move best_move(const Position& position, int score) {
    return detail::best_move(game_, table_, known_, position, score);
  }

  /// Best moves to the end, of equally good ones the leftmost. @throws std::invalid_argument if the game is over
  std::vector<Move> principal_variation(const Position& position);

  /// Positions that need not be searched, an opening book or an endgame base; nullptr: none. Must outlive this.
  void use(const SolvedTable<ConnectFour>* known) noexcept { known_ = known; }

  void forget() { table_.clear(); }

 private:
  std::optional<int> move_score(const Position& position, Move col);

  const ConnectFour& game_;
  ScoreTable table_;
  const SolvedTable<ConnectFour>* known_ = nullptr;
};

}  // namespace aleator::connect_four
