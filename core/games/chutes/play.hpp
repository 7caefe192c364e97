// Playing controlled chutes and ladders, by blocks of games.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/games/chutes/rules.hpp"
#include "core/games/play_blocks.hpp"
#include "core/games/turn_counts.hpp"
#include "core/random/discrete.hpp"
#include "core/random/philox_stream.hpp"

namespace aleator {

/// The chosen action of every tile, or none: an action is drawn uniformly on every turn.
using ChutesPolicy = std::optional<std::vector<Action>>;

/// The moves of a game under a policy as one table look-up a turn.
class ChutesPlayer {
 public:
  /// @param policy |S| actions (the last tile's is not read), or none for uniformly random play.
  /// @throws std::invalid_argument if an action does not exist or the number of states is not the game's.
  ChutesPlayer(const Chutes& game, const ChutesPolicy& policy);

  /// `games` games from tile 0, each stopped after max_turns. Asks `stop` every 2^20 turns.
  TurnCounts play(std::int64_t games, std::int64_t max_turns, PhiloxStream random,
                  const std::stop_token& stop = {}) const;

 private:
  State move(State s, PhiloxStream& random) const noexcept;

  State goal_;
  std::size_t actions_;  // action rows a tile: 1 under a fixed policy
  DiscreteDistribution slip_;
  std::size_t offsets_;
  std::vector<State> next_;  // [tile][action row][offset]
};

/// Plays options.games games, as play_blocks does, on the stream 0 of the key.
template <Executor E>
TurnCounts play_games(const ChutesPlayer& player, const PlayOptions& options, const StreamKey& key, E& executor,
                      std::stop_token stop = {}) {
  return play_blocks<TurnCounts>(options, key, 0, executor, stop, [&](std::int64_t games, const PhiloxStream& random) {
    return player.play(games, options.max_turns, random, stop);
  });
}

/// What the counts say of the games; standard errors are those of the means, NaN below two games.
struct PlayStatistics {
  double turns_mean = 0;  // over the games that finished
  double turns_mean_se = 0;
  double return_mean = 0;  // over all games
  double return_mean_se = 0;
  double cut_share = 0;
  double cut_bound = 0;  // the mean return of uncut play differs from return_mean's expectation by no more
};

/// The discounted return of a game of T turns is sum over t < T of discount^t step_reward + discount^T win_reward; a
/// cut game counts the step rewards until then. What it may still receive is a mixture of win_reward and
/// step_reward/(1 - discount), discounted max_turns times; cut_bound is that times cut_share.
/// @pre the counts are of games cut after max_turns.
PlayStatistics play_statistics(const TurnCounts& counts, const ChutesRules& rules, double discount,
                               std::int64_t max_turns);

}  // namespace aleator
