// Searchers as players.
#pragma once

#include <cstdint>
#include <memory>

#include "core/executor.hpp"
#include "core/games/g2048/search/expectimax.hpp"
#include "core/games/g2048/search/mcts.hpp"

namespace aleator::g2048 {

/// The best move by expectimax, with a memory of its own: one a thread. @pre there is a legal move
class ExpectimaxMove {
 public:
  /// @param expectimax  must outlive this
  explicit ExpectimaxMove(const Expectimax& expectimax)
      : expectimax_(&expectimax), memory_(std::make_unique<SearchMemory>(expectimax.options().table)) {}

  template <AnyBoard B, class Generator>
  B operator()(B board, const Moves& moves, Generator&) const {
    return moves(board, *best_move(expectimax_->search(board, *memory_).values)).board;
  }

 private:
  const Expectimax* expectimax_;
  std::unique_ptr<SearchMemory> memory_;
};

/// The best move by MCTS, whose trees are keyed by two of the game's random numbers. @pre there is a legal move
class MctsMove {
 public:
  /// @param mcts  must outlive this
  explicit MctsMove(const Mcts& mcts) : mcts_(&mcts) {}

  template <AnyBoard B, class Generator>
  B operator()(B board, const Moves& moves, Generator& random) const {
    SerialExecutor executor;
    const std::uint64_t first = random();
    return moves(board, *mcts_->search(board, {first, random()}, 0, executor).best()).board;
  }

 private:
  const Mcts* mcts_;
};

}  // namespace aleator::g2048
