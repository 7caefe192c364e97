#include "experiments/models/g2048/search.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace aleator::g2048 {
namespace {

template <class K>
Key states_key() {
  std::vector<std::string> K::*const states = &SearchKeys::states;
  return key("states", states,
             {.help = "boards whose moves are valued: the numbers on their tiles row by row, 0 for an empty cell, such "
                      "as \"2 0 0 2 / 0 4 0 0 / 0 0 0 0 / 0 0 0 0\"",
              .sweepable = false,
              .default_text = "none: [simulate] plays by the search"});
}

Variant expectimax_variant() {
  using K = ExpectimaxKeys;
  const auto weight = [](const char* name, double EvaluationWeights::*member, const char* help) {
    double K::*const of_keys = member;
    return key(name, of_keys, {.help = help, .unit = "points", .range = between(-1e9, 1e9)});
  };
  std::int64_t K::*const depth = &ExpectimaxOptions::depth;
  double K::*const cutoff = &ExpectimaxOptions::probability_cutoff;
  std::int64_t K::*const table = &ExpectimaxOptions::table;
  return variant<K>(
      "expectimax", "The mean over all new tiles of the best over all moves, some moves deep",
      {states_key<K>(),
       key("depth", depth,
           {.help = "moves of the player that are searched; 0: to the end of the game", .range = between(0, 1e6)}),
       key("probability_cutoff", cutoff,
           {.help = "positions that are less probable, from the root, are searched one move deep; 0: none",
            .range = between(0, 1)}),
       key("transposition_table", table,
           {.help = "of boards up to symmetry, used at equal remaining depth; 0: none",
            .unit = "MiB",
            .range = between(0, 1 << 20)}),
       weight("empty", &EvaluationWeights::empty, "worth of an empty cell"),
       weight("monotonicity", &EvaluationWeights::monotonicity,
              "minus, of each row and column, the lesser of what n^4 (of tiles 2^n) rises and what it falls along it"),
       weight("smoothness", &EvaluationWeights::smoothness,
              "minus, of each two tiles that see each other, the difference of their n"),
       weight("merges", &EvaluationWeights::merges, "worth of two equal tiles that see each other"),
       weight("corner", &EvaluationWeights::corner, "the largest n in any of the corners"),
       weight("potential", &EvaluationWeights::potential, "(n - 1) 2^n of each tile")});
}

Variant mcts_variant() {
  using K = MctsKeys;
  std::int64_t K::*const simulations = &MctsOptions::simulations;
  double K::*const exploration = &MctsOptions::exploration;
  Rollout K::*const rollout = &MctsOptions::rollout;
  std::int64_t K::*const trees = &MctsOptions::trees;
  return variant<K>(
      "mcts", "Monte Carlo tree search: games from the board on, more of those that look good",
      {states_key<K>(),
       key("simulations", simulations, {.help = "games from a board, of all trees", .range = between(1, 1e12)}),
       key("exploration", exploration,
           {.help = "constant of UCB1, in units of the mean score from a position on", .range = between(0, 1e6)}),
       choice("rollout", rollout,
              {{"random", Rollout::random}, {"greedy", Rollout::greedy}, {"corner", Rollout::corner}},
              {.help = "who plays from where the tree ends"}),
       key("trees", trees,
           {.help = "independent trees whose visits are added up; the result does not depend on the threads",
            .range = between(1, 1e6)})});
}

std::vector<Output> search_outputs() {
  using enum ElementType;
  return {
      {"searched_tile", i32, {"position", "row", "col"}, "1", "the tiles of a board that was searched; 0: empty"},
      {"move_value",
       f64,
       {"position", "direction"},
       "points",
       "what the move is worth from here on; NaN if it is not legal, or was not visited"},
      {"move_visits", i64, {"position", "direction"}, "1", "games of mcts that began with the move"},
      {"best_move",
       i8,
       {"position"},
       "1",
       "the move that is made",
       {{-1, "over"}, {0, "left"}, {1, "right"}, {2, "up"}, {3, "down"}}},
      {"moves_tried", i64, {"position"}, "1", "moves that expectimax has tried, legal or not"},
      {"evaluations", i64, {"position"}, "1", "boards that expectimax has evaluated"},
      {"table_hits", i64, {"position"}, "1", "boards that expectimax has found in its table"},
  };
}

const SearchKeys& search_keys(const Config& config) {
  if (search_method(config) == SearchMethod::mcts) return config.as<MctsKeys>("search");
  return config.as<ExpectimaxKeys>("search");
}

/// A board of tiles of any size.
WideBoard parse_state(const std::string& state, Shape shape) {
  return parse_board<WideBoard>(state, shape);
}

/// The outputs of all boards, one after the other.
struct Columns {
  std::vector<std::int32_t> tiles;
  std::vector<double> values;
  std::vector<std::int64_t> visits, tried, evaluations, hits;
  std::vector<std::int8_t> best;

