// What games of one player are counted by.
#pragma once

#include <cstdint>
#include <vector>

namespace aleator {

/// How many games took how many turns: everything else that is asked of a simulation follows from these counts, which
/// add up exactly in any order.
struct TurnCounts {
  std::vector<std::int64_t> finished;  // [turns] games that reached the last tile in so many turns
  std::int64_t cut = 0;                // games still running after max_turns

  /// A game that reached the last tile.
  void add(std::int64_t turns);
  void merge(const TurnCounts& other);
};

}  // namespace aleator
