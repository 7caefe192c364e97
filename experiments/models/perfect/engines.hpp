// The searches of core behind one call, and what kinds of games add to them.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/executor.hpp"
#include "core/search/alpha_beta.hpp"
#include "core/search/solve_all.hpp"
#include "core/text.hpp"
#include "experiments/models/perfect/any_game.hpp"
#include "parallel/search/together.hpp"

namespace aleator::perfect {

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

  TableEngine(const G& game, const Resources& resources) : game_(game), resources_(resources) {}

  SearchResult operator()(const typename G::Position& position, bool fresh, const std::stop_token& stop) {
    if (fresh || !table_) {
      table_.reset();
      table_ = Kind::solve(game_, position, resources_, stop);
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
  Resources resources_;
  std::optional<SolvedTable<G>> table_;
};

/// What a kind of game adds to its G; the members that it has instead hide these. Each has besides these: its Game;
/// evaluation(game, weights) for the horizon, weight_problems(game, weights); words(position), two that say all about
/// it, and position(word, word).
struct PlainKind {
  static constexpr bool has_scores = false;

  /// Everything that a position comes to.
  template <class G, class Position>
  static SolvedTable<G> solve(const G& game, const Position& root, const Resources& resources,
                              const std::stop_token& stop) {
    SerialExecutor alone;
    if (resources.executor == nullptr) return solve_all(game, root, resources.bytes(), alone, stop);
    return solve_all(game, root, resources.bytes(), *resources.executor, stop);
  }
  /// Makes oracles, for a thread each: all of them look into one table of what the start comes to.
  template <class G, class Position>
  static std::function<Oracle<G>()> oracles(const G& game, const Position& start, const Resources& resources,
                                            const std::stop_token& stop) {
    const auto table = std::make_shared<SolvedTable<G>>(solve(game, start, resources, stop));
    return [table]() -> Oracle<G> { return [table](const Position& position) { return *table->find(position); }; };
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

}  // namespace aleator::perfect
