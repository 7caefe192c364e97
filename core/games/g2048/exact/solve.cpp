#include "core/games/g2048/exact/solve.hpp"

#include <algorithm>
#include <array>

namespace aleator::g2048 {
namespace {

double reward_of(const Objective& objective, const Moved<Board>& moved) noexcept {
  if (objective.goal == Goal::score) return static_cast<double>(moved.reward);
  return objective.goal == Goal::moves ? 1 : 0;
}

/// Adds the values of all places where a tile may be spawned, times `weight` and divided by their number.
void add_spawns(const LayerRules& rules, BlockOf afterstates, const Successor& after, int exponent, double weight,
                LayerValues& values) {
  std::vector<Board> boards;
  for (std::size_t i = afterstates.first; i < afterstates.last; ++i) {
    const Board board = afterstates.set[i];
    for (Board empty = empty_cells(board, rules.shape()); empty != 0; empty &= empty - 1) {
      boards.push_back(board | (empty & -empty) << (exponent - 1));
    }
  }
  canonical_boards(rules.symmetries(), boards, boards);
  std::size_t next = 0;
  for (std::size_t i = afterstates.first; i < afterstates.last; ++i) {
    const int places = num_empty(afterstates.set[i], rules.shape());
    PolicyValues sum;
    for (int place = 0; place < places; ++place) {
      const PolicyValues& value = after.values[after.index(boards[next++])];
      sum.optimal += value.optimal;
      sum.random += value.random;
    }
    values[i].optimal += weight * sum.optimal / places;
    values[i].random += weight * sum.random / places;
  }
}

}  // namespace

void value_afterstates(const LayerRules& rules, BlockOf afterstates,
                       const std::array<std::optional<Successor>, 2>& after, LayerValues& values) {
  for (std::size_t tile = 0; tile < 2; ++tile) {
    if (!after[tile]) continue;
    add_spawns(rules, afterstates, *after[tile], static_cast<int>(tile) + 1, rules.tile_probability()[tile], values);
  }
}

void value_positions(const LayerRules& rules, const Objective& objective, BlockOf positions,
                     const Successor& afterstates, LayerValues& values) {
  std::vector<Board> boards;
  std::vector<double> reward;
  std::vector<std::uint8_t> num_moves(positions.last - positions.first, 0);
  for (std::size_t i = positions.first; i < positions.last; ++i) {
    const Board board = positions.set[i];
    for (const Direction direction : directions) {
      const Moved<Board> moved = rules.moves()(board, direction);
      if (moved.board == board) continue;
      boards.push_back(moved.board);
      reward.push_back(reward_of(objective, moved));
      ++num_moves[i - positions.first];
    }
  }
  canonical_boards(rules.symmetries(), boards, boards);
  std::size_t next = 0;
  for (std::size_t i = positions.first; i < positions.last; ++i) {
    const std::size_t moves = num_moves[i - positions.first];
    const bool is_there = objective.goal == Goal::reach && largest_tile(positions.set[i]) >= objective.target;
    PolicyValues value;
    for (std::size_t move = 0; move < moves; ++move, ++next) {
      const PolicyValues& after = afterstates.values[afterstates.index(boards[next])];
      const double optimal = reward[next] + after.optimal;
      value.optimal = move == 0 ? optimal : std::max(value.optimal, optimal);
      value.random += (reward[next] + after.random) / static_cast<double>(moves);
    }
    values[i] = is_there ? PolicyValues{1, 1} : value;
  }
}

}  // namespace aleator::g2048
