// AnyGame of a game of core.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/executor.hpp"
#include "core/search/alpha_beta.hpp"
#include "core/search/exact_match.hpp"
#include "core/search/match.hpp"
#include "core/search/mcts.hpp"
#include "core/search/memoised.hpp"
#include "core/search/minimax.hpp"
#include "core/search/solve_all.hpp"
#include "core/text.hpp"
#include "experiments/models/perfect/any_game.hpp"
#include "parallel/per_thread.hpp"
#include "parallel/search/together.hpp"

namespace aleator::perfect {

/// The position that a text means: as the game writes it, or "moves" and the moves from the start on; empty: the start.
/// @throws std::invalid_argument saying why there is none
template <TwoPlayerGame G>
typename G::Position position_of(const G& game, const std::string& line) {
  constexpr std::string_view by_moves = "moves";
  if (line.empty() || line == "start") return game.start();
  if (!line.starts_with(by_moves)) return game.position_of(line);
  auto position = game.start();
  std::istringstream words(line.substr(by_moves.size()));
  for (std::string word; words >> word;) position = game.after(position, move_of(game, position, word));
  return position;
}

/// Searches from a position. @param fresh  forgets what was found before
template <TwoPlayerGame G>
using Engine = std::function<Found(const typename G::Position&, bool fresh, const std::stop_token&)>;

/// Of a position whose outlook is known.
template <TwoPlayerGame G>
SearchResult result_of(const G& game, const typename G::Position& position, const Outlook& outlook) {
  SearchResult result;
  result.score = score_of(outlook, true);
  result.is_proven = true;
  result.distance = outlook.value == 0 ? game.longest(position) : outlook.distance;
  return result;
}

/// A table that is made anew from the position of each fresh search.
template <class Kind>
class TableEngine {
 public:
  using G = typename Kind::Game;

  TableEngine(const G& game, std::size_t memory) : game_(game), memory_(memory) {}

  SearchResult operator()(const typename G::Position& position, bool fresh, const std::stop_token& stop) {
    if (fresh || !table_) {
      table_.reset();
      table_ = Kind::solve(game_, position, memory_, stop);
    }
    if (stop.stop_requested()) return {.status = SearchStatus::stopped, .counts = {}};
    SearchResult result = result_of(game_, position, *table_->find(position));
    result.best = best_move(position);
    if (fresh) {
      result.counts.nodes = static_cast<std::int64_t>(table_->size());
      result.counts.depth = result.searched_depth = game_.longest(position);
    }
    return result;
  }

  const std::optional<SolvedTable<G>>& table() const noexcept { return table_; }

 private:
  /// The first of the best.
  Move best_move(const typename G::Position& position) const {
    Move best = no_move;
    std::optional<Outlook> of_best;
    for (const Move move : legal_moves(game_, position)) {
      const Outlook outlook = before(*table_->find(game_.after(position, move)));
      if (of_best && !is_better(outlook, *of_best)) continue;
      of_best = outlook;
      best = move;
    }
    return best;
  }

  const G& game_;
  std::size_t memory_;
  std::optional<SolvedTable<G>> table_;
};

/// What a kind of game adds to its G; the members that it has instead hide these.
struct PlainKind {
  static constexpr bool has_scores = false;

