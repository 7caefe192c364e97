// What becomes of the pieces that arrive, one after the other: the counts of their games.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/games/snakes_and_ladders/simulate.hpp"

namespace aleator::detail {

inline void count_one(std::vector<std::int64_t>& counts, std::int64_t value) {
  const auto i = static_cast<std::size_t>(value);
  if (i >= counts.size()) counts.resize(std::max(i + 1, 2 * counts.size()), 0);
  ++counts[i];
}

/// A table where games are played one after the other, their pieces too.
struct Table {
  std::int64_t left = 0;    // pieces that have not arrived yet, of all its games
  std::size_t player = 0;   // whose piece is playing
  std::size_t winner = 0;   // of those that arrived
  std::int64_t fewest = 0;  // turns
  std::int64_t most = 0;
};

/// Notes that the piece that is playing at the table arrived. Nothing happens at a table that has played its games.
/// @return whether the piece counted
inline bool piece_arrived(Table& table, std::size_t players, std::int64_t turns, SnakesCounts& counts) {
  if (table.left == 0) return false;
  --table.left;
  count_one(counts.turns, turns);
  if (table.player == 0 || turns < table.fewest) {
    table.winner = table.player;
    table.fewest = turns;
  }
  table.most = table.player == 0 ? turns : std::max(table.most, turns);
  if (++table.player < players) return true;
  table.player = 0;
  ++counts.wins[table.winner];
  count_one(counts.first_in, table.fewest);
  count_one(counts.all_in, table.most);
  return true;
}

}  // namespace aleator::detail
