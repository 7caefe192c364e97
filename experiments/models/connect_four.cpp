#include "experiments/models/connect_four.hpp"

#include <bit>

#include "core/games/connect_four/evaluation.hpp"
#include "core/games/connect_four/game.hpp"
#include "core/games/connect_four/solver.hpp"
#include "experiments/models/perfect/game_of.hpp"
#include "experiments/models/perfect/kind.hpp"

namespace aleator {
namespace {

using connect_four::ConnectFour;
using connect_four::Evaluation;
using connect_four::Position;
using connect_four::Rules;

constexpr std::size_t line_length = 4;
constexpr std::size_t oracle_bytes = std::size_t{16} << 20;

struct ConnectFourKind : perfect::PlainKind {
  using Game = ConnectFour;

  static constexpr bool has_scores = true;
  static constexpr bool has_method(perfect::Method method) { return method != perfect::Method::formula; }

  static std::pair<std::uint64_t, std::uint64_t> words(const Position& position) {
    return {position.own, position.own ^ position.all};
  }
  static Position position(std::uint64_t own, std::uint64_t other) { return {own, own | other}; }

  /// Positions of small boards are in a table, those of larger ones are solved.
  static std::function<Oracle<ConnectFour>()> oracles(const ConnectFour& game, const Position& start,
                                                      const perfect::Resources& resources,
                                                      const std::stop_token& stop) {
    constexpr std::int64_t most_plies_in_table = 20;
    if (game.longest(start) <= most_plies_in_table) return PlainKind::oracles(game, start, resources, stop);
    return [&game, stop]() -> Oracle<ConnectFour> {
      const auto solver = std::make_shared<connect_four::Solver>(game, oracle_bytes);
      return [&game, solver, stop](const Position& position) {
        if (const auto result = game.result(position)) return Outlook{*result, 0};
        return connect_four::outlook_of(solver->solve(position, 0, stop).score, position, game.shape());
      };
    };
  }

  static Evaluation evaluation(const ConnectFour& game, const LineWeights& weights) {
    return {game, weights.empty() ? LineWeights(line_length - 1, 0) : weights};
  }
  static Problems weight_problems(const ConnectFour& game, const LineWeights& weights) {
    if (weights.empty()) return {};
    return aleator::problems_of(weights, connect_four::lines_of(game.shape()).size(), line_length);
  }

  static std::optional<double> score(const ConnectFour& game, const Position& position, const SearchResult& result) {
    if (!result.is_proven) return std::nullopt;
    if (result.value() == 0) return 0;
    if (result.distance < 0) return std::nullopt;
    return connect_four::score_of(result.value(), result.distance, std::popcount(position.all), game.shape());
  }

  /// What a solver tells, as a search does.
  template <class AnySolver>
  static SearchResult result_of(const ConnectFour& game, const Position& position, const connect_four::Solved& solved,
                                AnySolver& solver) {
    SearchResult result;
    result.status = solved.status;
    result.counts = solved.counts;
    if (solved.status != SearchStatus::complete) return result;
    result = perfect::result_of(game, position, connect_four::outlook_of(solved.score, position, game.shape()));
    result.best = solver.best_move(position, solved.score);
    result.searched_depth = game.longest(position);
    result.counts = solved.counts;
    return result;
  }

  static perfect::Engine<ConnectFour> engine(const ConnectFour& game, const perfect::SearchKeys& keys, perfect::Method,
                                             const SolvedTable<ConnectFour>* known,
                                             const perfect::Resources& resources) {
    const std::size_t bytes = perfect::table_bytes(keys, resources.memory);
    if (keys.threads > 1) return engine_together(game, keys, bytes, known, resources.executor);
    const auto solver = std::make_shared<connect_four::Solver>(game, bytes);
    solver->use(known);
    return [&game, solver, limit = keys.node_limit](const Position& position, bool fresh, const std::stop_token& stop) {
      if (fresh) solver->forget();
      return result_of(game, position, solver->solve(position, limit, stop), *solver);
    };
  }

  static perfect::Engine<ConnectFour> engine_together(const ConnectFour& game, const perfect::SearchKeys& keys,
                                                      std::size_t bytes, const SolvedTable<ConnectFour>* known,
                                                      TbbExecutor* executor) {
    const auto solver = std::make_shared<connect_four::SolverTogether>(game, bytes, static_cast<int>(keys.threads));
    solver->use(known);
    return [&game, solver, executor](const Position& position, bool fresh, const std::stop_token& stop) {
      if (fresh) solver->forget();
      SerialExecutor alone;
      const connect_four::Solved solved =
          executor != nullptr ? solver->solve(position, *executor, stop) : solver->solve(position, alone, stop);
      return result_of(game, position, solved, *solver);
    };
  }
};

Variant connect_four_variant() {
  return variant<Rules>(
      "connect-four", "Connect Four: players in turn drop a stone into a column; four in a row win",
      {key("cols", &Rules::cols,
           {.help = "columns of the board; cols * (rows + 1) is at most 64", .range = between(1, 32)}),
       key("rows", &Rules::rows, {.help = "rows of the board", .range = between(1, 63)})});
}

}  // namespace

ModelKind connect_four_kind() {
  return perfect::kind<Rules, ConnectFourKind>(
      connect_four_variant(),
      "the columns played so far, from 1 (after 9: a, b, ...), such as \"4435\"; \"start\" is the empty board");
}

}  // namespace aleator