  /// Everything that a position comes to.
  template <class G, class Position>
  static SolvedTable<G> solve(const G& game, const Position& root, std::size_t memory, const std::stop_token& stop) {
    SerialExecutor executor;
    return solve_all(game, root, memory, executor, stop);
  }
  /// Makes oracles, for a thread each: all of them look into one table of what the start comes to.
  template <class G, class Position>
  static std::function<Oracle<G>()> oracles(const G& game, const Position& start, double memory,
                                            const std::stop_token& stop) {
    SerialExecutor executor;
    const auto bytes = static_cast<std::size_t>(std::min(memory, 1e18));
    const auto table = std::make_shared<SolvedTable<G>>(solve_all(game, start, bytes, executor, stop));
    return [table]() -> Oracle<G> { return [table](const Position& position) { return *table->find(position); }; };
  }
  template <class G>
  static NoEvaluation evaluation(const G&, const std::vector<std::int64_t>&) {
    return {};
  }
  template <class G>
  static Problems weight_problems(const G&, const std::vector<std::int64_t>& weights) {
    if (weights.empty()) return {};
    return {{"weights", {}, "this game has no lines of stones to evaluate"}};
  }
  /// What the score of Connect Four is of others: nothing.
  template <class G, class Position>
  static std::optional<double> score(const G&, const Position&, const SearchResult&) {
    return std::nullopt;
  }
  /// The engine of methods that not every game has; empty if this one has not.
  template <class G>
  static Engine<G> engine(const G&, const SearchKeys&, Method, const SolvedTable<G>*, const Resources&) {
    return {};
  }
  static constexpr bool has_method(Method method) { return method != Method::formula && method != Method::solver; }
};

template <TwoPlayerGame G, class Search>
Engine<G> engine_of(std::shared_ptr<Search> search) {
  return [search](const typename G::Position& position, bool, const std::stop_token& stop) {
    return search->search(position, stop);
  };
}

/// @throws std::length_error if the table is larger than the memory
inline std::size_t table_bytes(const SearchKeys& keys, double memory) {
  const double bytes = static_cast<double>(keys.table_mebibytes) * (1 << 20);
  if (bytes <= memory) return static_cast<std::size_t>(bytes);
  throw std::length_error(text("transposition_table: ", keys.table_mebibytes, " MiB are more than the ",
                               static_cast<std::int64_t>(memory / (1 << 20)), " MiB of memory that a run may take"));
}

template <TwoPlayerGame G, class Evaluation>
Engine<G> alpha_beta_engine(const G& game, const SearchKeys& keys, const Resources& resources, Evaluation evaluation,
                            const SolvedTable<G>* known) {
  using Table = BoundTable<typename G::Key>;
  struct Parts {
    Parts(const G& of, const SearchOptions& options, std::size_t bytes, Evaluation e)
        : table(bytes, options.replacement), search(of, options, table, std::move(e)) {}
    Table table;
    AlphaBeta<G, Evaluation> search;
  };
  const std::size_t bytes = table_bytes(keys, resources.memory);
  const auto parts = std::make_shared<Parts>(game, keys.options(resources.memory), bytes, std::move(evaluation));
  parts->search.use(known);
  return [parts](const typename G::Position& position, bool fresh, const std::stop_token& stop) {
    if (fresh) parts->search.forget();
    return parts->search.search(position, stop);
  };
}

/// A search by the threads of the run; where it has none, by one after the other.
template <TwoPlayerGame G, class Together>
Engine<G> together_engine(std::shared_ptr<Together> search, const SolvedTable<G>* known, TbbExecutor* executor) {
  search->use(known);
  return [search, executor](const typename G::Position& position, bool fresh, const std::stop_token& stop) -> Found {
    if (fresh) search->forget();
    SerialExecutor alone;
    return executor != nullptr ? search->search(position, *executor, stop) : search->search(position, alone, stop);
  };
}

/// The columns of a table, and a table of the columns.
template <class Kind>
TableColumns columns_of(const SolvedTable<typename Kind::Game>& table) {
  TableColumns columns;
  columns.value.assign(table.values().begin(), table.values().end());
  columns.distance.assign(table.distances().begin(), table.distances().end());
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto [own, other] = Kind::words(table.position(i));
    columns.own.push_back(static_cast<std::int64_t>(own));
    columns.other.push_back(static_cast<std::int64_t>(other));
  }
  return columns;
}
template <class Kind>
SolvedTable<typename Kind::Game> table_of(const typename Kind::Game& game, const TableColumns& columns) {
  std::vector<typename Kind::Game::Position> positions;
  for (std::size_t i = 0; i < columns.value.size(); ++i) {
    positions.push_back(
        Kind::position(static_cast<std::uint64_t>(columns.own[i]), static_cast<std::uint64_t>(columns.other[i])));
  }
  SolvedTable<typename Kind::Game> table(game, std::move(positions));  // which keeps the order that it once made
  for (std::size_t i = 0; i < columns.value.size(); ++i) {
    const bool is_there =
        i < table.size() && Kind::words(table.position(i)) == std::pair(static_cast<std::uint64_t>(columns.own[i]),
                                                                        static_cast<std::uint64_t>(columns.other[i]));
    if (!is_there) throw std::invalid_argument("book_file: the positions are not in order");
    table.set(i, {columns.value[i], columns.distance[i]});
  }
  return table;
}

