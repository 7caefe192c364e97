// Who wins from every position, and in how many plies: retrograde analysis, a board of mice at a time.
//
// Sets of won positions grow ply by ply from the captures. For each phase and all cells of the cats (and of the mice
// but the last) such a set is one row of bits over the cells of the last mouse, the board row by row with an empty
// column between: to move the mouse is to shift the row. A ply of the cats is the union of the rows that they may go
// to; a ply of the mice is the complement of the cells from where one may go outside of the set.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/executor.hpp"
#include "core/games/cat_and_mouse/position_space.hpp"

namespace aleator::cat_and_mouse {

inline constexpr std::int32_t never = -1;        // the mice are never all caught
inline constexpr std::int32_t no_position = -2;  // a mouse stands with a cat: it would have been caught

/// Plies until all mice are caught when both sides play their best: cats for soon, mice for late or never.
class ExactTable {
 public:
  ExactTable(const Game& game, std::vector<std::int32_t> plies, std::int64_t last)
      : space_(game), plies_(std::move(plies)), levels_(last) {}

  const PositionSpace& space() const noexcept { return space_; }

  std::int32_t operator()(const Position& position) const noexcept {
    return plies_[static_cast<std::size_t>(position.phase) * space_.size() + space_.index(position)];
  }
  /// Of all positions of a phase, in the order of the space.
  std::span<const std::int32_t> phase(int phase) const noexcept {
    return std::span(plies_).subspan(static_cast<std::size_t>(phase) * space_.size(), space_.size());
  }
  /// The most plies of any position that is won.
  std::int64_t longest() const noexcept { return levels_; }

 private:
  PositionSpace space_;
  std::vector<std::int32_t> plies_;  // [phase x positions]
  std::int64_t levels_;
};

/// Bytes that solve_exact takes, as a double because it may be more than there are.
double exact_bytes(const Rules& rules);

namespace detail {

using Word = std::uint64_t;

/// The sets of won positions, level by level.
class Retrograde {
 public:
  /// @throws std::length_error beyond 2^31 - 2 positions, whose plies might overflow
  explicit Retrograde(const Game& game);

  std::size_t blocks() const noexcept { return (rows_ + block_rows - 1) / block_rows; }
  int phases() const noexcept { return game_.phases(); }
  /// Whether the phase can have new positions at the next level.
  bool is_due(int phase) const noexcept;
  // A ply is made in stages, each over all blocks. First, with several mice, what captures lead to:
  bool resolves() const noexcept { return mouse_axes_ > 0; }
  void resolve(int phase, std::size_t block);
  // then the moves of all pieces of the mover but the last, an axis each:
  std::size_t inner_axes(int phase) const noexcept;
  void move_axis(int phase, std::size_t axis, std::size_t block);
  // then those of the last one.
  void expand(int phase, std::size_t block);
  /// Enters the positions that are new; returns how many.
  std::int64_t settle(int phase, std::size_t block, std::int32_t level) noexcept;
  void finish_level(std::span<const std::int64_t> settled);
  std::vector<std::int32_t> take_plies() noexcept { return std::move(plies_); }

 private:
  static constexpr std::size_t block_rows = 64;
  using Rows = std::vector<Word>;  // [rows x words]

  void number_bits();
  void enter_captures();
  std::vector<std::int32_t> cats_of(std::size_t row) const;
  /// The row with the mice caught that stand with a cat (of all but the last); the row itself if none does.
  std::size_t row_after_captures(std::size_t row, const std::vector<std::int32_t>& cats) const;
  /// What stage number `stage` of a ply reads.
  const Rows& stage_source(int phase, std::size_t stage) const noexcept;
  std::size_t first_stage() const noexcept { return resolves() ? 1 : 0; }
  /// Unites, or intersects, the rows to which the piece of an axis may go.
  void combine(const Rows& from, std::size_t row, std::size_t axis, bool unite, Word* to) const;
  /// The cells from where every move of the last mouse leads into the set `won`.
  void no_way_out(const Word* won, Word* to, Rows& scratch) const;
  template <class F>
  void for_each_row(std::size_t block, F f) const;

  const Game& game_;
  PositionSpace space_;
  std::size_t mouse_axes_;  // mice but the last
  std::size_t rows_ = 1;
  std::size_t board_words_;
  std::size_t words_;                   // of a row; with several mice the last one says "caught"
  std::size_t stride_;                  // bits from a cell to the one below
  std::vector<std::size_t> axis_rows_;  // rows from a cell of an axis to the next; cats, then mice
  Rows free_, stuck_;                   // [board words] cells, and those from where a piece goes nowhere
  std::vector<std::int32_t> bit_of_;    // [cells]
  std::vector<std::int32_t> cell_of_;   // [bits]
  std::vector<Rows> won_, fresh_;       // [phase] what is won, and what is so by the next level
  std::array<Rows, 2> moved_;           // between the stages of a ply
  std::vector<std::uint8_t> changed_;   // [phase] at the last level
  std::vector<std::int32_t> plies_;     // [phase x positions]
};

}  // namespace detail

/// If it is stopped early the table lacks what was not found yet.
/// @throws std::length_error as Retrograde
template <Executor E>
ExactTable solve_exact(const Game& game, E& executor, const std::stop_token& stop = {}) {
  detail::Retrograde sets(game);
  std::vector<std::int64_t> settled(static_cast<std::size_t>(sets.phases()), 1);
  std::int32_t level = 0;
  for (bool any = true; any && !stop.stop_requested();) {
    ++level;
    for (int phase = 0; phase < sets.phases(); ++phase) {
      if (!sets.is_due(phase)) continue;
      if (sets.resolves()) executor.for_blocks(sets.blocks(), [&](std::size_t b) { sets.resolve(phase, b); });
      for (std::size_t axis = 0; axis < sets.inner_axes(phase); ++axis) {
        executor.for_blocks(sets.blocks(), [&](std::size_t b) { sets.move_axis(phase, axis, b); });
      }
      executor.for_blocks(sets.blocks(), [&](std::size_t b) { sets.expand(phase, b); });
    }
    any = false;
    for (int phase = 0; phase < sets.phases(); ++phase) {
      std::int64_t& count = settled[static_cast<std::size_t>(phase)];
      count = !sets.is_due(phase)
                  ? 0
                  : executor.reduce_blocks(
                        sets.blocks(), std::int64_t{0}, [&](std::size_t b) { return sets.settle(phase, b, level); },
                        [](std::int64_t& total, std::int64_t part) { total += part; });
      any = any || count > 0;
    }
    sets.finish_level(settled);
  }
  return {game, sets.take_plies(), level - 1};
}

}  // namespace aleator::cat_and_mouse
