// What the exact table says of moves.
#pragma once

#include <cstdint>
#include <vector>

#include "core/games/cat_and_mouse/exact.hpp"

namespace aleator::cat_and_mouse {

/// Whether plies to a capture are better than others for a side; never is the best for the mice.
bool is_better(Side side, std::int32_t plies, std::int32_t than) noexcept;

/// A choice of the moving pieces, and what it is worth: plies until all mice are caught, this one included, or never.
struct RatedMove {
  std::vector<std::int32_t> cells;
  std::int32_t plies = never;
};

/// Every move of a position, in the order of Game::for_each_move.
std::vector<RatedMove> rated_moves(const Game& game, const ExactTable& table, const Position& position);

/// The best move; of equally good ones that which brings the cats nearest to the mice, or the mice farthest away
/// (Manhattan distances of all pairs), and of these the first.
RatedMove best_move(const Game& game, const ExactTable& table, const Position& position);

/// Positions of the best play of both sides, from `position` until all mice are caught, a position has come again, or
/// the move limit.
std::vector<Position> best_line(const Game& game, const ExactTable& table, const Position& position);

/// If the cats choose their cells first and the mice then choose theirs, the first mover to move.
struct Placement {
  Position position;           // best for the cats, and the best reply
  std::int32_t plies = never;  // of the chase
};
Placement best_placement(const Game& game, const ExactTable& table);

}  // namespace aleator::cat_and_mouse
