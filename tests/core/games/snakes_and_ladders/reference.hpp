// Snakes and ladders read afresh from its rules, the slow and obvious way: every throw of every die, in long double.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

#include "core/games/snakes_and_ladders/rules.hpp"

namespace aleator::snakes_reference {

using Real = long double;
using Weights = std::vector<Real>;  // of the tiles 0 ... tiles

/// Where a piece of `tile` is after a roll of `total` in the turn number `turn` (from 0).
inline std::int64_t after_roll(const SnakesRules& rules, std::int64_t turn, std::int64_t tile, std::int64_t total) {
  std::int64_t to = tile + total;
  if (to > rules.tiles && rules.overshoot == PastLast::arrive) to = rules.tiles;
  if (to > rules.tiles && rules.overshoot == PastLast::stay) to = tile;
  while (to > rules.tiles || to < 0) to = to < 0 ? -to : 2 * rules.tiles - to;  // bounce
  const auto jumps = jumps_of(rules);
  const std::int64_t set = (turn / rules.set_turns) % rules.sets;
  for (bool moved = true; moved;) {
    moved = false;
    for (std::size_t i = 0; i < jumps.size() && !moved; ++i) {
      const bool here = !rules.jump_sets || (*rules.jump_sets)[i] < 0 || (*rules.jump_sets)[i] == set;
      if (!here || jumps[i][0] != to) continue;
      to = jumps[i][1];
      moved = true;
    }
  }
  return to;
}

/// Calls f(total, probability, whether all dice show the top face) for every throw of every die.
template <class F>
void for_each_throw(const SnakesRules& rules, F f) {
  Weights face;
  Real sum = 0;
  for (std::int64_t i = 0; i < num_faces(rules); ++i) {
    face.push_back(rules.die_probabilities ? Real((*rules.die_probabilities)[i]) : Real(1) / num_faces(rules));
    sum += face.back();
  }
  std::function<void(std::int64_t, std::int64_t, Real, bool)> throw_die = [&](std::int64_t left, std::int64_t total,
                                                                              Real probability, bool all_top) {
    if (left == 0) return f(total, probability, all_top);
    for (std::size_t i = 0; i < face.size(); ++i) {
      throw_die(left - 1, total + static_cast<std::int64_t>(i) + 1, probability * face[i] / sum,
                all_top && i + 1 == face.size());
    }
  };
  throw_die(rules.dice, 0, 1, true);
}

/// The weights of the tiles after turn number `turn`, from those before it. Rolling again is followed until next to
/// nothing is left of it. `on_roll` sees (tile, total, weight) of every roll.
template <class OnRoll>
Weights after_turn(const SnakesRules& rules, std::int64_t turn, Weights before, OnRoll on_roll) {
  const std::size_t goal = before.size() - 1;
  Weights after(before.size(), 0);
  after[goal] = before[goal];
  before[goal] = 0;
  for (Real rolling = 1; rolling > 1e-40L;) {
    Weights again(before.size(), 0);
    for (std::size_t tile = 0; tile < goal; ++tile) {
      if (before[tile] == 0) continue;
      for_each_throw(rules, [&](std::int64_t total, Real p, bool all_top) {
        on_roll(tile, total, before[tile] * p);
        const auto to = static_cast<std::size_t>(after_roll(rules, turn, static_cast<std::int64_t>(tile), total));
        (rules.six_again && all_top && to != goal ? again : after)[to] += before[tile] * p;
      });
    }
    before = again;
    rolling = 0;
    for (const Real weight : before) rolling += weight;
  }
  return after;
}

inline Weights after_turn(const SnakesRules& rules, std::int64_t turn, const Weights& before) {
  return after_turn(rules, turn, before, [](std::size_t, std::int64_t, Real) {});
}

/// What games look like turn after turn, until next to none is left.
struct Played {
  Weights ended;                 // by turns: P(turns = t)
  std::vector<Weights> on_tile;  // by turns: the weights of the tiles then
  Weights visits;                // by tile: turns that begin there
  Weights jump_uses;
  Real rolls = 0;

