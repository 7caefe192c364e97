// The search for exact scores of Connect Four, by null windows.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/games/connect_four/fixed_board.hpp"
#include "core/games/connect_four/game.hpp"
#include "core/games/connect_four/score_table.hpp"
#include "core/search/alpha_beta.hpp"
#include "core/search/search.hpp"
#include "core/search/solved_table.hpp"

namespace aleator::connect_four {

/// Fail-soft alpha-beta over scores. Moves that let the other player win at once are never tried, and two threats that
/// cannot both be parried are seen one move before they win. Moves that make most winning cells come first: a cell that
/// can be filled at once counts three more, one above a cell that the other player will have to fill half as much as
/// others; of equals, those nearest to the middle. Before any move is tried, it is asked whether the table already
/// knows one that is good enough.
///
/// @tparam Table  a ScoreTable, or what is shared by a crew
template <class Board, class Table, class Crew = Alone>
class ScoreSearch {
 public:
  ScoreSearch(const Board& board, Table& table, Crew crew = {})
      : board_(board), shuffle_(board.shape.cols * (board.shape.rows + 1)), table_(table), crew_(std::move(crew)) {
    for (int i = 0; i < board.shape.cols; ++i) {
      columns_[i] = board.shape.column(board.shape.cols / 2 + (i % 2 == 0 ? i / 2 : -(i + 1) / 2));
    }
  }

  /// Positions that need not be searched; nullptr: none. Must outlive this.
  void use(const SolvedTable<ConnectFour>* known) noexcept { known_ = known; }

  /// @return nothing if the budget does not suffice. @pre nobody has won, and a cell is empty
  std::optional<int> score(const Position& position, const Budget& budget) {
    ScoreBounds range = possible(position);
    while (range.lower < range.upper) {
      const int middle = middle_of(range);
      const std::optional<int> found = test(position, middle + 1, budget);
      if (!found) return std::nullopt;
      if (*found <= middle) {
        range.upper = *found;
      } else {
        range.lower = *found;
      }
    }
    return range.lower;
  }

  /// What is known of the score without a search; where the player to move wins at once, the score. @pre as score
  ScoreBounds possible(const Position& position) const noexcept {
    const Line root = line_of(position);
    const int most = best_score(root.stones - 2);
    return {wins_at_once(root) ? most : lost_score(root.stones), most};
  }

  /// Where to halve a range by a null window: in its middle, but no further than half way to a score from 0: the larger
  /// it is, the sooner a search ends. @pre lower < upper
  static constexpr int middle_of(ScoreBounds range) noexcept {
    const int middle = range.lower + (range.upper - range.lower) / 2;
    if (middle <= 0 && range.lower / 2 < middle) return range.lower / 2;
    if (middle >= 0 && range.upper / 2 > middle) return range.upper / 2;
    return middle;
  }

  /// Is the score `bound` or more? Nodes count on from the test before.
  /// @return a lower bound on it if so, else an upper bound; nothing if the budget does not suffice
  /// @pre the player to move cannot win at once
  std::optional<int> test(const Position& position, int bound, const Budget& budget) {
    const Line root = line_of(position);
    budget_ = budget;
    root_stones_ = root.stones;
    const int found = visit(root, bound, shuffled_key(root.own, root.all, root.stones));
    return is_over() ? std::nullopt : std::optional(found);
  }

  /// Of all tests.
  const SearchCounts& counts() const noexcept { return counts_; }
  SearchStatus status() const noexcept { return budget_.status(); }

 private:
  static constexpr int most_cols = 32;
  static constexpr int most_score = 32;
  static constexpr int most_stones_mirrored = 14;  // later on, images hardly meet

  struct Line {
    Bits own;    // stones of the player to move
    Bits all;    // of both
    int stones;  // how many
  };
  struct Tried {
    Bits cell;
    int merit;
    std::uint64_t shuffled;  // key of the position that it leads to
  };
  struct Moves {
    std::array<Tried, 2 * most_cols> tried;  // the best last; with room below for those that are put off
    int begin;
    int end;
  };

  static Line line_of(const Position& position) noexcept {
    return {position.own, position.all, std::popcount(position.all)};
  }

  int rows() const noexcept { return board_.shape.rows; }
  int num_cells() const noexcept { return board_.shape.cells(); }
  bool is_over() const noexcept { return budget_.status() != SearchStatus::complete; }

  /// With so many stones on the board, of the player to move if he wins by his second stone from here.
  int best_score(int stones) const noexcept { return (num_cells() - 1 - stones) / 2; }
  /// The score if the other one wins by his next stone.
  int lost_score(int stones) const noexcept { return -((num_cells() - stones) / 2); }

  Bits playable(Bits all) const noexcept { return (all + board_.bottom_row) & board_.cells; }

  bool wins_at_once(const Line& line) const noexcept {
    return (completing_cells(line.own, rows()) & playable(line.all)) != 0;
  }

  std::uint64_t shuffled_key(Bits own, Bits all, int stones) const noexcept {
    Bits key = own + all;
    if (stones <= most_stones_mirrored) {
      key = std::min(key, mirrored(own, board_.shape) + mirrored(all, board_.shape));
    }
    return shuffle_(key);
  }

  /// Moves after which the other player cannot win at once; none if there are no such.
  Bits safe_moves(const Line& line, Bits threats) const noexcept {
    Bits moves = playable(line.all);
    const Bits forced = moves & threats;
    if (forced != 0) {
      if ((forced & (forced - 1)) != 0) return 0;
      moves = forced;
    }
    return moves & ~(threats >> 1);
  }

