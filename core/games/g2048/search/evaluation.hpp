// What a board of 2048 is worth by rule of thumb.
#pragma once

#include <cstdint>
#include <vector>

#include "core/games/g2048/board.hpp"
#include "core/games/g2048/permutation.hpp"

namespace aleator::g2048 {

/// The evaluation of a board is the sum of these, each times what it counts, in points of the game's score. A line is
/// a row or a column; n is the exponent of a tile 2^n, and 0 of an empty cell; tiles see each other if they are in a
/// line with only empty cells between them. Positions without moves are worth 0 to a search, and so what the others
/// are worth should be above it.
struct EvaluationWeights {
  double empty = 200;         // empty cells
  double monotonicity = 0.6;  // minus, of each line, the lesser of what n^4 rises and what it falls from cell to cell
  double smoothness = 6;      // minus, of each two tiles that see each other, the difference of their n
  double merges = 200;        // pairs of equal tiles that see each other
  double corner = 0;          // the largest n in any of the corners
  double potential = 2;       // (n - 1) 2^n of each tile: the score if all tiles were spawned as 2
};

/// What is wrong with weights, by their names: those that are not finite.
Problems problems_of(const EvaluationWeights& weights);

/// The evaluation cell by cell, from the words of its definition: the reference, for any board.
template <AnyBoard B>
double evaluate_cell_by_cell(B board, Shape shape, const EvaluationWeights& weights) noexcept;

/// Evaluates boards of one shape by tables of their lines; if there are lines of more than `longest_line` cells, and
/// wide boards, cell by cell. Does not change: threads may share it.
class Evaluation {
 public:
  static constexpr int longest_line = 5;

  /// @throws std::invalid_argument as problems_of_shape and problems_of say
  Evaluation(Shape shape, const EvaluationWeights& weights);

  Shape shape() const noexcept { return shape_; }
  const EvaluationWeights& weights() const noexcept { return weights_; }

  /// The same for all images of a board, but for rounding.
  double operator()(Board board) const noexcept;
  double operator()(WideBoard board) const noexcept { return evaluate_cell_by_cell(board, shape_, weights_); }

  /// What a row adds, by its bits: all but the corners, and half of what is counted by cells, since each of them is in
  /// two lines. Empty if lines are too long.
  const std::vector<double>& of_row() const noexcept { return of_row_; }
  const std::vector<double>& of_col() const noexcept { return shape_.is_square() ? of_row_ : of_col_; }

 private:
  Shape shape_;
  EvaluationWeights weights_;
  CellPermutation<Board> transpose_;
  std::vector<double> of_row_;
  std::vector<double> of_col_;  // empty if the columns are as long as the rows
};

}  // namespace aleator::g2048