/// Draws the numbers of its trees from the game's own stream.
template <TwoPlayerGame G>
class MctsPlayer final : public Player<G> {
 public:
  MctsPlayer(const G& game, const MctsOptions& options) : mcts_(game, options) {}

  Move choose(const typename G::Position& position, PhiloxStream& random) override {
    SerialExecutor alone;
    const std::uint64_t low = random();
    return mcts_.search(position, {low, random()}, 0, alone).best().move;
  }

  std::optional<std::vector<MoveProbability>> probabilities(const typename G::Position&) override {
    return std::nullopt;
  }

 private:
  Mcts<G> mcts_;
};

/// A search of G by any of the methods.
template <class Kind>
class SearcherOf final : public Searcher {
 public:
  using G = typename Kind::Game;
  using Position = typename G::Position;

  SearcherOf(const G& game, const SearchKeys& keys, Method method, const Resources& resources)
      : game_(game), resources_(resources), depth_(keys.depth) {
    if (resources.known != nullptr) known_ = table_of<Kind>(game, *resources.known);
    engine_ = make_engine(keys, method);
  }

  const Engine<G>& engine() const noexcept { return engine_; }

  Searched search(const std::string& line, bool with_line, const std::stop_token& stop) override {
    const Position position = position_of(game_, line);
    Searched searched = searched_at(position, true, stop);
    if (with_line) searched.line = line_from(position, searched.result, stop);
    return searched;
  }

  std::vector<MoveWorth> moves(const std::string& line, const std::stop_token& stop) override {
    const Position position = position_of(game_, line);
    std::vector<MoveWorth> all;
    if (game_.result(position)) return all;
    if (mcts_) return moves_of_trees(position, stop);
    searched_at(position, true, stop);  // a table has what comes after it
    for (const Move move : legal_moves(game_, position)) {
      const Position next = game_.after(position, move);
      Searched worth = searched_at(next, false, stop);
      const std::string next_line = line_from(next, worth.result, stop);
      worth.line = game_.move_text(move);
      worth.line.append(next_line.empty() ? "" : " ").append(next_line);
      worth.result.score = OnePly<true>::before(worth.result.score);
      if (worth.result.distance >= 0) ++worth.result.distance;
      worth.score = Kind::score(game_, position, worth.result);
      all.push_back({game_.move_text(move), std::move(worth)});
    }
    return all;
  }

  std::unique_ptr<TableColumns> table() const override {
    if (!table_ || !table_->table()) return nullptr;
    return std::make_unique<TableColumns>(columns_of<Kind>(*table_->table()));
  }

  std::unique_ptr<TableColumns> book(const std::string& line, int plies, const std::stop_token& stop) override {
    bool all_solved = true;
    const SolvedTable<G> book =
        opening_book(game_, position_of(game_, line), plies,
                     static_cast<std::size_t>(std::min(resources_.memory, 1e18)), [&](const Position& position) {
                       if (!all_solved) return Outlook{};
                       const SearchResult result = engine_(position, false, stop);
                       all_solved = result.is_proven && result.distance >= 0;
                       return Outlook{result.value(), static_cast<std::int32_t>(result.distance)};
                     });
    return all_solved ? std::make_unique<TableColumns>(columns_of<Kind>(book)) : nullptr;
  }

