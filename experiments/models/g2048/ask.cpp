#include "experiments/models/g2048/ask.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "core/games/g2048/exact/solved_game.hpp"
#include "experiments/models/g2048/search.hpp"
#include "experiments/models/g2048/solve.hpp"
#include "experiments/models/g2048/table_file.hpp"

namespace aleator::g2048 {

namespace {

constexpr std::array<const char*, 4> direction_names{"left", "right", "up", "down"};

/// The board with its tiles in columns.
template <AnyBoard B>
std::vector<std::string> drawn(B board, Shape shape) {
  std::vector<std::string> lines;
  const std::size_t width = std::to_string(std::int64_t{1} << largest_tile(board)).size();
  for (int row = 0; row < shape.rows; ++row) {
    std::string line;
    for (int col = 0; col < shape.cols; ++col) {
      const int exponent = exponent_at(board, shape, row * shape.cols + col);
      const std::string tile = exponent == 0 ? "." : std::to_string(std::int64_t{1} << exponent);
      line += fmt::format("{}{:>{}}", col == 0 ? "" : " ", tile, width);
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

std::string value_name(const Objective& objective) {
  if (objective.goal == Goal::score) return "expected score";
  if (objective.goal == Goal::moves) return "expected moves";
  return fmt::format("probability of {}", 1 << objective.target);
}

std::vector<std::string> counts_of(const Searched& searched, const Run& run) {
  if (search_method(run.config) == SearchMethod::mcts) return {"mean score of the games that began with the move"};
  return {fmt::format("{} moves tried, {} boards evaluated, {} found in the table", searched.counts.moves_tried(),
                      searched.counts.evaluations, searched.counts.table_hits)};
}

Answer ask_searcher(Run& run, const std::string& state) {
  const Shape shape = shape_of(std::any_cast<const Rules&>(run.game.rules));
  const Searched searched = Searcher(run)(state, 0);
  Answer answer;
  answer.state = drawn(parse_board<WideBoard>(state, shape), shape);
  if (!searched.best) {
    answer.notes = {"the game is over"};
    return answer;
  }
  const bool has_visits = searched.visits[0] >= 0;
  answer.columns = {"move", "value"};
  if (has_visits) answer.columns.push_back("visits");
  answer.columns.push_back("");
  for (std::size_t i = 0; i < searched.values.size(); ++i) {
    if (!searched.values[i]) continue;
    std::vector<std::string> line = {direction_names[i], fmt::format("{:.12g}", *searched.values[i])};
    if (has_visits) line.push_back(std::to_string(searched.visits[i]));
    line.push_back(searched.best == directions[i] ? "best" : "");
    answer.lines.push_back(std::move(line));
  }
  answer.notes = counts_of(searched, run);
  return answer;
}

/// @param best  the move that the policy makes
Answer answer_of(Board board, Shape shape, const MoveValues& values, std::optional<Direction> best,
                 const Objective& objective) {
  Answer answer;
  answer.state = drawn(board, shape);
  if (!best) {
    answer.notes = {"the game is over"};
    return answer;
  }
  answer.columns = {"move", value_name(objective), ""};
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i]) continue;
    answer.lines.push_back(
        {direction_names[i], fmt::format("{:.12g}", *values[i]), best == directions[i] ? "best" : ""});
  }
  answer.notes = {"from here on, if the best moves follow; illegal moves are left out"};
  return answer;
}

}  // namespace

Answer ask(Run& run, const std::string& state) {
  const auto& rules = std::any_cast<const Rules&>(run.game.rules);
  if (run.config.has("search")) return ask_searcher(run, state);
  if (!run.config.has("solve")) {
    throw std::invalid_argument("the experiment has neither [solve] nor [search], which give values");
  }
  const Board board = parse_board<Board>(state, shape_of(rules));
  const Objective objective = run.config.as<SolveKeys>("solve").parsed_objective();
  const SolvedGame game = solve_game(run, {.objective = objective, .keep = true});
  return answer_of(board, shape_of(rules), game.move_values(board), game.best_move(board), objective);
}

Answer ask_table(const std::filesystem::path& file, const std::string& state) {
  const Table table(file);
  const Shape shape = shape_of(table.rules());
  const Board board = parse_board<Board>(state, shape);
  const LayerRules rules(table.rules());
  const CanonicalForm<Board> form = rules.symmetries().canonical_form(board);
  const int best = table(form.board).best_move;
  std::optional<Direction> move;
  if (best >= 0) move = original_of(static_cast<Direction>(best), form.symmetry);
  const MoveValues values =
      move_values_of(rules, table.objective(), board, [&](Board canonical) { return table(canonical).value; });
  return answer_of(board, shape, values, move, table.objective());
}

}  // namespace aleator::g2048
