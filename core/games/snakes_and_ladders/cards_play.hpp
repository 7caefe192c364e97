// Playing snakes and ladders with cards in hand, by blocks of games.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "core/games/play_blocks.hpp"
#include "core/games/snakes_and_ladders/cards.hpp"
#include "core/games/turn_counts.hpp"
#include "core/random/discrete.hpp"
#include "core/random/philox_stream.hpp"

namespace aleator {

/// Not to be used after the game or the policy are gone.
class SnakesCardPlayer {
 public:
  /// @param policy  |S|: the action of each state, -1 for any, all equally likely; not read on the last tile
  /// @throws std::invalid_argument for another size, or an action that does not exist
  SnakesCardPlayer(const SnakesWithCards& game, const std::vector<Action>& policy);

  /// `games` games from the start, each stopped after max_turns. Asks `stop` every 2^16 turns; what is returned then is
  /// not complete.
  TurnCounts play(std::int64_t games, std::int64_t max_turns, PhiloxStream random,
                  const std::stop_token& stop = {}) const;

 private:
  Action action(const SnakesHand& hand, PhiloxStream& random) const noexcept;

  const SnakesWithCards& game_;
  const std::vector<Action>& policy_;
  DiscreteDistribution total_;
};

/// Plays options.games games, as play_blocks does, on the stream 0 of the key.
template <Executor E>
TurnCounts play_games(const SnakesCardPlayer& player, const PlayOptions& options, const StreamKey& key, E& executor,
                      std::stop_token stop = {}) {
  return play_blocks<TurnCounts>(options, key, 0, executor, stop, [&](std::int64_t games, const PhiloxStream& random) {
    return player.play(games, options.max_turns, random, stop);
  });
}

}  // namespace aleator