  Real moment(int power) const {
    Real sum = 0;
    for (std::size_t t = 0; t < ended.size(); ++t) sum += ended[t] * std::pow(static_cast<Real>(t), power);
    return sum;
  }
};

/// The weight of all tiles but the last one.
inline Real on_their_way(const Weights& weights) {
  return std::accumulate(weights.begin(), weights.end() - 1, Real(0));
}

inline Played play(const SnakesRules& rules) {
  const auto goal = static_cast<std::size_t>(rules.tiles);
  const auto jumps = jumps_of(rules);
  Played played{{0}, {Weights(goal + 1, 0)}, Weights(goal + 1, 0), Weights(jumps.size(), 0)};
  played.on_tile[0][0] = 1;
  for (std::int64_t turn = 0; on_their_way(played.on_tile.back()) > 1e-18L; ++turn) {
    const Weights before = played.on_tile.back();
    for (std::size_t tile = 0; tile < goal; ++tile) played.visits[tile] += before[tile];
    const auto see = [&](std::size_t tile, std::int64_t total, Real weight) {
      played.rolls += weight;
      SnakesRules bare = rules;  // the tile before any jump
      bare.board.reset();
      bare.jumps.emplace();
      bare.jump_sets.reset();
      std::int64_t at = after_roll(bare, turn, static_cast<std::int64_t>(tile), total);
      for (std::size_t i = 0; i < jumps.size(); ++i) {
        const std::int64_t set = (turn / rules.set_turns) % rules.sets;
        if (jumps[i][0] != at || !is_in_force(rules, i, set)) continue;
        played.jump_uses[i] += weight;
        at = jumps[i][1];
        i = static_cast<std::size_t>(-1);  // look for the next one of a chain
      }
    };
    played.on_tile.push_back(after_turn(rules, turn, before, see));
    played.ended.push_back(on_their_way(before) - on_their_way(played.on_tile.back()));
  }
  return played;
}

/// Rules drawn at random; they may have problems.
class RandomRules {
 public:
  explicit RandomRules(std::uint64_t seed) : random_(seed) {}

  std::int64_t below(std::int64_t bound) { return std::uniform_int_distribution<std::int64_t>(0, bound - 1)(random_); }

  /// Those without problems.
  SnakesRules valid_rules() {
    for (;;) {
      const SnakesRules rules = any_rules();
      if (problems_of(rules).empty()) return rules;
    }
  }

  SnakesRules any_rules() {
    SnakesRules rules;
    rules.tiles = 2 + below(24);
    rules.overshoot = static_cast<PastLast>(below(3));
    rules.six_again = below(3) == 0;
    rules.chain_jumps = below(2) == 0;
    rules.dice = below(4) == 0 ? 2 : 1;
    draw_die(rules);
    rules.jumps.emplace();
    const std::int64_t jumps = below(7);
    for (std::int64_t i = 0; i < jumps; ++i) {
      rules.jumps->push_back({1 + below(rules.tiles), 1 + below(rules.tiles)});
    }
    if (below(4) == 0) draw_sets(rules);
    return rules;
  }

 private:
  void draw_die(SnakesRules& rules) {
    const std::int64_t faces = 1 + below(rules.dice == 1 ? 8 : 4);
    if (below(2) == 0) {
      rules.die = faces;
      return;
    }
    std::vector<double> weights(static_cast<std::size_t>(faces));
    double sum = 0;
    for (double& weight : weights) sum += weight = static_cast<double>(below(4));
    if (sum == 0) sum += weights.front() = 1;
    for (double& weight : weights) weight /= sum;
    rules.die_probabilities = weights;
  }

  void draw_sets(SnakesRules& rules) {
    rules.sets = 1 + below(3);
    rules.set_turns = 1 + below(3);
    rules.jump_sets.emplace();
    for (std::size_t i = 0; i < rules.jumps->size(); ++i) rules.jump_sets->push_back(below(rules.sets + 1) - 1);
  }

  std::mt19937_64 random_;
};

}  // namespace aleator::snakes_reference
