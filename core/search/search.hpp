// What searches are asked for, and what they answer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stop_token>

#include "core/problem.hpp"
#include "core/search/game.hpp"
#include "core/search/score.hpp"

namespace aleator {

enum class NullWindow : std::uint8_t { none, pvs, mtd };

/// Which of two entries a transposition table keeps that has room for one.
enum class Replacement : std::uint8_t {
  always,   // the newer
  deeper,   // the one with more plies left to search
  two_tier  // both, in buckets of two: the deepest, and of the others the newest
};

/// Each but `distances` and `depth` changes only what the answer costs. Minimax reads distances, depth and node_limit;
/// memoised minimax symmetry and memory also; alpha-beta all of them.
struct SearchOptions {
  bool distances = true;                        // the quickest win and the slowest loss, not just any
  std::int64_t depth = 0;                       // plies to the horizon, where positions are evaluated; 0: to the end
  std::int64_t node_limit = 0;                  // gives up before visiting more; 0: does not
  bool symmetry = true;                         // images are one position
  std::int64_t memory = std::int64_t{1} << 30;  // bytes, at most, for what memoised minimax remembers

  std::int64_t table_mebibytes = 64;  // transposition table; 0: none
  Replacement replacement = Replacement::two_tier;
  bool bounds = true;                // cuts off as soon as nothing better is possible
  bool static_order = true;          // tries moves by G::preference, ...
  bool killer = true;                // ... before that those that lately cut off at the same ply, ...
  bool history = true;               // ... and those that have cut off often
  bool iterative_deepening = false;  // to depth 1, 2, ...; ends when the result is known
  NullWindow null_window = NullWindow::pvs;
};

/// What is wrong with options, by their names.
Problems problems_of(const SearchOptions& options);

/// A search follows games ply by ply into recursion.
inline constexpr std::int64_t longest_game_searched = 10'000;

/// @throws std::invalid_argument if the game is over or may go on for longer than can be searched
template <TwoPlayerGame G>
void require_searchable(const G& game, const typename G::Position& position) {
  require_ongoing(game, position);
  if (game.longest(position) <= longest_game_searched) return;
  throw std::invalid_argument(text("games from ", game.text_of(position), " may have ", game.longest(position),
                                   " plies, more than the ", longest_game_searched, " that can be searched"));
}

enum class SearchStatus : std::uint8_t { complete, node_limit, stopped, out_of_memory };

struct SearchCounts {
  std::int64_t nodes = 0;       // entries into the recursion, over all windows and iterations
  std::int64_t table_hits = 0;  // nodes answered, or their windows narrowed, by what was remembered
  std::int64_t cutoffs = 0;     // nodes with moves that needed not be tried
  std::int64_t depth = 0;       // plies from the root to the deepest node

  void merge(const SearchCounts& other) noexcept;
  bool operator==(const SearchCounts&) const = default;
};

struct SearchResult {
  SearchStatus status = SearchStatus::complete;
  Score score = 0;
  bool is_proven = false;           // the score is that of the game played to its end
  std::int64_t distance = -1;       // plies to the end, the winner being quick and the loser slow; -1: not known
  Move best = no_move;              // of equally good ones the first that was found
  std::int64_t searched_depth = 0;  // plies of the last search that was complete
  SearchCounts counts;

  /// The result for the player to move; only if it is proven.
  int value() const noexcept { return value_of(score); }
};

/// Which parts of a search may go on. Asks the token every now and then only.
class Budget {
 public:
  Budget(std::int64_t node_limit, std::stop_token stop)
      : limit_(node_limit > 0 ? node_limit : std::int64_t{1} << 62), stop_(std::move(stop)) {
    ask_again(0);
  }

  /// Before each node. @return false if it must not be visited
  bool allows(std::int64_t nodes_before) noexcept {
    if (nodes_before < next_question_) return true;
    return still_allows(nodes_before);
  }

  SearchStatus status() const noexcept { return status_; }

 private:
  static constexpr std::int64_t nodes_between_questions = 1 << 14;

  void ask_again(std::int64_t nodes) noexcept { next_question_ = std::min(limit_, nodes + nodes_between_questions); }

  bool still_allows(std::int64_t nodes) noexcept {
    if (status_ == SearchStatus::complete && nodes >= limit_) status_ = SearchStatus::node_limit;
    if (status_ == SearchStatus::complete && stop_.stop_requested()) status_ = SearchStatus::stopped;
    if (status_ != SearchStatus::complete) return false;
    ask_again(nodes);
    return true;
  }

  std::int64_t limit_;
  std::stop_token stop_;
  std::int64_t next_question_ = 0;
  SearchStatus status_ = SearchStatus::complete;
};

/// What is evaluated where there is nothing to go by.
struct NoEvaluation {
  template <class Position>
  Score operator()(const Position&) const noexcept {
    return 0;
  }
};

}  // namespace aleator
