// One game of 2048 from the start to the end, as text that a person can replay.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/games/g2048/play.hpp"

namespace aleator::g2048 {

/// The boards of a game.
struct GameRecord {
  struct Step {
    WideBoard before = 0;
    WideBoard after = 0;  // the move, before the spawn
  };
  std::vector<Step> steps;
  WideBoard end = 0;
  GameResult result;
};

/// Plays as `policy` does and notes the boards.
template <class Policy>
struct NotingPolicy {
  const Policy& policy;
  std::vector<GameRecord::Step>& steps;

  template <AnyBoard B, class Generator>
  B operator()(B board, const Moves& moves, Generator& random) const {
    const B after = policy(board, moves, random);
    steps.push_back({widened(board), widened(after)});
    return after;
  }
};

/// The game that play_game plays.
template <class Policy, class Generator>
GameRecord record_game(const Moves& moves, const Spawner& spawner, const Policy& policy, Generator& random, int end) {
  GameRecord record;
  const NotingPolicy<Policy> noting{policy, record.steps};
  std::int64_t fours = 0;
  Board board = spawner.start<Board>(random, fours);
  const bool narrow = play_on(moves, spawner, noting, board, fours, random, end);
  record.end = widened(board);
  if (!narrow) play_on(moves, spawner, noting, record.end, fours, random, end);
  record.result = result_of(record.end, fours);
  return record;
}

/// One line for the start, one a move with its reward and the new tile, one for the end; rows and columns from 1:
///
///     start 2@1,3 4@4,2
///     left +0 2@1,4
///     up +4 2@3,1
///     end score 4 moves 2 largest 4
std::string record_text(const GameRecord& record, Shape shape);

}  // namespace aleator::g2048
