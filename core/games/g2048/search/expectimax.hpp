// Expectimax search of 2048: the mean over all spawns of the best over all moves, some moves deep.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stop_token>

#include "core/games/g2048/moves.hpp"
#include "core/games/g2048/search/evaluation.hpp"

namespace aleator::g2048 {

/// By direction: left, right, up, down; nothing for a move that is not legal.
using MoveValues = std::array<std::optional<double>, 4>;

/// The first move of the largest value; nothing if none is legal.
std::optional<Direction> best_move(const MoveValues& values) noexcept;

struct ExpectimaxOptions {
  std::int64_t depth = 3;         // moves of the player; 0: to the end of the game
  double probability_cutoff = 0;  // positions that spawns lead to with less, from the root, are searched 1 move deep
  std::int64_t table = 16;        // MiB of the transposition table; 0: none
};

/// What is wrong with options, by their names.
Problems problems_of(const ExpectimaxOptions& options);

struct SearchCounts {
  std::int64_t positions = 0;    // whose moves were tried, the root among them
  std::int64_t evaluations = 0;  // of boards after the last move
  std::int64_t table_hits = 0;

  /// Each direction, legal or not.
  std::int64_t moves_tried() const noexcept { return 4 * positions; }
  bool operator==(const SearchCounts&) const = default;
};

struct ExpectimaxResult {
  MoveValues values;
  SearchCounts counts;
};

/// Searches positions of one shape. The value of a move is the expected sum of its reward and all that follow, up to
/// the last move searched, and of the evaluation of the board after that one; a position without moves is worth 0.
///
/// Every value is that of the canonical board, and the entries of the table are for a canonical board, the moves that
/// remain and, with a cut-off, the probability: with a table and without one, and for all images of a position, values
/// are the same to the last bit. The table forgets what it knows before each search. Not for two threads at the same
/// time.
class Expectimax {
 public:
  /// @param evaluation  must outlive this
  /// @throws std::invalid_argument as problems_of says
  Expectimax(const Evaluation& evaluation, double four_probability, const ExpectimaxOptions& options);

  /// Asks `stop` now and then: what is returned then is not complete.
  ExpectimaxResult search(Board board, const std::stop_token& stop = {});
  ExpectimaxResult search(WideBoard board, const std::stop_token& stop = {});
};

}  // namespace aleator::g2048
