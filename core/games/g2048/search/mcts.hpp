// Monte Carlo tree search of 2048.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>

#include "core/executor.hpp"
#include "core/games/g2048/moves.hpp"
#include "core/games/g2048/rules.hpp"
#include "core/games/g2048/search/expectimax.hpp"
#include "core/random/philox_stream.hpp"

namespace aleator::g2048 {

/// Who plays games to their end from where the tree ends.
enum class Rollout : std::uint8_t { random, greedy, corner };

struct MctsOptions {
  std::int64_t simulations = 1000;  // of all trees; the first simulations % trees of them have one more
  double exploration = 1;           // the constant of UCB1, in units of the mean score from a position on
  Rollout rollout = Rollout::random;
  std::int64_t trees = 8;  // each with random numbers of its own
};

/// What is wrong with options, by their names.
Problems problems_of(const MctsOptions& options);

struct MctsResult {
  std::array<std::int64_t, 4> visits{};  // left, right, up, down
  std::array<double, 4> scores{};        // sums of what the visits have brought from here on

  /// The mean score from here on; nothing for a move that was not visited.
  MoveValues values() const noexcept;
  /// The move of most visits, of those the one of the largest value, of those the first; nothing without visits.
  std::optional<Direction> best() const noexcept;

  void merge(const MctsResult& other) noexcept;
};

/// Searches positions of one shape. Does not change: threads may share it.
class Mcts {
 public:
  /// @throws std::invalid_argument as problems_of says
  Mcts(const Rules& rules, const MctsOptions& options);

  /// What the trees have found, added up in their order: tree i is on the stream (key, stream, i), and so the result
  /// does not depend on the executor. Asks `stop` after every game: what is returned then is not complete.
  template <AnyBoard B, Executor E>
  MctsResult search(B board, const StreamKey& key, std::uint64_t stream, E& executor,
                    const std::stop_token& stop = {}) const;
};

}  // namespace aleator::g2048