 private:
  Engine<G> make_engine(const SearchKeys& keys, Method method) {
    const SolvedTable<G>* const known = known_ ? &*known_ : nullptr;
    auto evaluation = Kind::evaluation(game_, keys.weights);
    using Evaluation = decltype(evaluation);
    switch (method) {
      case Method::minimax:
        return engine_of<G>(
            std::make_shared<Minimax<G, Evaluation>>(game_, keys.options(resources_.memory), evaluation));
      case Method::memoised:
        return engine_of<G>(
            std::make_shared<MemoisedMinimax<G, Evaluation>>(game_, keys.options(resources_.memory), evaluation));
      case Method::alpha_beta:
        if (keys.threads == 1) return alpha_beta_engine(game_, keys, resources_, evaluation, known);
        return together_engine<G>(std::make_shared<AlphaBetaTogether<G, Evaluation>>(
                                      game_, keys.options(resources_.memory), table_bytes(keys, resources_.memory),
                                      static_cast<int>(keys.threads), evaluation),
                                  known, resources_.executor);
      case Method::table:
        table_ =
            std::make_shared<TableEngine<Kind>>(game_, static_cast<std::size_t>(std::min(resources_.memory, 1e18)));
        return [table = table_](const Position& position, bool fresh, const std::stop_token& stop) {
          return (*table)(position, fresh, stop);
        };
      case Method::mcts:
        return mcts_engine(keys);
      default:
        return Kind::engine(game_, keys, method, known, resources_);
    }
  }

  Engine<G> mcts_engine(const SearchKeys& keys) {
    mcts_.emplace(game_, keys.mcts_options(resources_.memory));
    return [this](const Position& position, bool, const std::stop_token& stop) {
      const MctsResult trees = grown(position, stop);
      Found found;
      found.best = trees.best().move;
      found.counts.nodes = trees.nodes;
      found.counts.depth = trees.depth;
      found.simulations = trees.simulations;
      if (stop.stop_requested()) found.status = SearchStatus::stopped;
      if (trees.proven()) {
        found.is_proven = true;
        found.score = score_of_result(*trees.proven());
      } else if (trees.best().visits > 0) {
        found.mean = trees.best().mean();
      }
      return found;
    };
  }

  MctsResult grown(const Position& position, const std::stop_token& stop) {
    SerialExecutor alone;
    const std::uint64_t stream = num_trees_++;
    if (resources_.executor == nullptr) return mcts_->search(position, resources_.key, stream, alone, stop);
    return mcts_->search(position, resources_.key, stream, *resources_.executor, stop);
  }

  /// What one search tells of all moves.
  std::vector<MoveWorth> moves_of_trees(const Position& position, const std::stop_token& stop) {
    std::vector<MoveWorth> all;
    const MctsResult trees = grown(position, stop);
    for (const MctsResult::OfMove& each : trees.moves) {
      Searched worth;
      worth.result.simulations = each.visits;
      worth.result.is_proven = each.proven.has_value();
      if (each.proven) worth.result.score = score_of_result(*each.proven);
      if (each.visits > 0) worth.result.mean = each.mean();
      all.push_back({game_.move_text(each.move), std::move(worth)});
    }
    return all;
  }

  Searched searched_at(const Position& position, bool fresh, const std::stop_token& stop) {
    Searched searched;
    if (const auto result = game_.result(position)) {
      searched.is_over = true;
      searched.result.score = score_of_result(*result);
      searched.result.is_proven = true;
      searched.result.distance = 0;
      return searched;
    }
    searched.result = engine_(position, fresh, stop);
    searched.score = Kind::score(game_, position, searched.result);
    return searched;
  }

  /// Best moves from a position that has been searched; of a search to a horizon, as many as it looks ahead.
  std::string line_from(Position position, Found result, const std::stop_token& stop) {
    std::string line;
    for (std::int64_t ply = 0; result.best != no_move && (depth_ == 0 || result.is_proven || ply < depth_); ++ply) {
      line.append(line.empty() ? "" : " ").append(game_.move_text(result.best));
      position = game_.after(position, result.best);
      if (game_.result(position)) break;
      result = engine_(position, false, stop);
      if (result.status != SearchStatus::complete) break;
    }
    return line;
  }

