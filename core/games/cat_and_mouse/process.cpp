#include "core/games/cat_and_mouse/process.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/text.hpp"

namespace aleator::cat_and_mouse {

Problems problems_of(const ProcessRules& rules) {
  Problems problems = problems_of(static_cast<const Rules&>(rules));
  if (!problems.empty()) return problems;
  const double cells = Board(rules).num_cells();
  const double states = static_cast<double>(rules.cat_steps + rules.mouse_steps) *
                        std::pow(cells, static_cast<double>(rules.cats)) *
                        std::pow(cells + (rules.mice > 1 ? 1 : 0), static_cast<double>(rules.mice));
  if (states > std::numeric_limits<State>::max()) {
    problems.push_back(
        {"rows", {}, text("a process of ", states, " states is larger than the 2147483647 that can be")});
  }
  return problems;
}

std::vector<std::int32_t> choices_of(const Board& board, const std::vector<std::int32_t>& cats, std::int32_t mouse,
                                     MouseMoves moves) {
  const auto all = board.moves(mouse);
  std::vector<std::int32_t> safe;
  for (const std::int32_t cell : all) {
    const bool in_reach = std::any_of(cats.begin(), cats.end(), [&](std::int32_t cat) {
      const auto steps = board.moves(cat);
      return std::find(steps.begin(), steps.end(), cell) != steps.end();
    });
    if (!in_reach) safe.push_back(cell);
  }
  if (moves == MouseMoves::careful && !safe.empty()) return safe;
  return {all.begin(), all.end()};
}

Process::Process(const ProcessRules& rules) : game_(rules), space_(game_), mouse_(rules.mouse) {
  require_none(problems_of(rules));
}

Action Process::num_actions(State s) const {
  const Position from = position(s);
  if (Game::is_improper(from) || Game::is_over(from)) return 0;
  if (game_.mover(from.phase) == Side::mouse && mouse_ != MouseMoves::optimal) return 1;
  Action actions = 1;
  for (const std::int32_t cell : game_.mover(from.phase) == Side::cat ? from.cats : from.mice) {
    if (cell != caught) actions *= static_cast<Action>(game_.board().moves(cell).size());
  }
  return actions;
}

bool Process::has_label(std::string_view name, State s) const {
  if (name != "caught") return false;
  const Position at = position(s);
  return Game::is_over(at) || (game_.mice() == 1 && Game::is_improper(at));
}

std::vector<std::int32_t> Process::chosen(const Position& from, Action a) const {
  std::vector<std::int32_t> cells(game_.mover(from.phase) == Side::cat ? from.cats : from.mice);
  for (std::size_t i = cells.size(); i-- > 0;) {
    if (cells[i] == caught) continue;
    const auto moves = game_.board().moves(cells[i]);
    cells[i] = moves[static_cast<std::size_t>(a) % moves.size()];
    a /= static_cast<Action>(moves.size());
  }
  return cells;
}

}  // namespace aleator::cat_and_mouse
