// Playing 2048, by blocks of games.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stop_token>

#include "core/executor.hpp"
#include "core/games/g2048/moves.hpp"
#include "core/games/g2048/play.hpp"
#include "core/games/g2048/rules.hpp"
#include "core/games/play_blocks.hpp"
#include "core/random/philox_stream.hpp"
#include "core/stats/histogram.hpp"

namespace aleator::g2048 {

/// The sum of integers and of their squares, exactly: the same in any order.
class ExactSums {
 public:
  void add(std::int64_t value) noexcept {
    sum_ += value;
    squares_ += Wide{value} * value;
  }
  void merge(const ExactSums& other) noexcept {
    sum_ += other.sum_;
    squares_ += other.squares_;
  }

  /// Of `count` values; NaN without any.
  double mean(std::int64_t count) const noexcept;
  /// The standard error of the mean; NaN below two values.
  double standard_error(std::int64_t count) const noexcept;

  bool operator==(const ExactSums&) const = default;

 private:
  __extension__ using Wide = __int128;
  Wide sum_ = 0;
  Wide squares_ = 0;
};

/// What is asked of played games.
struct PlayCounts {
  std::int64_t games = 0;
  ExactSums score;
  ExactSums moves;
  Histogram scores_in_4;                                                // games by a fourth of their score
  Histogram numbers_of_moves;                                           // games by their moves
  std::array<std::int64_t, largest_exponent<WideBoard> + 1> largest{};  // games by the exponent of their largest tile

  void add(const GameResult& result);
  void merge(const PlayCounts& other);

  bool operator==(const PlayCounts&) const = default;
};

/// `games` games from their start, each of them to its end. Asks `stop` after every game; what is returned then is not
/// complete.
/// @param end  the exponent of the tile that ends a game
template <class Policy>
PlayCounts play_one_by_one(const Moves& moves, const Spawner& spawner, const Policy& policy, std::int64_t games,
                           int end, PhiloxStream& random, const std::stop_token& stop) {
  PlayCounts counts;
  while (counts.games < games && !stop.stop_requested()) {
    counts.add(play_game(moves, spawner, policy, random, end));
  }
  return counts;
}

/// Plays games of uniformly random legal moves.
class RandomPlayer {
 public:
  /// @param vectorised  many games at once, in vectors, if the board is 4 x 4 and no tile ends a game. The games are
  /// others, then, and 4s are spawned with their probability to within 2^-31.
  /// @throws std::invalid_argument naming the first problem of the rules
  explicit RandomPlayer(const Rules& rules, bool vectorised = true);

  bool is_vectorised() const noexcept { return vectorised_; }

  /// `games` games from their start, each of them to its end. Asks `stop` every some thousand moves; what is returned
  /// then is not complete.
  PlayCounts play(std::int64_t games, PhiloxStream random, const std::stop_token& stop = {}) const;

 private:
  PlayCounts play_in_lanes(std::int64_t games, PhiloxStream& random, const std::stop_token& stop) const;

  Moves moves_;
  Spawner spawner_;
  int end_;
  std::uint64_t fours_;  // their probability times 2^30
  bool vectorised_;
};

/// Plays `games` games in blocks of `block_games`, as play_blocks does.
/// @throws std::invalid_argument for games below 0, block_games below 1.
template <Executor E>
PlayCounts play_games(const RandomPlayer& player, std::int64_t games, std::int64_t block_games, const StreamKey& key,
                      E& executor, std::stop_token stop = {}) {
  return play_blocks<PlayCounts>(
      {.games = games, .block_games = block_games}, key, 0, executor, stop,
      [&](std::int64_t some, PhiloxStream random) { return player.play(some, random, stop); });
}

}  // namespace aleator::g2048
