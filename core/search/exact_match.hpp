// Matches of players whose choices have known probabilities, computed exactly.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/search/player.hpp"
#include "core/search/solve_all.hpp"

namespace aleator {

/// Probabilities of how a game ends for one of the players.
struct ResultProbabilities {
  double win = 0;
  double draw = 0;
  double loss = 0;
};

/// By position and mover, from the end back: every position that the game may come to is valued once.
template <TwoPlayerGame G>
class ExactMatch {
 public:
  using Position = typename G::Position;

  /// @param players        who moves first, and the other one
  /// @param most_positions  gives up beyond
  ExactMatch(const G& game, std::array<Player<G>*, 2> players, std::size_t most_positions)
      : game_(game), players_(players), most_positions_(most_positions) {}

  /// For who moves first; nothing if there are too many positions, a player's probabilities are not known, or `stop`
  /// asked. @pre the start is not over
  std::optional<ResultProbabilities> operator()(const Position& start, const std::stop_token& stop = {}) {
    const std::int64_t longest = game_.longest(start);
    if (static_cast<std::size_t>(longest) > most_positions_) return std::nullopt;
    layers_.assign(static_cast<std::size_t>(longest) + 1, {});
    if (!reach(start, stop)) return std::nullopt;
    for (auto& layer : layers_) {
      for (std::size_t mover = 0; mover < 2; ++mover) value(layer[mover], mover);
    }
    return of(start, 0);
  }

 private:
  /// The positions of one mover with equally many plies left.
  struct Group {
    detail::PositionSet<G> found;
    std::vector<Position> positions;          // ascending by key
    std::vector<ResultProbabilities> values;  // for who moved first
  };

  Group& group(const Position& position, std::size_t mover) {
    return layers_[static_cast<std::size_t>(game_.longest(position))][mover];
  }

  /// Finds all positions. @return false if that is given up
  bool reach(const Position& start, const std::stop_token& stop) {
    group(start, 0).found.add(game_, start);
    std::size_t all = 0;
    for (std::size_t layer = layers_.size(); layer-- > 0;) {
      for (std::size_t mover = 0; mover < 2; ++mover) {
        Group& from = layers_[layer][mover];
        from.positions = from.found.take(game_);
        all += from.positions.size();
        if (all > most_positions_ || stop.stop_requested()) return false;
        for (const Position& position : from.positions) {
          if (!game_.result(position) && !add_next(position, mover)) return false;
        }
      }
    }
    return true;
  }

  bool add_next(const Position& position, std::size_t mover) {
    const auto moves = players_[mover]->probabilities(position);
    if (!moves) return false;
    for (const MoveProbability& each : *moves) {
      const Position next = game_.after(position, each.move);
      group(next, 1 - mover).found.add(game_, next);
    }
    return true;
  }

  void value(Group& at, std::size_t mover) {
    at.values.reserve(at.positions.size());
    for (const Position& position : at.positions) at.values.push_back(value_of(position, mover));
  }

  ResultProbabilities value_of(const Position& position, std::size_t mover) {
    if (const auto result = game_.result(position)) {
      const int of_first = mover == 0 ? *result : -*result;
      return {of_first > 0 ? 1.0 : 0.0, of_first == 0 ? 1.0 : 0.0, of_first < 0 ? 1.0 : 0.0};
    }
    ResultProbabilities sum;
    const auto moves = players_[mover]->probabilities(position);
    for (const MoveProbability& each : *moves) {
      const ResultProbabilities next = of(game_.after(position, each.move), 1 - mover);
      sum.win += each.probability * next.win;
      sum.draw += each.probability * next.draw;
      sum.loss += each.probability * next.loss;
    }
    return sum;
  }

  const ResultProbabilities& of(const Position& position, std::size_t mover) {
    const Group& at = group(position, mover);
    const auto found = std::lower_bound(at.positions.begin(), at.positions.end(), game_.key(position),
                                        [&](const Position& p, const auto& key) { return game_.key(p) < key; });
    return at.values[static_cast<std::size_t>(found - at.positions.begin())];
  }

  const G& game_;
  std::array<Player<G>*, 2> players_;
  std::size_t most_positions_;
  std::vector<std::array<Group, 2>> layers_;  // [plies left][mover: 0 who moved first]
};

}  // namespace aleator
