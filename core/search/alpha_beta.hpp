// Alpha-beta search, with each of its refinements to be switched on and off.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/search/bound_table.hpp"
#include "core/search/minimax.hpp"
#include "core/search/move_ordering.hpp"
#include "core/search/search.hpp"
#include "core/search/solved_table.hpp"

namespace aleator {

/// Who else searches the same tree and shares the table: nobody.
struct Alone {
  static constexpr bool is_alone = true;
  /// Whether positions with so many plies left are worth telling others of.
  static constexpr bool joins(std::int64_t) noexcept { return false; }
  /// Whether another one is in this position now, so that its result had better be waited for.
  template <class Key>
  bool is_busy(const Key&) const noexcept {
    return false;
  }
  template <class Key>
  void enter(const Key&) noexcept {}
  template <class Key>
  void leave(const Key&) noexcept {}
};

/// Fail-soft alpha-beta. What the table, killers and history know is kept from one search to the next, until forget();
/// it changes the cost of a search only.
///
/// A table entry is used only where as many plies are left as when it was made (for its best move, anywhere). Searches
/// to the end have as many left as the game can have from there, so that there all entries are used.
///
/// Sources: Knuth and Moore, An analysis of alpha-beta pruning (1975); Reinefeld, An improvement to the Scout tree
/// search algorithm (1983); Plaat et al., Best-first fixed-depth minimax algorithms (1996).
template <TwoPlayerGame G, class Evaluation = NoEvaluation, class Table = BoundTable<typename G::Key>,
          class Crew = Alone>
class AlphaBeta {
 public:
  using Position = typename G::Position;

  /// @param table  shared with the crew, if there is one; must outlive this, as must the game
  AlphaBeta(const G& game, const SearchOptions& options, Table& table, Evaluation evaluation = {}, Crew crew = {})
      : game_(game),
        options_((require_none(problems_of(options)), options)),
        table_(table),
        evaluation_(std::move(evaluation)),
        crew_(std::move(crew)),
        ordering_(options) {}

  void forget() {
    table_.clear();
    ordering_.forget();
  }

  /// Positions that need not be searched, an opening book or an endgame base; nullptr: none. Must outlive this.
  void use(const SolvedTable<G>* solved) noexcept { solved_ = solved; }

  /// @throws std::invalid_argument see require_searchable
  SearchResult search(const Position& root, const std::stop_token& stop = {}) {
    require_searchable(game_, root);
    budget_ = Budget(options_.node_limit, stop);
    counts_ = {};
    moves_.clear();
    return detail::with_distances(options_.distances,
                                  [&](auto distances) { return deepen<decltype(distances)::value>(root); });
  }

 private:
  struct Window {
    Score alpha = lost;
    Score beta = won;
  };
  struct Found {
    Score score = 0;
    Move best = no_move;
  };

  bool is_over() const noexcept { return budget_.status() != SearchStatus::complete; }

  template <bool distances>
  SearchResult deepen(const Position& root) {
    SearchResult result;
    const std::int64_t depth = detail::root_depth(game_, root, options_);
    Found found;
    for (std::int64_t to = options_.iterative_deepening ? 1 : depth; to <= depth; ++to) {
      const Found deeper = search_to<distances>(root, to, found);
      if (is_over()) break;
      found = deeper;
      result.searched_depth = to;
      if (is_decided(found.score)) break;
    }
    result.status = budget_.status();
    result.score = found.score;
    result.best = found.best;
    result.counts = counts_;
    detail::conclude(game_, root, options_, result);
    return result;
  }

  template <bool distances>
  Found search_to(const Position& root, std::int64_t depth, const Found& before) {
    Window window;
    if (!options_.bounds) window = {-infinite, infinite};
    if (options_.null_window != NullWindow::mtd) return search_root<distances>(root, window, depth, before.best);
    Found found = before;
    Move proved = no_move;  // by reaching a lower bound
    while (window.alpha < window.beta) {
      const Score guess = found.score == window.alpha ? found.score + 1 : found.score;
      found = search_root<distances>(root, {guess - 1, guess}, depth, found.best);
      if (is_over()) return found;
      if (found.score < guess) {
        window.beta = found.score;
      } else {
        window.alpha = found.score;
        proved = found.best;
      }
    }
    if (proved != no_move) found.best = proved;
    return found;
  }

  /// As visit, but the table has no say, so that there is a best move.
  template <bool distances>
  Found search_root(const Position& root, Window window, std::int64_t depth, Move hint) {
    if (!enter(0)) return {};
    return try_moves<distances>(root, window, depth, 0, hint);
  }

  /// Counts a node. @return false if it must not be visited
  bool enter(std::int64_t ply) noexcept {
    if (!budget_.allows(counts_.nodes)) return false;
    ++counts_.nodes;
    counts_.depth = std::max(counts_.depth, ply);
    return true;
  }