  const G& game_;
  Resources resources_;
  std::int64_t depth_;
  std::optional<SolvedTable<G>> known_;
  std::shared_ptr<TableEngine<Kind>> table_;
  std::optional<Mcts<G>> mcts_;
  std::uint64_t num_trees_ = 0;
  Engine<G> engine_;
};

/// A match as its keys describe it.
template <class Kind>
class MatchOf {
 public:
  using G = typename Kind::Game;
  using Position = typename G::Position;

  MatchOf(const G& game, const PlayKeys& keys, const SearchKeys* search, Method method, const Resources& resources,
          std::stop_token stop)
      : game_(game),
        keys_(keys),
        search_(search),
        method_(method),
        resources_(resources),
        stop_(std::move(stop)),
        start_(position_of(game, keys.position.value_or(""))) {
    const std::array<PlayerName, 2> names = {keys.player, keys.opponent};
    const bool any_optimal = std::count(names.begin(), names.end(), PlayerName::epsilon_optimal) > 0;
    if (keys.errors || any_optimal) oracles_ = Kind::oracles(game, start_, resources.memory, stop_);
  }

  MatchReport report() {
    MatchReport report;
    if (stop_.stop_requested()) return report;
    PerThread<Seats<G>> seats([this] { return seated(); });
    const MatchScore<G> score = play_match(
        game_, start_, {keys_.games, keys_.begins}, resources_.key, *resources_.executor,
        [&]() -> Seats<G>& { return seats.local(); }, stop_);
    report.games = score.games;
    report.plies = score.plies;
    report.given_away_games = score.given_away_games;
    add_errors(score, report);
    if (keys_.exact_positions > 0) add_exact(report);
    return report;
  }

 private:
  Seats<G> seated() const {
    Oracle<G> oracle = oracles_ ? oracles_() : Oracle<G>();
    Seats<G> seats;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) seats.players[side] = player(side, oracle);
    if (keys_.errors) seats.oracle = std::move(oracle);
    return seats;
  }

  std::unique_ptr<Player<G>> player(std::size_t side, const Oracle<G>& oracle) const {
    const auto choosing = [&](Favourites<G> favourites, double epsilon = 0) {
      return std::make_unique<ChoosingPlayer<G>>(game_, std::move(favourites), epsilon);
    };
    switch (side == 0 ? keys_.player : keys_.opponent) {
      case PlayerName::random:
        return choosing(any_legal_move(game_));
      case PlayerName::heuristic:
        return choosing(preferred_moves(game_));
      case PlayerName::greedy:
        return choosing(greedy_moves(game_, Kind::evaluation(game_, keys_.weights)));
      case PlayerName::epsilon_optimal:
        return choosing(optimal_moves(game_, oracle, side == 0 ? keys_.ties : keys_.opponent_ties),
                        side == 0 ? keys_.epsilon : keys_.opponent_epsilon);
      case PlayerName::search:
        break;
    }
    return searching_player(side);
  }

  /// By the keys of [search], but those that [play] has for the opponent.
  std::unique_ptr<Player<G>> searching_player(std::size_t side) const {
    SearchKeys keys = *search_;
    if (side == 1 && keys_.opponent_depth) keys.depth = *keys_.opponent_depth;
    if (side == 1 && keys_.opponent_simulations) keys.simulations = *keys_.opponent_simulations;
    if (method_ == Method::mcts) {
      return std::make_unique<MctsPlayer<G>>(game_, keys.mcts_options(resources_.memory));
    }
    Resources alone = resources_;
    alone.executor = nullptr;
    const auto searcher = std::make_shared<SearcherOf<Kind>>(game_, keys, method_, alone);
    return std::make_unique<ChoosingPlayer<G>>(game_, [searcher, stop = stop_](const Position& position) {
      const Found found = searcher->engine()(position, true, stop);
      if (found.best != no_move || stop.stop_requested()) return std::vector<Move>{found.best};
      throw std::runtime_error("a player's search was given up before it had found a move");
    });
  }

  void add_errors(const MatchScore<G>& score, MatchReport& report) const {
    for (std::size_t side = 0; side < 2; ++side) {
      for (const auto& [key, error] : score.given_away[side]) {
        const double cost = static_cast<double>(error.half_games) / 2;
        report.given_away_cost[side] += cost;
        report.errors.push_back({side, game_.text_of(error.position), error.times, cost});
      }
    }
    std::stable_sort(report.errors.begin(), report.errors.end(), [](const auto& a, const auto& b) {
      return a.cost != b.cost ? a.cost > b.cost : a.times > b.times;
    });
    const auto most = static_cast<std::size_t>(keys_.listed_errors);
    if (report.errors.size() > most)
      report.errors.erase(report.errors.begin() + keys_.listed_errors, report.errors.end());
  }

  void add_exact(MatchReport& report) const {
    Seats<G> seats = seated();
    const auto most = static_cast<std::size_t>(keys_.exact_positions);
    const auto match = [&](std::size_t first, std::size_t second) {
      return ExactMatch<G>(game_, {seats.players[first].get(), seats.players[second].get()}, most)(start_, stop_);
    };
    if (keys_.begins != WhoBegins::opponent) report.exact[0] = match(0, 1);
    if (keys_.begins == WhoBegins::player) return;
    report.exact[1] = match(1, 0);
    if (report.exact[1]) std::swap(report.exact[1]->win, report.exact[1]->loss);
  }

  const G& game_;
  const PlayKeys& keys_;
  const SearchKeys* search_;
  Method method_;
  Resources resources_;
  std::stop_token stop_;
  Position start_;
  std::function<Oracle<G>()> oracles_;  // makes one for each thread
};

