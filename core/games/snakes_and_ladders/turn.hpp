// The rolls of a turn, and the turns that they make, in doubles or exactly.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/games/snakes_and_ladders/dice.hpp"
#include "core/games/snakes_and_ladders/moves.hpp"

namespace aleator {

/// One roll by a piece of `tile`, not the last one: visit(total, probability, next tile, whether the turn ends).
template <class Number, class Visit>
void for_each_roll(const SnakesMoves& moves, const SnakesDice<Number>& dice, std::int32_t phase, std::int32_t tile,
                   Visit&& visit) {
  for (std::int64_t total = 0; total <= dice.top(); ++total) {
    const Number& probability = dice.probability[static_cast<std::size_t>(total)];
    if (probability == 0) continue;
    const std::int32_t next = moves.destination(phase, tile, total);
    visit(total, probability, next, next == moves.tiles() || !dice.rolls_again(total));
  }
}

namespace detail {

/// The tiles where a piece rolls within one turn, all dice showing their top faces each time but the last.
template <class Number>
struct TurnPath {
  std::vector<std::pair<std::int32_t, Number>> rolls;  // tile and how often it is rolled from there, expected
  Number arrives = Number(0);                          // with the probability that top faces lead to the last tile
  bool endless = false;                                // the dice are certain, and top faces lead in a circle
};

template <class Number>
TurnPath<Number> turn_path(const SnakesMoves& moves, const SnakesDice<Number>& dice, std::int32_t phase,
                           std::int32_t tile) {
  const Number& again = dice.probability.back();
  TurnPath<Number> path;
  Number reached = Number(1);
  while (tile != moves.tiles() && reached != 0) {  // doubles may come down to 0
    const auto before =
        std::find_if(path.rolls.begin(), path.rolls.end(), [&](const auto& roll) { return roll.first == tile; });
    if (before != path.rolls.end()) {  // a circle: 1 + x + x^2 + ... times, x the probability to go around
      const Number leaves = Number(1) - reached / before->second;
      path.endless = leaves == 0;
      for (auto roll = before; roll != path.rolls.end() && !path.endless; ++roll) roll->second /= leaves;
      return path;
    }
    path.rolls.emplace_back(tile, reached);
    tile = moves.destination(phase, tile, dice.top());
    reached *= again;
  }
  path.arrives = reached;
  return path;
}

}  // namespace detail

/// One turn of a piece of `tile`, not the last one: visit(next tile, probability); a next tile may come more than once.
/// Rolling again is counted to its end, exactly. A turn that never ends, for dice that are certain, stays on the tile.
template <class Number, class Visit>
void for_each_turn(const SnakesMoves& moves, const SnakesDice<Number>& dice, std::int32_t phase, std::int32_t tile,
                   Visit&& visit) {
  if (!dice.again) {
    for_each_roll(moves, dice, phase, tile,
                  [&](std::int64_t, const Number& p, std::int32_t next, bool) { visit(next, p); });
    return;
  }
  const auto path = detail::turn_path(moves, dice, phase, tile);
  if (path.endless) return visit(tile, Number(1));
  for (const auto& [from, times] : path.rolls) {
    for_each_roll(moves, dice, phase, from, [&](std::int64_t total, const Number& p, std::int32_t next, bool) {
      if (!dice.rolls_again(total)) visit(next, Number(times * p));
    });
  }
  if (path.arrives != 0) visit(moves.tiles(), path.arrives);
}

}  // namespace aleator
