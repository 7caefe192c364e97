// Playing races on a board of chutes and ladders.
#pragma once

#include <array>
#include <cstdint>
#include <stop_token>
#include <vector>

#include "core/games/match.hpp"
#include "core/games/race/rules.hpp"
#include "core/random/discrete.hpp"
#include "core/random/philox_stream.hpp"

namespace aleator {

class RacePlayer {
 public:
  /// @param match  what both players do, as match_of gives it; must outlive this, as must the game
  /// @throws std::invalid_argument if it is of another size
  RacePlayer(const ChutesRace& game, const TurnPolicy& match);

  /// @param first  1 or 2, who moves first
  MatchCounts play(std::int64_t matches, std::int64_t max_turns, int first, const PhiloxStream& random,
                   const std::stop_token& stop = {}) const;

 private:
  using Tiles = std::array<State, 2>;

  bool turn(int player, Tiles& tiles, PhiloxStream& random) const noexcept;

  const ChutesRace& game_;
  const TurnPolicy& match_;
  DiscreteDistribution slip_;
  std::size_t offsets_;
  std::vector<State> landing_;  // [tile][action][offset]
};

}  // namespace aleator