  /// @param left  plies to the horizon, and maybe beyond the longest game
  /// @return the score if it is inside the window, else a bound on it that is outside too
  template <bool distances>
  Score visit(const Position& image, Window window, std::int64_t left, std::int64_t ply) {
    if (!enter(ply)) return 0;
    if (const auto result = game_.result(image)) return score_of_result(*result);
    if (const auto known = looked_up(image)) return *known;
    if (left == 0) return evaluation_(image);
    if (options_.bounds) {
      if (const auto bound = possible_bound<distances>(window)) return *bound;
    }
    const std::int64_t depth = detail::depth_at(game_, image, left);
    if (options_.table_mebibytes == 0) return try_moves<distances>(image, window, depth, ply, no_move).score;
    const Position position = options_.symmetry ? game_.canonical(image) : image;
    const typename G::Key key = game_.key(position);
    Bounds known = table_.find(key);
    const Move hint = known.best;
    if (known.depth != depth) {
      known = {.depth = static_cast<std::int32_t>(depth)};
    } else {
      ++counts_.table_hits;
      if (known.lower >= window.beta || known.lower == known.upper) return known.lower;
      if (known.upper <= window.alpha) return known.upper;
      window = {std::max(window.alpha, known.lower), std::min(window.beta, known.upper)};
    }
    const bool joins = crew_.joins(depth);
    if (joins) crew_.enter(key);
    const Found found = try_moves<distances>(position, window, depth, ply, hint);
    if (joins) crew_.leave(key);
    if (!is_over()) remember(key, known, window, found);
    return found.score;
  }

  std::optional<Score> looked_up(const Position& position) {
    if (solved_ == nullptr) return std::nullopt;
    const std::optional<Outlook> outlook = solved_->find(position);
    if (!outlook) return std::nullopt;
    ++counts_.table_hits;
    return score_of(*outlook, options_.distances);
  }

  /// Narrows the window to the results that are possible where nobody has won yet.
  template <bool distances>
  static std::optional<Score> possible_bound(Window& window) noexcept {
    constexpr Score best = OnePly<distances>::before(lost);
    constexpr Score worst = OnePly<distances>::before(won);
    if (best <= window.alpha) return best;
    if (worst >= window.beta) return worst;
    window = {std::max(window.alpha, worst), std::min(window.beta, best)};
    return std::nullopt;
  }

  void remember(const typename G::Key& key, Bounds known, const Window& window, const Found& found) {
    if (found.score > window.alpha) known.lower = std::max(known.lower, found.score);
    if (found.score < window.beta) known.upper = std::min(known.upper, found.score);
    known.best = found.best;
    table_.put(key, known);
  }

  template <bool distances>
  Found try_moves(const Position& position, Window window, std::int64_t depth, std::int64_t ply, Move hint) {
    const std::size_t begin = moves_.size();
    list_moves(position, hint, ply);
    Found found{-infinite, no_move};
    for (std::size_t i = begin; i < moves_.size(); ++i) {
      const Move move = moves_[i].move;
      const Position next = game_.after(position, move);
      if (defers(next, depth - 1, i, begin)) continue;
      const Score score = score_of_move<distances>(next, window, depth - 1, ply + 1, found.best == no_move);
      if (is_over()) break;
      if (score > found.score) found = {score, move};
      window.alpha = std::max(window.alpha, score);
      if (window.alpha < window.beta) continue;
      if (i + 1 < moves_.size()) ++counts_.cutoffs;
      ordering_.note_cutoff(move, ply, depth);
      break;
    }
    moves_.resize(begin);
    return found;
  }

  void list_moves(const Position& position, Move hint, std::int64_t ply) {
    const auto begin = static_cast<std::ptrdiff_t>(moves_.size());
    game_.any_move(position, [&](Move move) {
      moves_.push_back({move, ordering_.order_of(game_, position, move, hint, ply)});
      return false;
    });
    std::sort(moves_.begin() + begin, moves_.end(), [](const OrderedMove& a, const OrderedMove& b) {
      return a.order != b.order ? a.order > b.order : a.move < b.move;
    });
  }

  /// Puts a move that another one searches at the end of the list, once; never the first.
  bool defers(const Position& next, std::int64_t left, std::size_t i, std::size_t begin) {
    if constexpr (Crew::is_alone) return false;
    if (!crew_.joins(left) || options_.table_mebibytes == 0) return false;
    if (i == begin || moves_[i].was_deferred) return false;
    if (!crew_.is_busy(game_.key(options_.symmetry ? game_.canonical(next) : next))) return false;
    moves_.push_back({moves_[i].move, 0, true});
    return true;
  }

  template <bool distances>
  Score score_of_move(const Position& next, const Window& window, std::int64_t left, std::int64_t ply, bool is_first) {
    using Scores = OnePly<distances>;
    const auto search = [&](Score alpha, Score beta) {
      return Scores::before(visit<distances>(next, {Scores::after(beta), Scores::after(alpha)}, left, ply));
    };
    if (is_first || options_.null_window != NullWindow::pvs) return search(window.alpha, window.beta);
    const Score score = search(window.alpha, window.alpha + 1);
    if (score <= window.alpha || score >= window.beta) return score;
    return search(window.alpha, window.beta);
  }

  const G& game_;
  SearchOptions options_;
  Table& table_;
  Evaluation evaluation_;
  Crew crew_;
  const SolvedTable<G>* solved_ = nullptr;
  MoveOrdering ordering_;
  Budget budget_{0, {}};
  SearchCounts counts_;
  std::vector<OrderedMove> moves_;  // of all plies of the line that is looked at
};

}  // namespace aleator
