// Positions as users write them.
#pragma once

#include <sstream>
#include <string>
#include <string_view>

#include "core/search/game.hpp"

namespace aleator::perfect {

/// The position that a text means: as the game writes it, or "moves" and the moves from the start on; empty: the start.
/// @throws std::invalid_argument saying why there is none
template <TwoPlayerGame G>
typename G::Position position_of(const G& game, const std::string& line) {
  constexpr std::string_view by_moves = "moves";
  if (line.empty() || line == "start") return game.start();
  if (!line.starts_with(by_moves)) return game.position_of(line);
  auto position = game.start();
  std::istringstream words(line.substr(by_moves.size()));
  for (std::string word; words >> word;) position = game.after(position, move_of(game, position, word));
  return position;
}

}  // namespace aleator::perfect
