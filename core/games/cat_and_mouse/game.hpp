// Positions of cats and mice, and what a ply makes of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/games/cat_and_mouse/board.hpp"

namespace aleator::cat_and_mouse {

inline constexpr std::int32_t caught = -1;  // the cell of a mouse that is

/// Phases 0 ... cat_steps - 1 are the plies of the cats' turn, the next mouse_steps those of the mice's.
struct Position {
  std::vector<std::int32_t> cats;  // their cells
  std::vector<std::int32_t> mice;
  int phase = 0;

  bool operator==(const Position&) const = default;
};

class Game {
 public:
  /// @throws std::invalid_argument with the first of problems_of(rules)
  explicit Game(const Rules& rules);

  const Rules& rules() const noexcept { return rules_; }
  const Board& board() const noexcept { return board_; }
  int cats() const noexcept { return static_cast<int>(rules_.cats); }
  int mice() const noexcept { return static_cast<int>(rules_.mice); }

  int phases() const noexcept { return static_cast<int>(rules_.cat_steps + rules_.mouse_steps); }
  Side mover(int phase) const noexcept { return phase < rules_.cat_steps ? Side::cat : Side::mouse; }
  /// The first phase of a side's turn.
  int first_phase(Side side) const noexcept { return side == Side::cat ? 0 : static_cast<int>(rules_.cat_steps); }
  /// The phase after a ply that catches nobody, and after one that does.
  int phase_after(int phase) const noexcept { return phase + 1 == phases() ? 0 : phase + 1; }
  int phase_after_capture(int phase) const noexcept { return first_phase(other(mover(phase))); }

  const Position& start() const noexcept { return start_; }

  static bool is_over(const Position& position) noexcept {
    return std::all_of(position.mice.begin(), position.mice.end(), [](std::int32_t cell) { return cell == caught; });
  }

  /// Whether some mouse stands with a cat: no position of the game.
  static bool is_improper(const Position& position) noexcept {
    return std::any_of(position.mice.begin(), position.mice.end(), [&](std::int32_t cell) {
      return std::find(position.cats.begin(), position.cats.end(), cell) != position.cats.end();
    });
  }

  /// The position after the mover's pieces have come to `cells` (caught ones stay so).
  Position after(const Position& position, const std::vector<std::int32_t>& cells) const;

  /// Calls visit(cells) for every choice of the moving pieces; the last piece is the first to change.
  template <class Visit>
  void for_each_move(const Position& position, Visit&& visit) const {
    const auto& pieces = mover(position.phase) == Side::cat ? position.cats : position.mice;
    std::vector<std::int32_t> cells(pieces);
    visit_moves(pieces, 0, cells, visit);
  }

 private:
  template <class Visit>
  void visit_moves(const std::vector<std::int32_t>& pieces, std::size_t piece, std::vector<std::int32_t>& cells,
                   Visit& visit) const {
    if (piece == pieces.size()) {
      visit(static_cast<const std::vector<std::int32_t>&>(cells));
      return;
    }
    if (pieces[piece] == caught) return visit_moves(pieces, piece + 1, cells, visit);
    for (const std::int32_t cell : board_.moves(pieces[piece])) {
      cells[piece] = cell;
      visit_moves(pieces, piece + 1, cells, visit);
    }
  }

  Rules rules_;
  Board board_;
  Position start_;
};

/// Reads "7,0 0,6 cat": the cells (row, column) of the cats, then of the mice ("-" for one that is caught), and who
/// moves; "cat:2" if it is the second ply of the turn.
/// @throws std::invalid_argument if there is no such position
Position parse_position(const Game& game, std::string_view text);

/// As parse_position reads it.
std::string position_text(const Game& game, const Position& position);

}  // namespace aleator::cat_and_mouse