/// @tparam Kind  Game, and what PlainKind has
template <class Kind>
class GameOf final : public AnyGame {
 public:
  using G = typename Kind::Game;

  explicit GameOf(G game) : game_(std::move(game)) {}

  Problems check(const SearchKeys& keys, Method method) const override {
    Problems problems = problems_of(keys);
    if (!Kind::has_method(method)) problems.push_back({"method", {}, "is none of this game"});
    for (const Problem& problem : Kind::weight_problems(game_, keys.weights)) problems.push_back(problem);
    if (keys.position) check_position(problems, {"position", {}, {}}, *keys.position);
    for (std::size_t i = 0; i < keys.positions.size(); ++i) {
      check_position(problems, {"positions", i, {}}, keys.positions[i]);
    }
    return problems;
  }

  std::unique_ptr<Searcher> searcher(const SearchKeys& keys, Method method, const Resources& resources) const override {
    return std::make_unique<SearcherOf<Kind>>(game_, keys, method, resources);
  }

  Problems check(const PlayKeys& keys) const override {
    Problems problems = problems_of(keys);
    if (!keys.weights.empty()) {
      for (const Problem& problem : Kind::weight_problems(game_, keys.weights)) problems.push_back(problem);
    }
    if (keys.position) check_position(problems, {"position", {}, {}}, *keys.position);
    return problems;
  }

  MatchReport play(const PlayKeys& keys, const SearchKeys* search, Method method, const Resources& resources,
                   const std::stop_token& stop) const override {
    return MatchOf<Kind>(game_, keys, search, method, resources, stop).report();
  }

  std::vector<std::string> drawn(const std::string& line) const override {
    std::vector<std::string> rows;
    std::istringstream shown(game_.text_of(position_of(game_, line)));
    for (std::string row; std::getline(shown, row, '/');) rows.push_back(row);
    return rows;
  }

  bool has_scores() const override { return Kind::has_scores; }

 private:
  void check_position(Problems& problems, Problem place, const std::string& line) const {
    try {
      require_ongoing(game_, position_of(game_, line));
    } catch (const std::invalid_argument& error) {
      place.message = error.what();
      problems.push_back(std::move(place));
    }
  }

  G game_;
};

}  // namespace aleator::perfect
