// All positions of a game of 2048 that can be reached, up to symmetry. A move keeps the sum of the tiles and a spawn
// adds 2 or 4 to it, so that positions of one sum, a layer, come from those of the two sums before it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/executor.hpp"
#include "core/games/g2048/exact/board_set.hpp"
#include "core/games/g2048/moves.hpp"
#include "core/games/g2048/rules.hpp"
#include "core/games/g2048/symmetry.hpp"

namespace aleator::g2048 {

/// Positions are boards on which the player moves or has lost, afterstates those after his move, before the spawn; both
/// are canonical.
struct Layer {
  std::int64_t sum = 0;
  BoardSet positions;
  BoardSet afterstates;
  std::size_t terminals = 0;  // positions where the game is over
};

/// What every block of work needs to know.
class LayerRules {
 public:
  /// @throws std::invalid_argument naming the first problem of the rules
  explicit LayerRules(const Rules& rules);

  const Moves& moves() const noexcept { return moves_; }
  const Symmetries<Board>& symmetries() const noexcept { return symmetries_; }
  Shape shape() const noexcept { return moves_.shape(); }
  /// The moves that are tried: none if a tile has ended the game.
  std::span<const Direction> choices(Board board) const noexcept {
    return std::span(directions).first(has_tile_from(board, end_) ? 0 : directions.size());
  }
  /// That a spawned tile is 2, or 4.
  const std::array<double, 2>& tile_probability() const noexcept { return tile_probability_; }

 private:
  Moves moves_;
  Symmetries<Board> symmetries_;
  int end_;
  std::array<double, 2> tile_probability_;
};

/// f(board with the tile) for every empty cell.
template <class F>
void for_each_spawn(Board board, Shape shape, int exponent, F&& f) {
  for (Board empty = empty_cells(board, shape); empty != 0; empty &= empty - 1) {
    f(board | (empty & -empty) << (exponent - 1));
  }
}

/// A start, up to symmetry.
struct Start {
  Board board = 0;
  double probability = 0;
};

/// By board. Spawns of probability 0 are left out.
std::vector<Start> starts_of(const LayerRules& rules);

/// Positions or afterstates first ... last-1 of a set.
struct BlockOf {
  const BoardSet& set;
  std::size_t first;
  std::size_t last;
};

inline constexpr std::size_t boards_a_block = 2048;

constexpr std::size_t num_board_blocks(std::size_t boards) noexcept {
  return (boards + boards_a_block - 1) / boards_a_block;
}
inline BlockOf board_block(const BoardSet& set, std::size_t i) {
  return {set, i * boards_a_block, std::min(set.size(), (i + 1) * boards_a_block)};
}

/// The afterstates of the positions of a block. @param terminals  counts positions without any
/// @throws std::overflow_error if a tile would not fit on the board
KeyLists afterstates_of(const LayerRules& rules, BlockOf positions, std::size_t& terminals);

/// The positions after the spawn of a tile on the afterstates of a block.
KeyLists spawned_on(const LayerRules& rules, BlockOf afterstates, int exponent);

/// What blocks have found of the positions of one sum.
using FoundPositions = std::vector<KeyLists>;

/// Finds the afterstates of a layer with its positions, and then the positions that they lead to.
/// @param next  of the two sums that follow
template <Executor E>
void expand_layer(const LayerRules& rules, Layer& layer, std::array<FoundPositions, 2>& next, E& executor) {
  const std::size_t blocks = num_board_blocks(layer.positions.size());
  std::vector<KeyLists> lists(blocks);
  std::vector<std::size_t> terminals(blocks, 0);
  executor.for_blocks(
      blocks, [&](std::size_t i) { lists[i] = afterstates_of(rules, board_block(layer.positions, i), terminals[i]); });
  layer.terminals = std::accumulate(terminals.begin(), terminals.end(), std::size_t{0});
  layer.afterstates = set_of(std::span<const KeyLists>(lists), executor);
  for (std::size_t tile = 0; tile < 2; ++tile) {
    if (rules.tile_probability()[tile] == 0) continue;
    const std::size_t before = next[tile].size();
    next[tile].resize(before + num_board_blocks(layer.afterstates.size()));
    executor.for_blocks(next[tile].size() - before, [&](std::size_t i) {
      next[tile][before + i] = spawned_on(rules, board_block(layer.afterstates, i), static_cast<int>(tile) + 1);
    });
  }
}

/// Keys of boards found so far, in bytes, against what is allowed.
class FoundBytes {
 public:
  explicit FoundBytes(double most) : most_(most) {}

  /// @param next  what is not in a layer yet
  /// @throws std::length_error if there are too many
  void add(const Layer& layer, const std::array<FoundPositions, 2>& next);

 private:
  double most_;
  double layers_ = 0;
};

/// All layers, in the order of their sums; those without positions are left out. Asks `stop` once a layer: what is
/// returned then is not complete.
/// @param bytes  for the boards of all layers
/// @throws std::overflow_error if a tile can be reached that a Board cannot hold; std::length_error if `bytes` are not
/// enough
template <Executor E>
std::vector<Layer> enumerate_layers(const LayerRules& rules, E& executor, const std::stop_token& stop = {},
                                    double bytes = std::numeric_limits<double>::infinity()) {
  constexpr std::int64_t last_start = 8;
  std::vector<Layer> layers;
  FoundBytes found_bytes(bytes);
  FoundPositions found;
  std::array<FoundPositions, 2> next;
  const std::vector<Start> starts = starts_of(rules);
  for (std::int64_t sum = 4; !stop.stop_requested(); sum += 2) {
    KeyLists here;
    for (const Start& start : starts) {
      if (tile_sum(start.board) == sum) here.add(key_of(start.board));
    }
    found.push_back(std::move(here));
    Layer layer;
    layer.sum = sum;
    layer.positions = set_of(std::span<const KeyLists>(found), executor);
    if (layer.positions.size() > 0) {
      found = {};
      expand_layer(rules, layer, next, executor);
      found_bytes.add(layer, next);
      layers.push_back(std::move(layer));
    }
    if (sum >= last_start && next[0].empty() && next[1].empty()) break;
    found = std::exchange(next[0], std::exchange(next[1], {}));
  }
  return layers;
}

}  // namespace aleator::g2048
