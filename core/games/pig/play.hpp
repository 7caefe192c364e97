// Playing Pig, roll by roll.
#pragma once

#include <array>
#include <cstdint>
#include <stop_token>

#include "core/games/match.hpp"
#include "core/games/pig/rules.hpp"
#include "core/random/philox_stream.hpp"

namespace aleator {

class PigPlayer {
 public:
  /// @param match  what both players do, as match_of gives it; must outlive this
  /// @throws std::invalid_argument if it is of another size
  PigPlayer(const Pig& game, const TurnPolicy& match);

  /// @param first  1 or 2, who moves first
  MatchCounts play(std::int64_t matches, std::int64_t max_turns, int first, const PhiloxStream& random,
                   const std::stop_token& stop = {}) const;

 private:
  using Scores = std::array<std::int64_t, 2>;

  bool turn(int player, Scores& scores, PhiloxStream& random) const noexcept;
  bool holds(int player, const PigPosition& position, PhiloxStream& random) const noexcept;
  std::int64_t points(std::int64_t face) const noexcept { return game_.rules().points == PigPoints::one ? 1 : face; }

  const Pig& game_;
  const TurnPolicy& match_;
};

}  // namespace aleator
