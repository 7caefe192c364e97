// All totals of a race solved from the target back, without the period: what the period is checked with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/games/race_to/game.hpp"
#include "core/search/outlook.hpp"

namespace aleator::race_to {

inline constexpr std::int64_t largest_table_target = 10'000'000;

/// [total] for 0 to the target.
struct Table {
  std::vector<std::int8_t> value;
  std::vector<std::int32_t> distance;

  Outlook outlook(RaceTo::Position total) const noexcept {
    return {value[static_cast<std::size_t>(total)], distance[static_cast<std::size_t>(total)]};
  }
};

/// Whatever the largest step, a total is looked at a few times only.
/// @param memory  bytes
/// @throws std::length_error if the table, or what is needed to make it, takes more, or the target is above
/// largest_table_target
Table solve_table(const RaceTo& game, std::size_t memory);

}  // namespace aleator::race_to
