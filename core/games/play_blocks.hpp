// Simulations by blocks of games, each block on a random stream of its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stop_token>
#include <utility>

#include "core/executor.hpp"
#include "core/random/philox_stream.hpp"

namespace aleator {

struct PlayOptions {
  std::int64_t games = 100'000;
  std::int64_t max_turns = 10'000;   // a game is cut after so many
  std::int64_t block_games = 8'192;  // games a random stream: a different number plays different games
};

/// How many blocks options.games games are.
/// @throws std::invalid_argument for games or max_turns below 0, block_games below 1.
std::int64_t num_blocks(const PlayOptions& options);

/// Plays options.games games in blocks of options.block_games, block b on (key, stream, b): the counts do not depend on
/// the executor. Stops early, with the games played so far, when `stop` asks for it.
/// @param play  play(games, PhiloxStream) plays so many and returns Counts, which merge(const Counts&) adds up
/// @throws std::invalid_argument as num_blocks does.
template <class Counts, Executor E, class Play>
Counts play_blocks(const PlayOptions& options, const StreamKey& key, std::uint64_t stream, E& executor,
                   std::stop_token stop, Play play) {
  const std::int64_t blocks = num_blocks(options);
  constexpr std::int64_t blocks_at_once = 1 << 16;  // then it is asked again whether to stop
  Counts counts;
  for (std::int64_t begin = 0; begin < blocks && !stop.stop_requested(); begin += blocks_at_once) {
    counts = executor.reduce_blocks(
        static_cast<std::size_t>(std::min(blocks_at_once, blocks - begin)), std::move(counts),
        [&](std::size_t i) {
          if (stop.stop_requested()) return Counts{};
          const std::int64_t block = begin + static_cast<std::int64_t>(i);
          const std::int64_t games = std::min(options.block_games, options.games - block * options.block_games);
          return play(games, PhiloxStream(key, stream, static_cast<std::uint64_t>(block)));
        },
        [](Counts& total, const Counts& part) { total.merge(part); });
  }
  return counts;
}

}  // namespace aleator
