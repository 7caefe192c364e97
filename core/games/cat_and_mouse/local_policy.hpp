// Policies of a cat that fit boards of any size: a table for when the mouse is near, and a rule for when it is far.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/games/cat_and_mouse/chase.hpp"

namespace aleator::cat_and_mouse {

/// What the cat does when no 3 x 3 window holds both.
enum class FarRule : std::uint8_t {
  euclidean,  // the move after which the Euclidean distance is least; of such the first in the order of `directions`
  manhattan,  // likewise with the Manhattan distance
  learned     // further entries of the table
};

inline constexpr std::size_t near_entries = 729;
inline constexpr std::size_t far_entries = 54;

/// The 3 x 3 window that is looked at: its top row and left column. There is one if both pieces are within two rows and
/// two columns of each other, and the board has three of both. Of the windows on the board that hold both, it is the
/// first (from the top row down, in each from left to right) that touches an edge of the board; if none does, the one
/// around the middle between both, rounded up and left.
struct Window {
  int top;
  int left;
};
std::optional<Window> window_of(const Board& board, int cat, int mouse);

/// ((((cat_x * 3 + cat_y) * 3 + mouse_x) * 3 + mouse_y) * 3 + h) * 3 + v, with x counted in the window from the left
/// and y from the bottom; h: the window touches the left edge (0), else the right one (1), or neither (2); v: likewise
/// the bottom (0), the top (1), or neither (2).
std::size_t near_entry(const Board& board, int cat, int mouse, const Window& window);

/// Entry of the learned far rule, after the near ones: ((sign of rows + 1) * 3 + sign of columns + 1) * 6 + (0 if the
/// rows are fewer than the columns, 1 if as many, 2 if more) * 2 + (rows + columns) modulo 2, of the way to the mouse.
std::size_t far_entry(const Board& board, int cat, int mouse);

/// What a table of moves (numbers of `directions`) does on a board.
class LocalPolicy {
 public:
  LocalPolicy(const Board& board, FarRule far);

  static std::size_t entries(FarRule far) noexcept {
    return near_entries + (far == FarRule::learned ? far_entries : 0);
  }
  /// Moves that an entry can be: the first so many of `directions`, and with may_stay one more, to stay.
  static std::uint8_t choices(const Board& board) noexcept;

  /// The moves of the Euclidean far rule, near and far.
  static std::vector<std::uint8_t> far_moves(const Board& board, FarRule far);

  /// The table of all pairs. A move that is not legal is made as the Euclidean far rule says.
  const PolicyTable& on_board(const std::vector<std::uint8_t>& moves);

 private:
  const Board& board_;
  std::size_t stay_;                   // the choice that means to stay; the number of choices if there is none
  std::vector<std::int32_t> entry_;    // [pairs] -1: no entry
  std::vector<std::uint16_t> target_;  // [pairs x choices] where each choice leads
  PolicyTable table_;
};

/// The Euclidean far rule alone, near and far.
PolicyTable far_table(const Board& board);

}  // namespace aleator::cat_and_mouse
