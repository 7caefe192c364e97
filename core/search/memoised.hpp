// Minimax that visits no position twice.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stop_token>
#include <unordered_map>
#include <utility>

#include "core/search/key.hpp"
#include "core/search/minimax.hpp"
#include "core/search/search.hpp"

namespace aleator {

/// As Minimax, but the score of a position, or of its image, is remembered with the depth that it was searched to.
/// Gives up, as out_of_memory, when what it remembers would take more than options.memory.
template <TwoPlayerGame G, class Evaluation = NoEvaluation>
class MemoisedMinimax {
 public:
  using Position = typename G::Position;

  MemoisedMinimax(const G& game, const SearchOptions& options, Evaluation evaluation = {})
      : game_(game), options_((require_none(problems_of(options)), options)), evaluation_(std::move(evaluation)) {}

  /// Begins with nothing remembered. @throws std::invalid_argument see require_searchable
  SearchResult search(const Position& root, const std::stop_token& stop = {}) {
    require_searchable(game_, root);
    known_.clear();
    Budget budget(options_.node_limit, stop);
    return detail::with_distances(options_.distances,
                                  [&](auto distances) { return from_root<decltype(distances)::value>(root, budget); });
  }

  /// The positions remembered.
  std::int64_t num_known() const noexcept { return static_cast<std::int64_t>(known_.size()); }

 private:
  struct Searched {
    typename G::Key key;
    std::int64_t depth;

    bool operator==(const Searched&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Searched& searched) const noexcept {
      return KeyHash()(searched.key) + static_cast<std::size_t>(searched.depth);
    }
  };
  using Known = std::unordered_map<Searched, Score, Hash>;
  // With the allocator's own 16 bytes, the link, the hash, and the place in the table of buckets.
  static constexpr std::int64_t bytes_of_one = sizeof(typename Known::value_type) + 40;

  template <bool distances>
  SearchResult from_root(const Position& root, Budget& budget) {
    SearchResult result;
    const std::int64_t depth = detail::root_depth(game_, root, options_);
    SearchCounts& counts = result.counts;
    counts.nodes = budget.allows(0);
    result.score = -infinite;
    game_.any_move(root, [&](Move move) {
      const Score score =
          OnePly<distances>::before(visit<distances>(game_.after(root, move), depth - 1, 1, budget, counts));
      if (!may_go_on(budget)) return true;
      if (score > result.score) {
        result.score = score;
        result.best = move;
      }
      return false;
    });
    if (may_go_on(budget)) {
      result.searched_depth = depth;
    } else {
      result.status = is_full() ? SearchStatus::out_of_memory : budget.status();
      result.score = 0;
      result.best = no_move;
    }
    detail::conclude(game_, root, options_, result);
    return result;
  }

  bool is_full() const noexcept { return num_known() >= options_.memory / bytes_of_one; }
  bool may_go_on(const Budget& budget) const noexcept {
    return budget.status() == SearchStatus::complete && !is_full();
  }

  template <bool distances>
  Score visit(const Position& position, std::int64_t left, std::int64_t ply, Budget& budget, SearchCounts& counts) {
    if (!budget.allows(counts.nodes) || is_full()) return 0;
    ++counts.nodes;
    counts.depth = std::max(counts.depth, ply);
    if (const auto game_result = game_.result(position)) return score_of_result(*game_result);
    if (left == 0) return evaluation_(position);
    const std::int64_t depth = detail::depth_at(game_, position, left);
    const Searched searched{game_.key(options_.symmetry ? game_.canonical(position) : position), depth};
    if (const auto found = known_.find(searched); found != known_.end()) {
      ++counts.table_hits;
      return found->second;
    }
    Score best = -infinite;
    game_.any_move(position, [&](Move move) {
      best = std::max(best, OnePly<distances>::before(
                                visit<distances>(game_.after(position, move), depth - 1, ply + 1, budget, counts)));
      return false;
    });
    if (may_go_on(budget)) known_.emplace(searched, best);
    return best;
  }

  const G& game_;
  SearchOptions options_;
  Evaluation evaluation_;
  Known known_;
};

}  // namespace aleator