  void add(WideBoard board, Shape shape, const Searched& searched) {
    for (int cell = 0; cell < shape.cells(); ++cell) {
      const int exponent = exponent_at(board, shape, cell);
      tiles.push_back(exponent == 0 ? 0 : static_cast<std::int32_t>(std::int64_t{1} << std::min(exponent, 30)));
    }
    for (const auto& value : searched.values) values.push_back(value.value_or(missing_float));
    visits.insert(visits.end(), searched.visits.begin(), searched.visits.end());
    best.push_back(searched.best ? static_cast<std::int8_t>(*searched.best) : std::int8_t{-1});
    tried.push_back(searched.counts.moves_tried());
    evaluations.push_back(searched.counts.evaluations);
    hits.push_back(searched.counts.table_hits);
  }

  void write(RecordBuilder& record, Shape shape) const {
    record.dimension("position", best.size());
    record.dimension("row", static_cast<std::size_t>(shape.rows));
    record.dimension("col", static_cast<std::size_t>(shape.cols));
    record.dimension("direction", directions.size());
    record.put("searched_tile", tiles);
    record.put("move_value", values);
    record.put("move_visits", visits);
    record.put("best_move", best);
    record.put("moves_tried", tried);
    record.put("evaluations", evaluations);
    record.put("table_hits", hits);
  }
};

void run_search(Run& run) {
  const Shape shape = shape_of(std::any_cast<const Rules&>(run.game.rules));
  Searcher searcher(run);
  Columns columns;
  for (const std::string& state : search_keys(run.config).states) {
    columns.add(parse_state(state, shape), shape, searcher(state, columns.best.size()));
  }
  columns.write(run.record, shape);
}

Problems check_search(const Config& config) {
  const auto& rules = config.as<Rules>("model");
  Problems problems;
  const SearchKeys& keys = search_keys(config);
  for (std::size_t i = 0; i < keys.states.size(); ++i) {
    try {
      parse_state(keys.states[i], shape_of(rules));
    } catch (const std::invalid_argument& error) {
      problems.push_back({"states", i, error.what()});
    }
  }
  if (keys.states.empty() && !config.has("simulate")) {
    problems.push_back({"states", {}, "there is neither a board to search nor a [simulate] that plays by the search"});
  }
  return problems;
}

}  // namespace

SearchMethod search_method(const Config& config) {
  return config.section("search").selected().name == "mcts" ? SearchMethod::mcts : SearchMethod::expectimax;
}

double search_seconds(const Config& config) {
  if (search_method(config) == SearchMethod::mcts) {
    return 1e-5 * static_cast<double>(config.as<MctsKeys>("search").simulations);
  }
  const auto depth = static_cast<double>(config.as<ExpectimaxKeys>("search").depth);
  return 1e-6 * std::pow(25.0, std::max(0.0, depth - 1));
}

Searcher::Searcher(Run& run) : run_(run) {
  if (search_method(run.config) == SearchMethod::mcts) {
    mcts_.emplace(run.config.as<Rules>("model"), run.config.as<MctsKeys>("search"));
    return;
  }
  const auto& keys = run.config.as<ExpectimaxKeys>("search");
  expectimax_.emplace(run.config.as<Rules>("model"), keys, keys);
  memory_.emplace(keys.table);
}

template <AnyBoard B>
Searched Searcher::search(B board, std::uint64_t number) {
  Searched searched;
  if (mcts_) {
    const MctsResult found = mcts_->search(board, stream_key(run_, "search"), number, run_.executor, run_.stop);
    searched.values = found.values();
    searched.visits = found.visits;
    searched.best = found.best();
    return searched;
  }
  const ExpectimaxResult found = expectimax_->search(board, *memory_, run_.stop);
  searched.values = found.values;
  searched.best = best_move(found.values);
  searched.counts = found.counts;
  return searched;
}

Searched Searcher::operator()(const std::string& state, std::uint64_t number) {
  const Shape shape = shape_of(std::any_cast<const Rules&>(run_.game.rules));
  const WideBoard board = parse_state(state, shape);
  if (largest_tile(board) > largest_exponent<Board>) return search(board, number);
  return search(parse_board<Board>(state, shape), number);
}

Task search_task() {
  return {{"search", "method", {expectimax_variant(), mcts_variant()}},
          "boards searched: what each move is worth, by expectimax or Monte Carlo tree search",
          false,
          search_outputs(),
          check_search,
          [](const Config& config) {
            const double states = static_cast<double>(search_keys(config).states.size());
            return Estimate{states * search_seconds(config), 20e6, 200 * states};
          },
          run_search};
}

}  // namespace aleator::g2048
