// Cat and mouse: pursuit on a grid, in turns.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/problem.hpp"

namespace aleator::cat_and_mouse {

enum class Side : std::uint8_t { cat, mouse };

constexpr Side other(Side side) noexcept {
  return side == Side::cat ? Side::mouse : Side::cat;
}

/// [row, column], both from 0; row 0 is at the top.
using Cell = std::array<std::int64_t, 2>;

/// Cats and mice move in turn, all cats in one ply and all mice in one; a turn has cat_steps or mouse_steps plies.
/// Every piece must go to a neighbouring cell (unless it may_stay); one without a neighbour stays. Pieces may share
/// cells, and a mouse on the cell of a cat is caught, whoever moved. A ply that catches one ends the turn. The cats win
/// when every mouse is caught.
struct Rules {
  std::optional<std::int64_t> rows;  // 8, or those of the map
  std::optional<std::int64_t> cols;  // 7, or those of the map
  Side first_mover = Side::cat;
  bool may_stay = false;
  bool eight_neighbours = false;
  std::int64_t cat_steps = 1;
  std::int64_t mouse_steps = 1;
  std::int64_t cats = 1;
  std::int64_t mice = 1;
  std::vector<Cell> obstacles;
  std::vector<std::string> map;                  // rows of . (free), # (obstacle), C and M (where pieces begin)
  std::optional<std::vector<Cell>> cat_start;    // one cell a cat; the bottom left one, or the C of the map
  std::optional<std::vector<Cell>> mouse_start;  // one cell a mouse; the top right one, or the M of the map
  bool random_start = false;                     // free cells drawn for all pieces, from start_seed
  std::int64_t start_seed = 0;
  std::int64_t move_limit = 0;       // plies after which the mice have escaped; 0: none
  bool repetition_is_escape = true;  // in games of deterministic policies

  std::int64_t num_rows() const noexcept;
  std::int64_t num_cols() const noexcept;
};

inline constexpr std::int64_t most_side = 1'000;
inline constexpr std::int64_t most_pieces = 6;  // of a side
inline constexpr std::int64_t most_steps = 16;

/// All that is wrong with the rules, each by its key; empty if nothing is. Besides values out of range: boards of one
/// cell, pieces that begin on an obstacle or on each other's cell, and mice that no cat could ever come to.
Problems problems_of(const Rules& rules);

/// Where the pieces of a side begin, as it is given, drawn, or in its corner. Not of random starts.
std::vector<Cell> start_cells(const Rules& rules, Side side);

}  // namespace aleator::cat_and_mouse
