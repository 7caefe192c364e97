#include "core/games/g2048/board.hpp"

#include <charconv>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "core/text.hpp"

namespace aleator::g2048 {
namespace {

/// The parts between the separators, spaces around them left out; parts of nothing but spaces are kept if asked for.
std::vector<std::string_view> split(std::string_view whole, char separator, bool keep_empty) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= whole.size();) {
    const std::size_t end = std::min(whole.find(separator, begin), whole.size());
    if (keep_empty || end > begin) parts.push_back(whole.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::string_view of_number(std::size_t count) {
  return count == 1 ? "" : "s";
}

int parse_exponent(std::string_view written, int largest) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(written.data(), written.data() + written.size(), value);
  const bool is_number = error == std::errc{} && end == written.data() + written.size();
  if (is_number && value == 0) return 0;
  if (!is_number || value == 1 || !std::has_single_bit(value)) {
    throw std::invalid_argument(text("'", written, "' is not a tile: 2, 4, 8, ..., or 0 for an empty cell"));
  }
  const int exponent = std::countr_zero(value);
  if (exponent > largest) {
    throw std::invalid_argument(
        text("the tile ", value, " = 2^", exponent, " is above the largest that such a board holds, 2^", largest));
  }
  return exponent;
}

}  // namespace

WideBoard empty_cells(WideBoard board, Shape shape) noexcept {
  WideBoard empty = 0;
  for (int cell = 0; cell < shape.cells(); ++cell) {
    if (exponent_at(board, shape, cell) == 0) empty = with_tile(empty, shape, cell, 1);
  }
  return empty;
}

Problems problems_of_shape(std::int64_t rows, std::int64_t cols) {
  Problems problems;
  if (rows < 1) problems.push_back({"rows", {}, text(rows, " is below 1")});
  if (cols < 1) problems.push_back({"cols", {}, text(cols, " is below 1")});
  if (problems.empty() && (rows > most_cells || cols > most_cells / rows)) {
    problems.push_back({"rows", {}, text(rows, " x ", cols, " cells are more than ", most_cells)});
  }
  if (problems.empty() && rows * cols < 2) problems.push_back({"rows", {}, "two tiles need two cells at least"});
  return problems;
}

template <AnyBoard B>
B parse_board(std::string_view written, Shape shape) {
  const auto rows = split(written, '/', true);
  if (rows.size() != static_cast<std::size_t>(shape.rows)) {
    throw std::invalid_argument(text("a board of ", rows.size(), " row", of_number(rows.size()), " where one of ",
                                     shape.rows, " x ", shape.cols, " is expected"));
  }
  B board = 0;
  for (int row = 0; row < shape.rows; ++row) {
    const auto cells = split(rows[static_cast<std::size_t>(row)], ' ', false);
    if (cells.size() != static_cast<std::size_t>(shape.cols)) {
      throw std::invalid_argument(text("row ", row + 1, " has ", cells.size(), " cell", of_number(cells.size()),
                                       " where one of ", shape.cols, " is expected"));
    }
    for (int col = 0; col < shape.cols; ++col) {
      const int exponent = parse_exponent(cells[static_cast<std::size_t>(col)], largest_exponent<B>);
      board = with_tile(board, shape, row * shape.cols + col, exponent);
    }
  }
  return board;
}

template <AnyBoard B>
std::string board_text(B board, Shape shape) {
  std::string written;
  for (int cell = 0; cell < shape.cells(); ++cell) {
    if (cell > 0) written += cell % shape.cols == 0 ? " / " : " ";
    const int exponent = exponent_at(board, shape, cell);
    written += to_text(exponent == 0 ? std::int64_t{0} : std::int64_t{1} << exponent);
  }
  return written;
}

template Board parse_board<Board>(std::string_view, Shape);
template WideBoard parse_board<WideBoard>(std::string_view, Shape);
template std::string board_text(Board, Shape);
template std::string board_text(WideBoard, Shape);

}  // namespace aleator::g2048
