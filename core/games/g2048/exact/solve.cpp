#include "core/games/g2048/exact/solve.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <span>

namespace aleator::g2048 {

double reward_of(const Objective& objective, const Moved<Board>& moved) noexcept {
  if (objective.goal == Goal::score) return static_cast<double>(moved.reward);
  return objective.goal == Goal::moves ? 1 : 0;
}

bool is_reached(const Objective& objective, Board board) noexcept {
  return objective.goal == Goal::reach && largest_tile(board) >= objective.target;
}

namespace {

void add(FinalTiles& sum, double weight, const FinalTiles& other) noexcept {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += weight * other[i];
}

/// Adds the answers for all places where a tile may be spawned, times `weight` and divided by their number.
void add_spawns(const LayerRules& rules, BlockOf afterstates, const Successor& after, int exponent, double weight,
                LayerAnswers& answers) {
  std::vector<Board> boards;
  for (std::size_t i = afterstates.first; i < afterstates.last; ++i) {
    for_each_spawn(afterstates.set[i], rules.shape(), exponent, [&](Board board) { boards.push_back(board); });
  }
  canonical_boards(rules.symmetries(), boards, boards);
  std::size_t next = 0;
  for (std::size_t i = afterstates.first; i < afterstates.last; ++i) {
    const int places = num_empty(afterstates.set[i], rules.shape());
    PolicyValues sum;
    for (int place = 0; place < places; ++place) {
      const std::size_t spawned = after.index(boards[next++]);
      sum.optimal += after.answers.values[spawned].optimal;
      sum.random += after.answers.values[spawned].random;
      if (answers.final_tiles.empty()) continue;
      add(answers.final_tiles[i], weight / places, after.answers.final_tiles[spawned]);
    }
    answers.values[i].optimal += weight * sum.optimal / places;
    answers.values[i].random += weight * sum.random / places;
  }
}

/// The legal moves of a block of positions, one position after the other.
struct BlockMoves {
  std::vector<Board> after;  // canonical
  std::vector<double> reward;
  std::vector<Direction> direction;
  std::vector<std::uint8_t> count;  // by position
};

BlockMoves moves_of(const LayerRules& rules, const Objective& objective, BlockOf positions) {
  BlockMoves moves;
  for (std::size_t i = positions.first; i < positions.last; ++i) {
    const Board board = positions.set[i];
    const std::size_t before = moves.after.size();
    for (const Direction direction : rules.choices(board)) {
      const Moved<Board> moved = rules.moves()(board, direction);
      if (moved.board == board) continue;
      moves.after.push_back(moved.board);
      moves.reward.push_back(reward_of(objective, moved));
      moves.direction.push_back(direction);
    }
    moves.count.push_back(static_cast<std::uint8_t>(moves.after.size() - before));
  }
  canonical_boards(rules.symmetries(), moves.after, moves.after);
  return moves;
}

/// What is chosen in one position.
struct Choice {
  PolicyValues value;
  std::size_t best = 0;  // of its legal moves
};

Choice choose(std::span<const std::size_t> after, std::span<const double> reward, const LayerAnswers& answers) {
  Choice choice;
  for (std::size_t move = 0; move < after.size(); ++move) {
    const PolicyValues& value = answers.values[after[move]];
    const double optimal = reward[move] + value.optimal;
    if (move == 0 || optimal > choice.value.optimal) {
      choice.value.optimal = optimal;
      choice.best = move;
    }
    choice.value.random += (reward[move] + value.random) / static_cast<double>(after.size());
  }
  return choice;
}

FinalTiles final_tiles_of(Policy policy, std::span<const std::size_t> after, std::size_t best, Board board,
                          const LayerAnswers& answers) {
  FinalTiles tiles{};
  if (after.empty()) {
    tiles[static_cast<std::size_t>(largest_tile(board))] = 1;
    return tiles;
  }
  if (policy == Policy::optimal) return answers.final_tiles[after[best]];
  for (const std::size_t each : after) add(tiles, 1 / static_cast<double>(after.size()), answers.final_tiles[each]);
  return tiles;
}

}  // namespace

void value_afterstates(const LayerRules& rules, BlockOf afterstates, const SpawnSuccessors& after,
                       LayerAnswers& answers) {
  for (std::size_t tile = 0; tile < 2; ++tile) {
    if (!after[tile]) continue;
    add_spawns(rules, afterstates, *after[tile], static_cast<int>(tile) + 1, rules.tile_probability()[tile], answers);
  }
}

void value_positions(const LayerRules& rules, const SolveOptions& options, BlockOf positions,
                     const Successor& afterstates, LayerAnswers& answers) {
  const BlockMoves moves = moves_of(rules, options.objective, positions);
  std::vector<std::size_t> after(moves.after.size());
  std::transform(moves.after.begin(), moves.after.end(), after.begin(), std::cref(afterstates.index));
  std::size_t next = 0;
  for (std::size_t i = positions.first; i < positions.last; ++i) {
    const std::size_t count = moves.count[i - positions.first];
    const auto choices = std::span(after).subspan(next, count);
    const Board board = positions.set[i];
    const Choice choice = choose(choices, std::span(moves.reward).subspan(next, count), afterstates.answers);
    answers.values[i] = is_reached(options.objective, board) ? PolicyValues{1, 1} : choice.value;
    if (options.final_tiles) {
      answers.final_tiles[i] = final_tiles_of(*options.final_tiles, choices, choice.best, board, afterstates.answers);
    }
    if (!answers.best_move.empty()) {
      answers.best_move[i] = count == 0 ? -1 : static_cast<std::int8_t>(moves.direction[next + choice.best]);
    }
    next += count;
  }
}

void add_starts(const std::vector<Start>& starts, const Layer& layer, const LayerAnswers& answers,
                SolvedLayers& solved) {
  for (std::size_t i = 0; i < starts.size(); ++i) {
    if (tile_sum(starts[i].board) != layer.sum) continue;
    const std::size_t position = *layer.positions.find(starts[i].board);
    solved.starts[i] = answers.values[position];
    solved.expected.optimal += starts[i].probability * solved.starts[i].optimal;
    solved.expected.random += starts[i].probability * solved.starts[i].random;
    if (!answers.final_tiles.empty()) add(solved.final_tiles, starts[i].probability, answers.final_tiles[position]);
  }
}

}  // namespace aleator::g2048
