// Deterministic policies of one cat and one mouse, and their games.
#pragma once

#include <cstdint>
#include <vector>

#include "core/games/cat_and_mouse/exact.hpp"
#include "core/games/cat_and_mouse/game.hpp"
#include "core/games/cat_and_mouse/outcome.hpp"
#include "core/random/philox_stream.hpp"

namespace aleator::cat_and_mouse {

/// [cat's cell x mouse's cell] the cell that the piece goes to, in every ply of its turns.
using PolicyTable = std::vector<std::uint16_t>;

/// A legal move for each pair of cells, all as likely. @pre one cat and one mouse, fewer than 2^16 cells
PolicyTable random_table(const Board& board, Side side, PhiloxStream& random);

/// The best moves of the first ply of the side's turns.
PolicyTable optimal_table(const Game& game, const ExactTable& table, Side side);

/// Where a chase stands.
struct Pair {
  std::int32_t cat = 0;
  std::int32_t mouse = 0;
  int phase = 0;
};

/// Plays policies against each other, one game at a time.
class Chase {
 public:
  /// @throws std::invalid_argument unless there is one cat and one mouse on fewer than 2^16 cells
  explicit Chase(const Game& game);

  const Game& game() const noexcept { return game_; }
  Pair start() const noexcept { return {game_.start().cats.front(), game_.start().mice.front(), game_.start().phase}; }
  /// Every pair of different cells, the first mover to move.
  std::vector<Pair> all_starts() const;

  /// A game until the capture, until a position has come again (if that is an escape), or to the move limit.
  Outcome play(const PolicyTable& cat, const PolicyTable& mouse, const Pair& start);
  /// The numbers [cat x mouse] of the pairs in which each side moved in the last game.
  const std::vector<std::int32_t>& visited(Side side) const noexcept {
    return visited_[static_cast<std::size_t>(side)];
  }

 private:
  const Game& game_;
  std::int32_t cells_;
  std::vector<std::uint32_t> seen_;  // [phase x pairs] the last game that came there
  std::uint32_t games_ = 0;
  std::vector<std::int16_t> distance_;  // [pairs]
  std::vector<std::int32_t> visited_[2];
};

/// How soon the best opponent of a fixed policy has the mouse caught, or how late.
class BestResponse {
 public:
  /// @throws std::invalid_argument as Chase
  explicit BestResponse(const Game& game);

  /// [phase x cat x mouse] plies to the capture when `fixed` plays the table and the other side its best; never
  const std::vector<std::int32_t>& operator()(Side fixed, const PolicyTable& table);

  std::int32_t plies(const Pair& at) const noexcept { return plies_[index(at)]; }

 private:
  std::size_t index(const Pair& at) const noexcept {
    return (static_cast<std::size_t>(at.phase) * cells_ + static_cast<std::size_t>(at.cat)) * cells_ +
           static_cast<std::size_t>(at.mouse);
  }
  void enter(const Pair& at, std::int32_t plies);
  void enter_before(const Pair& at, Side fixed, const PolicyTable& table);

  const Game& game_;
  std::size_t cells_;
  std::vector<std::int32_t> plies_;
  std::vector<std::uint8_t> open_;  // [phase x pairs] moves of a mouse that are not known to be caught
  std::vector<Pair> queue_;
};

/// The replies of the best opponent, as a policy: of the side that is not fixed. @pre one ply a turn on either side
PolicyTable best_reply(const Game& game, Side fixed, const PolicyTable& table);

}  // namespace aleator::cat_and_mouse
