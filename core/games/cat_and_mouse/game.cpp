#include "core/games/cat_and_mouse/game.hpp"

#include <charconv>
#include <optional>
#include <stdexcept>

#include "core/random/philox_stream.hpp"
#include "core/text.hpp"

namespace aleator::cat_and_mouse {
namespace {

const Rules& checked(const Rules& rules) {
  require_none(problems_of(rules));
  return rules;
}

std::vector<std::int32_t> cells_of(const Rules& rules, const Board& board, Side side) {
  std::vector<std::int32_t> cells;
  for (const Cell& cell : start_cells(rules, side)) {
    cells.push_back(board.cell_at(static_cast<int>(cell[0]), static_cast<int>(cell[1])));
  }
  return cells;
}

/// Cells for all pieces, drawn anew until no mouse begins with a cat.
Position random_position(const Game& game) {
  const StreamKey key{static_cast<std::uint64_t>(game.rules().start_seed), 0x6d6f757365};
  PhiloxStream random(key, 0, 0);
  const auto cells = static_cast<std::uint64_t>(game.board().num_cells());
  const auto draw = [&](int pieces) {
    std::vector<std::int32_t> drawn(static_cast<std::size_t>(pieces));
    for (std::int32_t& cell : drawn) cell = static_cast<std::int32_t>(uniform_below(random, cells));
    return drawn;
  };
  Position position;
  do {
    position.cats = draw(game.cats());
    position.mice = draw(game.mice());
  } while (Game::is_improper(position));
  return position;
}

}  // namespace

Game::Game(const Rules& rules) : rules_(checked(rules)), board_(rules) {
  start_ = rules.random_start ? random_position(*this)
                              : Position{cells_of(rules, board_, Side::cat), cells_of(rules, board_, Side::mouse)};
  start_.phase = first_phase(rules.first_mover);
}

Position Game::after(const Position& position, const std::vector<std::int32_t>& cells) const {
  Position next = position;
  (mover(position.phase) == Side::cat ? next.cats : next.mice) = cells;
  next.phase = phase_after(position.phase);
  for (std::int32_t& mouse : next.mice) {
    if (mouse == caught || std::find(next.cats.begin(), next.cats.end(), mouse) == next.cats.end()) continue;
    mouse = caught;
    next.phase = phase_after_capture(position.phase);
  }
  return next;
}

namespace {

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t begin = 0; (begin = text.find_first_not_of(' ', begin)) != std::string_view::npos;) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return words;
}

std::optional<int> number_of(std::string_view word) {
  int number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc{} || end != word.data() + word.size()) return {};
  return number;
}

[[noreturn]] void refuse(std::string_view what, std::string_view why) {
  throw std::invalid_argument(text("\"", what, "\" ", why));
}

std::int32_t parse_cell(const Board& board, std::string_view word) {
  const std::size_t comma = std::min(word.find(','), word.size());
  const auto row = number_of(word.substr(0, comma));
  const auto col = comma < word.size() ? number_of(word.substr(comma + 1)) : std::nullopt;
  if (!row || !col) refuse(word, "is no cell: they are written as row,column");
  if (*row < 0 || *row >= board.rows() || *col < 0 || *col >= board.cols()) refuse(word, "is outside of the board");
  const int cell = board.cell_at(*row, *col);
  if (cell < 0) refuse(word, "is an obstacle");
  return cell;
}

int parse_phase(const Game& game, std::string_view word) {
  const std::size_t colon = std::min(word.find(':'), word.size());
  const std::string_view name = word.substr(0, colon);
  if (name != "cat" && name != "mouse") refuse(word, "is neither cat nor mouse, who move");
  const Side side = name == "cat" ? Side::cat : Side::mouse;
  const auto ply = colon < word.size() ? number_of(word.substr(colon + 1)) : std::optional<int>(1);
  const std::int64_t steps = side == Side::cat ? game.rules().cat_steps : game.rules().mouse_steps;
  if (!ply || *ply < 1 || *ply > steps) refuse(word, text("is no ply of a turn: there are ", steps));
  return game.first_phase(side) + *ply - 1;
}

}  // namespace

Position parse_position(const Game& game, std::string_view text_of_position) {
  const auto words = words_of(text_of_position);
  const auto cats = static_cast<std::size_t>(game.cats());
  const auto mice = static_cast<std::size_t>(game.mice());
  if (words.size() != cats + mice && words.size() != cats + mice + 1) {
    refuse(text_of_position, text("is no position: it has the cells of ", cats, " cat(s) and ", mice,
                                  " mouse or mice, and who moves, such as \"7,0 0,6 cat\""));
  }
  Position position;
  for (std::size_t i = 0; i < cats; ++i) position.cats.push_back(parse_cell(game.board(), words[i]));
  for (std::size_t i = cats; i < cats + mice; ++i) {
    position.mice.push_back(words[i] == "-" ? caught : parse_cell(game.board(), words[i]));
  }
  position.phase = words.size() > cats + mice ? parse_phase(game, words.back()) : game.start().phase;
  if (Game::is_improper(position)) refuse(text_of_position, "has a mouse on the cell of a cat, where it is caught");
  return position;
}

std::string position_text(const Game& game, const Position& position) {
  std::string result;
  const auto add = [&](std::int32_t cell) {
    result += cell == caught ? "- " : text(game.board().row(cell), ",", game.board().col(cell), " ");
  };
  for (const std::int32_t cell : position.cats) add(cell);
  for (const std::int32_t cell : position.mice) add(cell);
  const Side side = game.mover(position.phase);
  const int ply = position.phase - game.first_phase(side) + 1;
  result += side == Side::cat ? "cat" : "mouse";
  return ply == 1 ? result : text(result, ":", ply);
}

}  // namespace aleator::cat_and_mouse
