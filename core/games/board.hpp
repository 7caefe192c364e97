// Boards of tiles in a row with chutes (snakes) and ladders: what the games on them share.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.hpp"

namespace aleator {

/// A chute or a ladder: who comes to tile jump[0] is moved to tile jump[1].
using Jump = std::array<std::int64_t, 2>;

/// Tiles are numbered from 1; 0 is the place off the board where a game starts.
struct BuiltInBoard {
  std::string_view name;
  std::string_view help;
  std::span<const Jump> jumps;
};

/// hasbro, milton-bradley, classic-16 and empty.
std::span<const BuiltInBoard> built_in_boards() noexcept;

/// nullptr if there is no such board.
const BuiltInBoard* find_board(std::string_view name) noexcept;

/// A board as its user gives it: a base of the rules of the games played on it.
struct BoardRules {
  std::int64_t tiles = 100;
  std::optional<std::string> board;  // a built-in one; each game has its own unless jumps are given
  std::optional<std::vector<Jump>> jumps;
  bool chain_jumps = false;
};

/// The jumps that the rules mean. @pre a board that is given is a built-in one.
std::span<const Jump> jumps_of(const BoardRules& rules, std::string_view default_board);

/// All that is wrong with the board: its size, both a board and jumps, an unknown board, and jump_problems.
Problems problems_of(const BoardRules& rules, std::string_view default_board);

/// Jumps outside the board, two from one tile, from the last tile, in a cycle, or (unless `chain`) onto the foot of
/// another; each with the number of the jump.
Problems jump_problems(std::span<const Jump> jumps, std::int64_t tiles, bool chain);

/// Where a piece that comes to a tile ends up: tiles + 1 entries. Chained jumps are followed to their end.
/// @pre jump_problems(jumps, tiles, true) is empty.
std::vector<std::int32_t> jump_destinations(std::span<const Jump> jumps, std::int64_t tiles);

}  // namespace aleator
