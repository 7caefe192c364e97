// What perfect play brings the player to move.
#pragma once

#include <cstdint>

#include "core/search/score.hpp"

namespace aleator {

/// Draws come when no more moves are possible, and so there is nothing to choose about their distance.
struct Outlook {
  int value = 0;              // 1, 0 or -1
  std::int32_t distance = 0;  // plies to the end, the winner being quick and the loser slow

  bool operator==(const Outlook&) const = default;
};

/// Of the position before, for who made the move that led here.
constexpr Outlook before(const Outlook& outlook) noexcept {
  return {-outlook.value, outlook.distance + 1};
}

/// Is a better than b, for the same player? Draws are equally good.
constexpr bool is_better(const Outlook& a, const Outlook& b) noexcept {
  if (a.value != b.value) return a.value > b.value;
  if (a.value > 0) return a.distance < b.distance;
  return a.value < 0 && a.distance > b.distance;
}

/// @param distances  whether scores tell distances
constexpr Score score_of(const Outlook& outlook, bool distances) noexcept {
  const Score decided = distances ? won - outlook.distance : won;
  return outlook.value * decided;
}

}  // namespace aleator
