// Playing snakes and ladders, by blocks of games. Pieces do not meet, so that a game is its pieces' turns side by side.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/executor.hpp"
#include "core/games/snakes_and_ladders/game.hpp"
#include "core/games/snakes_and_ladders/lanes_kernel.hpp"
#include "core/random/philox_stream.hpp"

namespace aleator {

/// Everything that is asked of a simulation, as integers, which add up exactly in any order.
struct SnakesCounts {
  std::vector<std::int64_t> turns;     // [turns] pieces that arrived in so many
  std::vector<std::int64_t> first_in;  // [rounds] games in which the first piece arrived in so many
  std::vector<std::int64_t> all_in;    // [rounds] the last one
  std::vector<std::int64_t> wins;      // [player] games in which he was first
  std::int64_t rolls = 0;              // of all pieces

  void merge(const SnakesCounts& other);
};

/// Plays games of one or more pieces. In a round all pieces move in turn; who comes first to the last tile wins, and
/// the others play on.
class SnakesPlayer {
 public:
  /// game.rules().players pieces.
  /// @param vectorised  many games at once, in vectors, if the rules fit into them: one set of jumps, and no tile +
  /// total above 255. The games are others, then.
  explicit SnakesPlayer(const SnakesAndLadders& game, bool vectorised = true);

  bool is_vectorised() const noexcept { return lanes_.has_value(); }

  /// `games` games from tile 0, each of them to its end. Asks `stop` every 2^15 turns; what is returned then is not
  /// complete.
  SnakesCounts play(std::int64_t games, PhiloxStream random, const std::stop_token& stop = {}) const;

 private:
  SnakesAndLadders game_;
  std::size_t players_;
  std::optional<LaneRules> lanes_;
};

struct SnakesPlayOptions {
  std::int64_t games = 1'000'000;
  std::int64_t block_games = 1 << 16;  // games a random stream: a different number plays different games
};

/// How many blocks options.games games are.
/// @throws std::invalid_argument for games below 0, block_games below 1.
std::int64_t num_blocks(const SnakesPlayOptions& options);

/// Plays options.games games in blocks of options.block_games, block b on the stream (key, 0, b): the counts do not
/// depend on the executor. Stops early, with what was played so far, when `stop` asks for it.
/// @throws std::invalid_argument as num_blocks does.
template <Executor E>
SnakesCounts play_games(const SnakesPlayer& player, const SnakesPlayOptions& options, const StreamKey& key, E& executor,
                        std::stop_token stop = {}) {
  const std::int64_t blocks = num_blocks(options);
  constexpr std::int64_t blocks_at_once = 1 << 12;  // then it is asked again whether to stop
  SnakesCounts counts;
  for (std::int64_t begin = 0; begin < blocks && !stop.stop_requested(); begin += blocks_at_once) {
    counts = executor.reduce_blocks(
        static_cast<std::size_t>(std::min(blocks_at_once, blocks - begin)), std::move(counts),
        [&](std::size_t i) {
          if (stop.stop_requested()) return SnakesCounts{};
          const std::int64_t block = begin + static_cast<std::int64_t>(i);
          const std::int64_t games = std::min(options.block_games, options.games - block * options.block_games);
          return player.play(games, PhiloxStream(key, 0, static_cast<std::uint64_t>(block)), stop);
        },
        [](SnakesCounts& total, const SnakesCounts& part) { total.merge(part); });
  }
  return counts;
}

}  // namespace aleator
