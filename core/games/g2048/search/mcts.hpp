// Monte Carlo tree search of 2048: games from a position on, whose first moves go where earlier games went well.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <tuple>

#include "core/executor.hpp"
#include "core/games/g2048/moves.hpp"
#include "core/games/g2048/rules.hpp"
#include "core/games/g2048/search/move_values.hpp"
#include "core/games/g2048/symmetry.hpp"
#include "core/random/philox_stream.hpp"
#include "core/search/trees.hpp"

namespace aleator::g2048 {

/// Who plays a game to its end from where it leaves the tree: see RandomMove, GreedyMove and CornerMove. The last of
/// these plays the image that has the largest tiles in its corner.
enum class Rollout : std::uint8_t { random, greedy, corner };

struct MctsOptions {
  std::int64_t simulations = 1000;  // games, of all trees; the first simulations % trees of them play one more
  double exploration = 1;           // the constant of UCB1, as Mcts says
  Rollout rollout = Rollout::random;
  std::int64_t trees = 8;  // each with random numbers of its own
};

/// What is wrong with options, by their names.
Problems problems_of(const MctsOptions& options);

/// How often moves were tried at the root, and what that has brought.
struct MctsResult {
  std::array<std::int64_t, 4> visits{};  // left, right, up, down
  std::array<std::int64_t, 4> scores{};  // sums of what was scored from here on

  /// The mean score from here on; nothing for a move that was not visited.
  MoveValues values() const noexcept;
  /// The move of most visits, of those the one of the largest value, of those the first; nothing without visits.
  std::optional<Direction> best() const noexcept;

  void merge(const MctsResult& other) noexcept;
  bool operator==(const MctsResult&) const = default;
};

/// Searches positions of one shape. A tree has the positions that its games have come to, by their canonical boards, so
/// that images and transpositions are one; each game adds one. In a position whose moves have all been tried, the one
/// with the largest
///
///     mean score from the move on + exploration * mean score from the position on * sqrt(ln visits / visits of the
///     move)
///
/// is made (UCB1, Auer et al. 2002, the unit of rewards being the position's mean score: exploration needs not change
/// with the size of the tiles), and before that the first that was not tried. Spawns are drawn by their probabilities.
/// Does not change: threads may share it.
class Mcts {
 public:
  /// @throws std::invalid_argument as problems_of says
  Mcts(const Rules& rules, const MctsOptions& options);

  /// What the trees have found, added up in their order: tree i is on the stream (key, stream, i), and so the result
  /// does not depend on the executor. Asks `stop` before every game: what is returned then is not complete.
  template <AnyBoard B, Executor E>
  MctsResult search(B board, const StreamKey& key, std::uint64_t stream, E& executor,
                    const std::stop_token& stop = {}) const {
    return executor.reduce_blocks(
        static_cast<std::size_t>(options_.trees), MctsResult(),
        [&](std::size_t tree) { return play_tree(board, games_of(tree), PhiloxStream(key, stream, tree), stop); },
        [](MctsResult& total, const MctsResult& part) { total.merge(part); });
  }

 private:
  template <AnyBoard B>
  class Tree;

  std::int64_t games_of(std::size_t tree) const noexcept {
    return games_of_tree(options_.simulations, options_.trees, tree);
  }

  template <AnyBoard B>
  MctsResult play_tree(B board, std::int64_t games, PhiloxStream random, const std::stop_token& stop) const;

  MctsOptions options_;
  Moves moves_;
  Spawner spawner_;
  int end_;  // the exponent of the tile that ends a game
  std::tuple<Symmetries<Board>, Symmetries<WideBoard>> symmetries_;
};

}  // namespace aleator::g2048
