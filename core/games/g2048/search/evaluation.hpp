// What a board of 2048 is worth by rule of thumb.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "core/games/g2048/board.hpp"

namespace aleator::g2048 {

/// The evaluation of a board is the sum of these, each times what it counts. A line is a row or a column; n is the
/// exponent of a tile 2^n, and 0 of an empty cell; tiles see each other if only empty cells of a line are between them.
/// The unit is points of the game's score.
struct EvaluationWeights {
  double empty = 540;        // empty cells
  double monotonicity = 47;  // minus, of each line, the lesser of what n^4 rises and falls from cell to cell
  double smoothness = 0;     // minus, of each two tiles that see each other, the difference of their n
  double merges = 700;       // pairs of equal tiles that see each other
  double corner = 0;         // the largest n in any of the corners
  double potential = 0;      // (n - 1) 2^n of each tile: the score if all tiles were spawned as 2
};

/// What is wrong with weights: those that are not finite.
Problems problems_of(const EvaluationWeights& weights);

/// The evaluation cell by cell, from the words of its definition: the reference, for any board.
template <AnyBoard B>
double evaluate_cell_by_cell(B board, Shape shape, const EvaluationWeights& weights) noexcept;

/// Evaluates boards of one shape by tables of their lines. Where lines have more than Moves::longest_line cells, and
/// wide boards, cell by cell. Does not change: threads may share it.
class Evaluation {
 public:
  /// @throws std::invalid_argument as problems_of_shape and problems_of say
  Evaluation(Shape shape, const EvaluationWeights& weights);

  Shape shape() const noexcept { return shape_; }
  const EvaluationWeights& weights() const noexcept { return weights_; }

  /// The same for all images of a board, but for rounding.
  double operator()(Board board) const noexcept;
  double operator()(WideBoard board) const noexcept { return evaluate_cell_by_cell(board, shape_, weights_); }

 private:
  Shape shape_;
  EvaluationWeights weights_;
};

}  // namespace aleator::g2048
