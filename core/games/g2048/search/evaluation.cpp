#include "core/games/g2048/search/evaluation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "core/text.hpp"

namespace aleator::g2048 {
namespace {

/// The cells of a row or column of any board, as exponents.
struct Line {
  std::array<int, most_cells> exponent{};
  int cells = 0;

  void add(int n) noexcept { exponent[static_cast<std::size_t>(cells++)] = n; }
  int operator[](int i) const noexcept { return exponent[static_cast<std::size_t>(i)]; }
};

template <AnyBoard B>
Line row_of(B board, Shape shape, int row) noexcept {
  Line line;
  for (int col = 0; col < shape.cols; ++col) line.add(exponent_at(board, shape, row * shape.cols + col));
  return line;
}

template <AnyBoard B>
Line col_of(B board, Shape shape, int col) noexcept {
  Line line;
  for (int row = 0; row < shape.rows; ++row) line.add(exponent_at(board, shape, row * shape.cols + col));
  return line;
}

double fourth_power(int n) noexcept {
  return static_cast<double>(n * n) * (n * n);
}

/// The lesser of what n^4 rises and what it falls.
double unevenness(const Line& line) noexcept {
  double rises = 0;
  double falls = 0;
  for (int i = 1; i < line.cells; ++i) {
    const double step = fourth_power(line[i]) - fourth_power(line[i - 1]);
    (step > 0 ? rises : falls) += std::abs(step);
  }
  return std::min(rises, falls);
}

/// What depends on how the tiles of a line stand to each other.
double evaluate_order(const Line& line, const EvaluationWeights& weights) noexcept {
  double value = -weights.monotonicity * unevenness(line);
  int seen = 0;  // the last tile
  for (int i = 0; i < line.cells; ++i) {
    if (line[i] == 0) continue;
    if (seen > 0) value -= weights.smoothness * std::abs(line[i] - seen);
    if (seen == line[i]) value += weights.merges;
    seen = line[i];
  }
  return value;
}

double evaluate_cell(int exponent, const EvaluationWeights& weights) noexcept {
  if (exponent == 0) return weights.empty;
  return weights.potential * (exponent - 1) * static_cast<double>(std::int64_t{1} << exponent);
}

/// By line, as Evaluation::of_rows says.
std::vector<double> table_of_lines(int cells, const EvaluationWeights& weights) {
  std::vector<double> table(std::size_t{1} << (4 * cells));
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Line line = row_of(Board{i}, {1, cells}, 0);
    table[i] = evaluate_order(line, weights);
    for (int cell = 0; cell < cells; ++cell) table[i] += evaluate_cell(line[cell], weights) / 2;
  }
  return table;
}

double sum_of_lines(const std::vector<double>& table, Board board, int cells, int lines) noexcept {
  double sum = 0;
  const Board mask = (Board{1} << (4 * cells)) - 1;
  for (int i = 0; i < lines; ++i) sum += table[board >> (4 * cells * i) & mask];
  return sum;
}

template <AnyBoard B>
int largest_in_corners(B board, Shape shape) noexcept {
  const int last = shape.cells() - 1;
  const auto at = [=](int cell) { return exponent_at(board, shape, cell); };
  return std::max({at(0), at(shape.cols - 1), at(last - (shape.cols - 1)), at(last)});
}

}  // namespace

Problems problems_of(const EvaluationWeights& weights) {
  Problems problems;
  const auto check = [&](const char* name, double weight) {
    if (!std::isfinite(weight)) problems.push_back({name, {}, text(weight, " is not a finite number")});
  };
  check("empty", weights.empty);
  check("monotonicity", weights.monotonicity);
  check("smoothness", weights.smoothness);
  check("merges", weights.merges);
  check("corner", weights.corner);
  check("potential", weights.potential);
  return problems;
}

template <AnyBoard B>
double evaluate_cell_by_cell(B board, Shape shape, const EvaluationWeights& weights) noexcept {
  double value = weights.corner * largest_in_corners(board, shape);
  for (int row = 0; row < shape.rows; ++row) value += evaluate_order(row_of(board, shape, row), weights);
  for (int col = 0; col < shape.cols; ++col) value += evaluate_order(col_of(board, shape, col), weights);
  for (int cell = 0; cell < shape.cells(); ++cell) value += evaluate_cell(exponent_at(board, shape, cell), weights);
  return value;
}

template double evaluate_cell_by_cell(Board, Shape, const EvaluationWeights&) noexcept;
template double evaluate_cell_by_cell(WideBoard, Shape, const EvaluationWeights&) noexcept;

Evaluation::Evaluation(Shape shape, const EvaluationWeights& weights)
    : shape_((require_none(problems_of_shape(shape.rows, shape.cols)), shape)),
      weights_((require_none(problems_of(weights)), weights)),
      transpose_(transposition<Board>(shape)) {
  if (shape.rows > longest_line || shape.cols > longest_line) return;
  of_row_ = table_of_lines(shape.cols, weights);
  if (!shape.is_square()) of_col_ = table_of_lines(shape.rows, weights);
}

double Evaluation::operator()(Board board) const noexcept {
  if (of_row_.empty()) return evaluate_cell_by_cell(board, shape_, weights_);
  const Board transposed = shape_ == square_4x4 ? transposed_4x4(board) : transpose_(board);
  return weights_.corner * largest_in_corners(board, shape_) + sum_of_lines(of_row_, board, shape_.cols, shape_.rows) +
         sum_of_lines(of_col(), transposed, shape_.rows, shape_.cols);
}

}  // namespace aleator::g2048
