// Games of 2048, one by one.
#pragma once

#include <cstdint>

#include "core/games/g2048/board.hpp"
#include "core/games/g2048/moves.hpp"
#include "core/games/g2048/rules.hpp"

namespace aleator::g2048 {

struct GameResult {
  std::int64_t score = 0;
  std::int64_t moves = 0;
  int largest = 0;  // exponent of the largest tile

  bool operator==(const GameResult&) const = default;
};

/// What a game has come to, from its board and how many 4s were spawned: score and moves follow from the sums of tiles.
template <AnyBoard B>
constexpr GameResult result_of(B board, std::int64_t fours) noexcept {
  constexpr std::int64_t start_tiles = 2;
  return {potential(board) - 4 * fours, tile_sum(board) / 2 - fours - start_tiles, largest_tile(board)};
}

/// A uniformly random legal move. @pre has_moves(board, moves.shape()), and not may_outgrow(board)
struct RandomMove {
  template <AnyBoard B, class Generator>
  B operator()(B board, const Moves& moves, Generator& random) const {
    while (true) {
      const B after = moves(board, directions[random() >> 62]).board;
      if (after != board) return after;
    }
  }
};

/// The legal move with the largest reward; of equals the first of left, right, up, down. @pre as RandomMove
struct GreedyMove {
  template <AnyBoard B, class Generator>
  B operator()(B board, const Moves& moves, Generator&) const {
    Moved<B> best;
    best.reward = -1;
    for (const Direction direction : directions) {
      const Moved<B> moved = moves(board, direction);
      if (moved.board != board && moved.reward > best.reward) best = moved;
    }
    return best.board;
  }
};

/// The first legal move of left, down, right, up: large tiles are kept in a corner. @pre as RandomMove
struct CornerMove {
  template <AnyBoard B, class Generator>
  B operator()(B board, const Moves& moves, Generator&) const {
    for (const Direction direction : {Direction::left, Direction::down, Direction::right}) {
      const B after = moves(board, direction).board;
      if (after != board) return after;
    }
    return moves(board, Direction::up).board;
  }
};

/// Makes moves until none is left, the tile 2^end is there or, with the answer false, the next one may make a tile that
/// B cannot hold.
template <AnyBoard B, class Policy, class Generator>
bool play_on(const Moves& moves, const Spawner& spawner, const Policy& policy, B& board, std::int64_t& fours,
             Generator& random, int end = no_end) {
  while (true) {
    if (has_tile_from(board, end)) return true;
    if (may_outgrow(board)) return false;
    if (empty_cells(board, moves.shape()) == 0 && !has_moves(board, moves.shape())) return true;
    board = spawner(policy(board, moves, random), random, fours);
  }
}

/// Plays to the end, on the wide board from where the narrow one may not do.
/// @param policy  policy(board, moves, random) returns a board of either kind after a legal move, before the spawn
template <AnyBoard B, class Policy, class Generator>
GameResult play_to_end(const Moves& moves, const Spawner& spawner, const Policy& policy, B board, std::int64_t fours,
                       Generator& random, int end = no_end) {
  const bool ended = play_on(moves, spawner, policy, board, fours, random, end);
  if constexpr (std::same_as<B, Board>) {
    if (!ended) return play_to_end(moves, spawner, policy, widened(board), fours, random, end);
  }
  return result_of(board, fours);
}

/// A game from two tiles.
template <class Policy, class Generator>
GameResult play_game(const Moves& moves, const Spawner& spawner, const Policy& policy, Generator& random,
                     int end = no_end) {
  std::int64_t fours = 0;
  const Board start = spawner.start<Board>(random, fours);
  return play_to_end(moves, spawner, policy, start, fours, random, end);
}

}  // namespace aleator::g2048
