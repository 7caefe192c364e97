// Counting what a game leads to, the obvious way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "core/search/game.hpp"

namespace aleator {

/// Games of so many plies, those that end before not counted.
template <TwoPlayerGame G>
std::int64_t perft(const G& game, const typename G::Position& position, int plies) {
  if (plies == 0) return 1;
  std::int64_t count = 0;
  for (const Move move : legal_moves(game, position)) count += perft(game, game.after(position, move), plies - 1);
  return count;
}

/// [ply] different positions after so many plies. @param canonical  images count once
template <TwoPlayerGame G>
std::vector<std::size_t> positions_by_ply(const G& game, int plies, bool canonical = false) {
  const auto image = [&](const typename G::Position& p) { return canonical ? game.canonical(p) : p; };
  std::vector<typename G::Position> layer{image(game.start())};
  std::vector<std::size_t> counts{1};
  for (int ply = 1; ply <= plies; ++ply) {
    std::set<typename G::Key> keys;
    std::vector<typename G::Position> next;
    for (const auto& position : layer) {
      for (const Move move : legal_moves(game, position)) {
        const auto child = image(game.after(position, move));
        if (keys.insert(game.key(child)).second) next.push_back(child);
      }
    }
    layer = std::move(next);
    counts.push_back(layer.size());
  }
  return counts;
}

}  // namespace aleator
