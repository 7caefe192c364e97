// Playing controlled chutes and ladders, by blocks of games.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/executor.hpp"
#include "core/games/chutes/rules.hpp"
#include "core/random/discrete.hpp"
#include "core/random/philox_stream.hpp"

namespace aleator {

/// How many games took how many turns: everything else that is asked of a simulation follows from these counts, which
/// add up exactly in any order.
struct TurnCounts {
  std::vector<std::int64_t> finished;  // [turns] games that reached the last tile in so many turns
  std::int64_t cut = 0;                // games still running after max_turns

  void merge(const TurnCounts& other);
};

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

struct PlayOptions {
  std::int64_t games = 100'000;
  std::int64_t max_turns = 10'000;
  std::int64_t block_games = 8'192;  // games a random stream: a different number plays different games
};

/// How many blocks options.games games are.
/// @throws std::invalid_argument for games or max_turns below 0, block_games below 1.
std::int64_t num_blocks(const PlayOptions& options);

/// Plays options.games games in blocks of options.block_games, block b on the stream (key, 0, b): the counts do not
/// depend on the executor. Stops early, with the games played so far, when `stop` asks for it.
/// @throws std::invalid_argument as num_blocks does.
template <Executor E>
TurnCounts play_games(const ChutesPlayer& player, const PlayOptions& options, const StreamKey& key, E& executor,
                      std::stop_token stop = {}) {
  const std::int64_t blocks = num_blocks(options);
  constexpr std::int64_t blocks_at_once = 1 << 16;  // then it is asked again whether to stop
  TurnCounts counts;
  for (std::int64_t begin = 0; begin < blocks && !stop.stop_requested(); begin += blocks_at_once) {
    counts = executor.reduce_blocks(
        static_cast<std::size_t>(std::min(blocks_at_once, blocks - begin)), std::move(counts),
        [&](std::size_t i) {
          if (stop.stop_requested()) return TurnCounts{};
          const std::int64_t block = begin + static_cast<std::int64_t>(i);
          const std::int64_t games = std::min(options.block_games, options.games - block * options.block_games);
          return player.play(games, options.max_turns, PhiloxStream(key, 0, static_cast<std::uint64_t>(block)), stop);
        },
        [](TurnCounts& total, const TurnCounts& part) { total.merge(part); });
  }
  return counts;
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
