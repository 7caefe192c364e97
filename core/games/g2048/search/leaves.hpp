// The last moves of a search of 4 x 4 boards: those after all spawns on a board at once, by tables of lines.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/games/g2048/moves.hpp"
#include "core/games/g2048/search/evaluation.hpp"

namespace aleator::g2048 {

/// Over the empty cells of a board, if a 2 is spawned there and if a 4 is.
struct SpawnSums {
  std::array<double, 2> value{};  // sums of what the positions are worth, as SpawnValues says
  std::int64_t positions = 0;
  std::int64_t evaluations = 0;
};

/// What the positions after a spawn are worth, one move deep: the most that a legal move's reward and the evaluation
/// after it come to; 0 without legal moves. Does not change: threads may share it.
///
/// A spawn changes one row and one column. What the other lines come to when they are moved is found once a board; the
/// move is then one look-up, and the evaluation across it four.
class Leaves {
 public:
  /// @param evaluation  of 4 x 4 boards; must outlive this
  explicit Leaves(const Evaluation& evaluation);

  /// @param spawned  whether positions with a 2 and with a 4 are asked for
  /// @pre not may_outgrow(board)
  SpawnSums operator()(Board board, std::array<bool, 2> spawned) const noexcept;

 private:
  /// Lines of a board after a move along them.
  struct MovedLines {
    double value = 0;         // rewards, and what the evaluation of these lines adds
    std::uint64_t cells = 0;  // line i in the lowest 4 bits but 4 (3 - i) of each 16: a board with them as columns
  };
  using OtherLines = std::array<MovedLines, 4>;  // by line: the three others

  template <bool with_corners>
  struct Spawner;
  template <bool with_corners>
  SpawnSums sums(Board board, std::array<bool, 2> spawned) const noexcept;

  static OtherLines other_lines(const std::vector<MovedLines>& after, Board board) noexcept;

  const Evaluation& evaluation_;
  std::vector<MovedLines> to_the_start_;  // by line, as the last one
  std::vector<MovedLines> to_the_end_;
};

}  // namespace aleator::g2048
