// Searchers as players.
#pragma once

#include "core/games/g2048/search/expectimax.hpp"
#include "core/games/g2048/search/mcts.hpp"

namespace aleator::g2048 {

/// The best move by expectimax. @pre there is a legal move
class ExpectimaxMove {
 public:
  explicit ExpectimaxMove(Expectimax& expectimax) : expectimax_(&expectimax) {}

  template <AnyBoard B, class Generator>
  B operator()(B board, const Moves& moves, Generator&) const {
    return moves(board, *best_move(expectimax_->search(board).values)).board;
  }

 private:
  Expectimax* expectimax_;
};

/// The best move by MCTS, whose trees are keyed by two of the game's random numbers. @pre there is a legal move
class MctsMove {
 public:
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