  /// Is the score `bound` or more? @return a lower bound on it if so, else an upper bound: on the same side of `bound`
  /// @pre the player to move cannot win at once
  int visit(const Line& line, int bound, std::uint64_t shuffled) {
    if (!budget_.allows(counts_.nodes)) return 0;
    ++counts_.nodes;
    counts_.depth = std::max<std::int64_t>(counts_.depth, line.stones - root_stones_);
    const Bits threats = completing_cells(line.own ^ line.all, rows()) & board_.cells & ~line.all;
    const Bits safe = safe_moves(line, threats);
    if (safe == 0) return lost_score(line.stones);
    if (line.stones >= num_cells() - 2) return 0;
    if (known_ != nullptr) {
      if (const auto score = looked_up(line)) return *score;
    }
    ScoreBounds known{lost_score(line.stones + 2), best_score(line.stones)};
    if (known.lower >= bound) return known.lower;
    if (known.upper < bound) return known.upper;
    if (table_.find(shuffled, known)) {
      ++counts_.table_hits;
      if (known.lower >= bound) return known.lower;
      if (known.upper < bound) return known.upper;
    }
    Moves moves;
    if (list_moves(line, safe, threats, moves)) return best_score(line.stones);
    const int best = best_known(moves);
    if (best >= bound) return best;
    return search_moves(line, moves, bound, known, shuffled);
  }

  std::optional<int> looked_up(const Line& line) {
    const std::optional<Outlook> outlook = known_->find({line.own, line.all});
    if (!outlook) return std::nullopt;
    ++counts_.table_hits;
    return score_of(outlook->value, outlook->distance, line.stones, board_.shape);
  }

  int search_moves(const Line& line, Moves& moves, int bound, ScoreBounds known, std::uint64_t shuffled) {
    const bool joins = crew_.joins(num_cells() - line.stones);
    if (joins) crew_.enter(shuffled);
    const int best = try_moves(line, moves, bound);
    if (joins) crew_.leave(shuffled);
    if (is_over()) return 0;
    if (best >= bound) {
      known.lower = std::max(known.lower, best);
    } else {
      known.upper = std::min(known.upper, best);
    }
    table_.put(shuffled, known);
    return best;
  }

  /// @return whether one of them wins whatever the answer
  bool list_moves(const Line& line, Bits safe, Bits threats, Moves& moves) const noexcept {
    moves.begin = moves.end = most_cols;
    const Bits own_after = line.own ^ line.all;
    for (int i = board_.shape.cols - 1; i >= 0; --i) {
      const Bits cell = safe & columns_[i];
      if (cell == 0) continue;
      const Bits all = line.all | cell;
      const Bits wins = completing_cells(line.own | cell, rows()) & board_.cells & ~all;
      const Bits now = wins & playable(all);
      if ((now & ((now - 1) | wins >> 1)) != 0) return true;
      const std::uint64_t shuffled = shuffled_key(own_after, all, line.stones + 1);
      table_.prefetch(shuffled);
      insert(moves, {cell, merit(wins, now, threats), shuffled});
    }
    return false;
  }

  static int merit(Bits wins, Bits now, Bits threats) noexcept {
    return 2 * std::popcount(wins) + std::popcount(wins & ~(threats << 1)) + (now != 0 ? 3 : 0);
  }

  /// Behind those of lower or equal merit.
  static void insert(Moves& moves, const Tried& move) noexcept {
    int at = moves.end++;
    for (; at > moves.begin && moves.tried[at - 1].merit > move.merit; --at) moves.tried[at] = moves.tried[at - 1];
    moves.tried[at] = move;
  }

  /// The largest lower bound on the score that the table has by a move.
  int best_known(const Moves& moves) const noexcept {
    int best = -most_score;
    for (int i = moves.begin; i < moves.end; ++i) {
      ScoreBounds next{-most_score, most_score};
      if (table_.find(moves.tried[i].shuffled, next)) best = std::max(best, -next.upper);
    }
    return best;
  }

  int try_moves(const Line& line, Moves& moves, int bound) {
    int best = -most_score;
    const int first = moves.end - 1;
    const int last_in_order = moves.begin;
    for (int i = first; i >= moves.begin; --i) {
      const Tried move = moves.tried[i];
      if (i != first && i >= last_in_order && puts_off(move, num_cells() - line.stones - 1, moves)) continue;
      const Line next{line.own ^ line.all, line.all | move.cell, line.stones + 1};
      best = std::max(best, -visit(next, 1 - bound, move.shuffled));
      if (is_over()) return 0;
      if (best < bound) continue;
      counts_.cutoffs += i > moves.begin;
      break;
    }
    return best;
  }

  /// Moves that another one searches come last.
  bool puts_off([[maybe_unused]] const Tried& move, [[maybe_unused]] int left,
                [[maybe_unused]] Moves& moves) const noexcept {
    if constexpr (Crew::is_alone) return false;
    if (!crew_.joins(left) || !crew_.is_busy(move.shuffled)) return false;
    moves.tried[--moves.begin] = move;
    return true;
  }

  Board board_;
  Shuffle shuffle_;
  Table& table_;
  Crew crew_;
  const SolvedTable<ConnectFour>* known_ = nullptr;
  std::array<Bits, most_cols> columns_;  // from the middle outwards
  Budget budget_{0, {}};
  SearchCounts counts_;
  int root_stones_ = 0;
};

}  // namespace aleator::connect_four
