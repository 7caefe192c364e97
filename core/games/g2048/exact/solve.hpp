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

/// What a legal move adds at once.
double reward_of(const Objective& objective, const Moved<Board>& moved) noexcept;

/// Whether the objective is to reach a tile, and it is there.
bool is_reached(const Objective& objective, Board board) noexcept;

/// Expected values from a position on.
struct PolicyValues {
  double optimal = 0;  // by the policy that makes it largest
  double random = 0;   // by uniformly random legal moves
};

/// Which of the two.
enum class Policy : std::uint8_t { optimal, random };

/// Probabilities that the largest tile at the end of the game has an exponent.
using FinalTiles = std::array<double, largest_exponent<Board> + 1>;

/// What to compute.
struct SolveOptions {
  Objective objective = {};
  std::optional<Policy> final_tiles = {};  // of games by this policy
  bool keep = false;                       // the answers of all layers, and not only of the starts
};

/// Of one layer, in the order of its positions or of its afterstates.
struct LayerAnswers {
  std::vector<PolicyValues> values;
  std::vector<FinalTiles> final_tiles;  // empty if not asked for
  std::vector<std::int8_t> best_move;   // of positions, if they are kept: the number of the direction; -1 if it is over

  LayerAnswers() = default;
  LayerAnswers(std::size_t boards, const SolveOptions& options)
      : values(boards), final_tiles(options.final_tiles ? boards : 0) {}
};

/// Boards that a move or a spawn leads to, with their answers.
struct Successor {
  const BoardIndex& index;
  const LayerAnswers& answers;
};

/// By the spawned tile, 2 or 4; none where it is not spawned.
using SpawnSuccessors = std::array<std::optional<Successor>, 2>;

/// Answers for the afterstates of a block, before the spawn. @param answers  0 before
void value_afterstates(const LayerRules& rules, BlockOf afterstates, const SpawnSuccessors& after,
                       LayerAnswers& answers);

/// Answers for the positions of a block. The optimal policy makes the first of the best moves left, right, up, down of
/// the canonical board. @param afterstates  of the same layer
void value_positions(const LayerRules& rules, const SolveOptions& options, BlockOf positions,
                     const Successor& afterstates, LayerAnswers& answers);

/// Answers for all positions: by layer, as `layers` has them.
struct SolvedLayers {
  std::vector<LayerAnswers> answers;  // of a layer that is not kept: empty
  std::vector<PolicyValues> starts;   // in the order of starts_of(rules)
  PolicyValues expected;              // over the starts
  FinalTiles final_tiles{};           // the same; 0 if not asked for
};

/// The answers for one layer, from those for the layers after it.
template <Executor E>
LayerAnswers solve_layer(const LayerRules& rules, const SolveOptions& options, const Layer& layer,
                         const SpawnSuccessors& after, E& executor) {
  LayerAnswers before_spawn(layer.afterstates.size(), options);
  executor.for_blocks(num_board_blocks(layer.afterstates.size()), [&](std::size_t i) {
    value_afterstates(rules, board_block(layer.afterstates, i), after, before_spawn);
  });
  const BoardIndex index(layer.afterstates, executor);
  LayerAnswers answers(layer.positions.size(), options);
  if (options.keep) answers.best_move.resize(layer.positions.size());
  executor.for_blocks(num_board_blocks(layer.positions.size()), [&](std::size_t i) {
    value_positions(rules, options, board_block(layer.positions, i), {index, before_spawn}, answers);
  });
  return answers;
}

/// Takes what the starts of a layer are worth into the sums over all starts.
void add_starts(const std::vector<Start>& starts, const Layer& layer, const LayerAnswers& answers,
                SolvedLayers& solved);

/// Solves all layers that enumerate_layers has found. The values do not depend on the executor. Asks `stop` once a
/// layer: what is returned then is not complete.
template <Executor E>
SolvedLayers solve_layers(const LayerRules& rules, const std::vector<Layer>& layers, const SolveOptions& options,
                          E& executor, const std::stop_token& stop = {}) {
  SolvedLayers solved;
  solved.answers.resize(layers.size());
  const std::vector<Start> starts = starts_of(rules);
  solved.starts.resize(starts.size());
  std::vector<std::optional<BoardIndex>> index(layers.size() + 2);  // of the two layers after the one in hand
  for (std::size_t l = layers.size(); l-- > 0 && !stop.stop_requested();) {
    SpawnSuccessors after;
    for (std::size_t next = l + 1; next < layers.size() && layers[next].sum <= layers[l].sum + 4; ++next) {
      const auto tile = static_cast<std::size_t>((layers[next].sum - layers[l].sum) / 2 - 1);
      if (rules.tile_probability()[tile] > 0) after[tile].emplace(Successor{*index[next], solved.answers[next]});
    }
    solved.answers[l] = solve_layer(rules, options, layers[l], after, executor);
    index[l].emplace(layers[l].positions, executor);
    add_starts(starts, layers[l], solved.answers[l], solved);
    index[l + 2].reset();
    if (!options.keep && l + 2 < layers.size()) solved.answers[l + 2] = {};
  }
  return solved;
}

}  // namespace aleator::g2048
