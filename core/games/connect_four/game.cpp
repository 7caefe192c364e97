#include "core/games/connect_four/game.hpp"

#include <stdexcept>
#include <utility>

#include "core/mdp/models/checks.hpp"

namespace aleator::connect_four {
namespace {

constexpr std::int64_t most_bits = 64;

}  // namespace

Problems problems_of(const Rules& rules) {
  Problems problems;
  checks::range(problems, "cols", rules.cols, 1, most_bits / 2);
  checks::range(problems, "rows", rules.rows, 1, most_bits - 1);
  if (problems.empty() && rules.cols * (rules.rows + 1) > most_bits) {
    problems.push_back({"cols",
                        {},
                        text(rules.cols, " x ", rules.rows, " is too large a board: cols * (rows + 1) is ",
                             rules.cols * (rules.rows + 1), ", and at most ", most_bits)});
  }
  return problems;
}

ConnectFour::ConnectFour(const Rules& rules)
    : shape_((require_none(problems_of(rules)), Shape{static_cast<int>(rules.cols), static_cast<int>(rules.rows)})),
      board_(shape_.board()) {}

Position ConnectFour::canonical(const Position& position) const noexcept {
  const Position image{mirrored(position.own, shape_), mirrored(position.all, shape_)};
  return key(image) < key(position) ? image : position;
}

Move ConnectFour::column_of(std::string_view line, std::size_t at) const {
  for (Move col = 0; col < shape_.cols; ++col) {
    if (move_text(col) == line.substr(at, 1)) return col;
  }
  throw std::invalid_argument(
      text("move ", at + 1, " of \"", line, "\": '", line.substr(at, 1), "' is no column of ", shape_.cols));
}

Position ConnectFour::position_of(std::string_view line) const {
  Position position;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const Move col = column_of(line, i);
    if (result(position))
      throw std::invalid_argument(text("the game is over before move ", i + 1, " of \"", line, "\""));
    if (!can_play(position, col)) {
      throw std::invalid_argument(text("move ", i + 1, " of \"", line, "\": column ", move_text(col), " is full"));
    }
    position = after(position, col);
  }
  return position;
}

std::string ConnectFour::text_of(const Position& position) const {
  const bool first_moves = std::popcount(position.all) % 2 == 0;
  const Bits x = first_moves ? position.own : position.own ^ position.all;
  std::string line;
  for (int row = shape_.rows - 1; row >= 0; --row) {
    if (!line.empty()) line += '/';
    for (int col = 0; col < shape_.cols; ++col) {
      const Bits cell = shape_.bottom(col) << row;
      line += (position.all & cell) == 0 ? '.' : (x & cell) != 0 ? 'x' : 'o';
    }
  }
  return line;
}

std::string ConnectFour::move_text(Move col) const {
  return std::string(1, static_cast<char>(col < 9 ? '1' + col : 'a' + (col - 9)));
}

}  // namespace aleator::connect_four
