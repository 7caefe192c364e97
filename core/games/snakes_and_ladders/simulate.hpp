// Playing snakes and ladders, by blocks of games. Pieces do not meet, so that a game is its pieces' turns side by side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/executor.hpp"
#include "core/games/play_blocks.hpp"
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

/// Plays `games` games in blocks of `block_games`, as play_blocks does.
/// @throws std::invalid_argument for games below 0, block_games below 1.
template <Executor E>
SnakesCounts play_games(const SnakesPlayer& player, std::int64_t games, std::int64_t block_games, const StreamKey& key,
                        E& executor, std::stop_token stop = {}) {
  return play_blocks<SnakesCounts>(
      {.games = games, .block_games = block_games}, key, 0, executor, stop,
      [&](std::int64_t some, PhiloxStream random) { return player.play(some, random, stop); });
}

}  // namespace aleator
