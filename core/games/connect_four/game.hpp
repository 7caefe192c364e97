// Connect Four on boards of any size: players in turn drop a stone into a column; who first has four in a row wins.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/games/connect_four/board.hpp"
#include "core/problem.hpp"
#include "core/search/game.hpp"

namespace aleator::connect_four {

struct Rules {
  std::int64_t cols = 7;
  std::int64_t rows = 6;
};

/// cols * (rows + 1) must be at most 64.
Problems problems_of(const Rules& rules);

/// A move is a column from 0 on; its text, and that of positions, counts from 1: "4435" are the columns played so far,
/// those after 9 are a, b, c, ... Positions are shown as rows from the top, as in "...../..o../..x..".
class ConnectFour {
 public:
  using Position = connect_four::Position;
  using Key = std::uint64_t;

  /// @throws std::invalid_argument as problems_of says
  explicit ConnectFour(const Rules& rules);

  Shape shape() const noexcept { return shape_; }

  Position start() const noexcept { return {}; }

  std::optional<int> result(const Position& position) const noexcept {
    if (has_four(position.own ^ position.all, shape_.rows)) return -1;
    if (position.all == board_) return 0;
    return std::nullopt;
  }

  template <class Visit>
  bool any_move(const Position& position, Visit&& visit) const {
    for (int col = 0; col < shape_.cols; ++col) {
      if (can_play(position, col) && visit(static_cast<Move>(col))) return true;
    }
    return false;
  }

  Position after(const Position& position, Move col) const noexcept {
    return {position.own ^ position.all, position.all | (position.all + shape_.bottom(col))};
  }

  std::int64_t longest(const Position& position) const noexcept { return shape_.cells() - std::popcount(position.all); }

  Position canonical(const Position& position) const noexcept;
  /// In a column with h stones: 2^h - 1, and below 2^h the player's own ones.
  Key key(const Position& position) const noexcept { return position.own + position.all; }
  /// The column's distance from the nearer wall.
  int preference(const Position&, Move col) const noexcept {
    return col < shape_.cols / 2 ? col : shape_.cols - 1 - col;
  }

  Position position_of(std::string_view line) const;
  std::string text_of(const Position& position) const;
  std::string move_text(Move col) const;

 private:
  bool can_play(const Position& position, int col) const noexcept { return (position.all & shape_.top(col)) == 0; }
  Move column_of(std::string_view line, std::size_t at) const;

  Shape shape_;
  Bits board_;
};
static_assert(TwoPlayerGame<ConnectFour>);

/// How good a result is: half the stones that are left when the winner moves for the last time, so that quicker wins
/// score more. floor((cells + 1 - stones before the winning move) / 2), negative for who loses, 0 for a draw.
/// @param distance  plies to the end
constexpr int score_of(int value, std::int64_t distance, std::int64_t stones, Shape shape) noexcept {
  return value * static_cast<int>((shape.cells() + 2 - stones - distance) / 2);
}

/// The distance that goes with a score; to the full board for a draw.
constexpr std::int64_t distance_of(int score, std::int64_t stones, Shape shape) noexcept {
  const std::int64_t left = shape.cells() - stones;
  if (score == 0) return left;
  const std::int64_t longest = left + 2 - 2 * (score > 0 ? score : -score);  // this, or one more or less
  return longest - ((longest & 1) != (score > 0 ? 1 : 0));
}

}  // namespace aleator::connect_four
