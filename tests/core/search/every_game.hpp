// Small games of all kinds, with positions to search them from.
#pragma once

#include <random>
#include <vector>

#include "core/games/connect_four/game.hpp"
#include "core/games/nim/game.hpp"
#include "core/games/race_to/game.hpp"
#include "core/games/tic_tac_toe/game.hpp"
#include "core/search/game.hpp"

namespace aleator {

/// Calls f(game, least) for each; from positions with `least` plies left at most, even plain minimax is quick.
template <class F>
void for_every_game(F&& f) {
  f(race_to::RaceTo({12, 3}), 12);
  f(race_to::RaceTo({12, 4, true}), 12);
  f(nim::Nim({{3, 2, 2}}), 7);
  f(nim::Nim({{3, 2, 2}, true}), 7);
  f(tic_tac_toe::TicTacToe({}), 7);
  f(tic_tac_toe::TicTacToe({3, 4, 3}), 7);
  f(tic_tac_toe::TicTacToe({4, 4, 4}), 7);
  f(connect_four::ConnectFour({4, 4}), 9);
  f(connect_four::ConnectFour({5, 4}), 8);
  f(connect_four::ConnectFour({7, 6}), 7);
}

/// After random moves, not over, with at most so many plies left.
template <TwoPlayerGame G>
typename G::Position random_position(const G& game, int most_plies_left, std::mt19937_64& random) {
  while (true) {
    auto position = game.start();
    while (!game.result(position) && game.longest(position) > most_plies_left) {
      const std::vector<Move> moves = legal_moves(game, position);
      position = game.after(position, moves[random() % moves.size()]);
    }
    if (!game.result(position)) return position;
  }
}

/// A score out of thin air, the same for images.
template <TwoPlayerGame G>
struct HashEvaluation {
  const G* game;

  Score operator()(const typename G::Position& position) const noexcept {
    return static_cast<Score>(KeyHash()(game->key(game->canonical(position))) % 41) - 20;
  }
};

}  // namespace aleator
