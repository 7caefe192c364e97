// Tic-tac-toe and m,n,k games: players in turn put a stone on an empty cell; who first has at least k in a row wins.
#pragma once

#include <bit>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/games/tic_tac_toe/lines.hpp"
#include "core/games/tic_tac_toe/symmetry.hpp"
#include "core/problem.hpp"
#include "core/search/game.hpp"
#include "core/search/key.hpp"

namespace aleator::tic_tac_toe {

struct Rules {
  std::int64_t rows = 3;
  std::int64_t cols = 3;
  std::int64_t in_row = 3;
};

Problems problems_of(const Rules& rules);

/// Of boards up to 64 cells. Moves are cells, numbered row by row; their text is column and row, "a1" at the top left.
/// The text of a position is its rows with x, o and '.', as in "x.o/.x./..o": x moves first, and so it is known whose
/// turn it is.
class TicTacToe {
 public:
  struct Position {
    Cells own = 0;    // of the player to move
    Cells other = 0;  // of who has just moved

    bool operator==(const Position&) const = default;
  };
  using Key = WideKey;

  /// @throws std::invalid_argument as problems_of says
  explicit TicTacToe(const Rules& rules);

  const Rules& rules() const noexcept { return rules_; }

  Position start() const noexcept { return {}; }

  std::optional<int> result(const Position& position) const noexcept {
    if (lines_.any(position.other)) return -1;
    if ((position.own | position.other) == all_) return 0;
    return std::nullopt;
  }

  template <class Visit>
  bool any_move(const Position& position, Visit&& visit) const {
    for (Cells empty = all_ & ~(position.own | position.other); empty != 0; empty &= empty - 1) {
      if (visit(static_cast<Move>(std::countr_zero(empty)))) return true;
    }
    return false;
  }

  Position after(const Position& position, Move cell) const noexcept {
    return {position.other, position.own | Cells{1} << cell};
  }

  std::int64_t longest(const Position& position) const noexcept {
    return std::popcount(all_ & ~(position.own | position.other));
  }

  Position canonical(const Position& position) const noexcept;
  Key key(const Position& position) const noexcept { return {position.own, position.other}; }
  /// The number of lines through the cell.
  int preference(const Position&, Move cell) const noexcept { return lines_through_[cell]; }

  Position position_of(std::string_view line) const;
  std::string text_of(const Position& position) const;
  std::string move_text(Move cell) const;

  /// All lines that win.
  const std::vector<Cells>& lines() const noexcept { return all_lines_; }

 private:
  void require_possible(const Position& position, std::string_view line) const;

  Rules rules_;
  Cells all_;
  LineFinder lines_;
  BoardImages images_;
  std::vector<Cells> all_lines_;
  std::vector<int> lines_through_;  // [cell]
};
static_assert(TwoPlayerGame<TicTacToe>);

}  // namespace aleator::tic_tac_toe
