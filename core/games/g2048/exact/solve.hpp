// 2048 solved exactly: values of all positions, backward in the sum of the tiles.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/executor.hpp"
#include "core/games/g2048/exact/layers.hpp"

namespace aleator::g2048 {

/// What a game is worth.
enum class Goal : std::uint8_t {
  score,
  reach,  // 1 for a game with the tile 2^target, 0 for another: the probability of getting there
  moves   // how many are made
};

struct Objective {
  Goal goal = Goal::score;
  int target = 11;  // of reach: an exponent
};

/// Expected values from a position on.
struct PolicyValues {
  double optimal = 0;  // by the policy that makes it largest
  double random = 0;   // by uniformly random legal moves
};

/// Values of one layer, in the order of its set of positions.
using LayerValues = std::vector<PolicyValues>;

/// Boards that a move or a spawn leads to, with their values.
struct Successor {
  const BoardIndex& index;
  const LayerValues& values;
};

/// Values of the afterstates of a block, before the spawn.
/// @param after  by the spawned tile, 2 or 4, if it is spawned
void value_afterstates(const LayerRules& rules, BlockOf afterstates,
                       const std::array<std::optional<Successor>, 2>& after, LayerValues& values);

/// Values of the positions of a block. @param afterstates  of the same layer
void value_positions(const LayerRules& rules, const Objective& objective, BlockOf positions,
                     const Successor& afterstates, LayerValues& values);

/// Values of all positions: by layer, as `layers` has them.
struct SolvedLayers {
  std::vector<LayerValues> values;   // of a layer that is not kept: empty
  std::vector<PolicyValues> starts;  // in the order of starts_of(rules)
  PolicyValues expected;             // over the starts
};

/// The values of one layer, from those of the layers after it.
template <Executor E>
LayerValues solve_layer(const LayerRules& rules, const Objective& objective, const Layer& layer,
                        const std::array<std::optional<Successor>, 2>& after, E& executor) {
  LayerValues before_spawn(layer.afterstates.size());
  executor.for_blocks(num_board_blocks(before_spawn.size()), [&](std::size_t i) {
    value_afterstates(rules, board_block(layer.afterstates, i), after, before_spawn);
  });
  const BoardIndex index(layer.afterstates, executor);
  const Successor afterstates{index, before_spawn};
  LayerValues values(layer.positions.size());
  executor.for_blocks(num_board_blocks(values.size()), [&](std::size_t i) {
    value_positions(rules, objective, board_block(layer.positions, i), afterstates, values);
  });
  return values;
}

/// Solves all layers that enumerate_layers has found. The values do not depend on the executor. Asks `stop` once a
/// layer: what is returned then is not complete.
/// @param keep  the values of all layers, and not only of the starts
template <Executor E>
SolvedLayers solve_layers(const LayerRules& rules, const std::vector<Layer>& layers, const Objective& objective,
                          bool keep, E& executor, const std::stop_token& stop = {}) {
  SolvedLayers solved;
  solved.values.resize(layers.size());
  const std::vector<Start> starts = starts_of(rules);
  solved.starts.resize(starts.size());
  std::vector<std::optional<BoardIndex>> index(layers.size() + 2);  // of the two layers after the one in hand
  for (std::size_t l = layers.size(); l-- > 0 && !stop.stop_requested();) {
    std::array<std::optional<Successor>, 2> after;
    for (std::size_t next = l + 1; next < layers.size() && layers[next].sum <= layers[l].sum + 4; ++next) {
      const auto tile = static_cast<std::size_t>((layers[next].sum - layers[l].sum) / 2 - 1);
      if (rules.tile_probability()[tile] > 0) after[tile].emplace(Successor{*index[next], solved.values[next]});
    }
    solved.values[l] = solve_layer(rules, objective, layers[l], after, executor);
    index[l].emplace(layers[l].positions, executor);
    for (std::size_t i = 0; i < starts.size(); ++i) {
      if (tile_sum(starts[i].board) == layers[l].sum) solved.starts[i] = solved.values[l][(*index[l])(starts[i].board)];
    }
    index[l + 2].reset();
    if (!keep && l + 2 < layers.size()) LayerValues().swap(solved.values[l + 2]);
  }
  for (std::size_t i = 0; i < starts.size(); ++i) {
    solved.expected.optimal += starts[i].probability * solved.starts[i].optimal;
    solved.expected.random += starts[i].probability * solved.starts[i].random;
  }
  return solved;
}

}  // namespace aleator::g2048
