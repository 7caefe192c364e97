// Minimax as it is defined.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stop_token>
#include <type_traits>
#include <utility>

#include "core/search/search.hpp"

namespace aleator {

namespace detail {

/// Calls f(distances) with std::true_type or std::false_type.
template <class F>
auto with_distances(bool distances, F&& f) {
  return distances ? f(std::true_type()) : f(std::false_type());
}

/// The plies to search from a position, of those that are left: no more than a game can have.
template <TwoPlayerGame G>
std::int64_t depth_at(const G& game, const typename G::Position& position, std::int64_t depth) noexcept {
  return std::min(depth, game.longest(position));
}

template <TwoPlayerGame G>
std::int64_t root_depth(const G& game, const typename G::Position& root, const SearchOptions& options) noexcept {
  return options.depth == 0 ? game.longest(root) : depth_at(game, root, options.depth);
}

/// Fills in what follows from the score and the depth that was searched.
template <TwoPlayerGame G>
void conclude(const G& game, const typename G::Position& root, const SearchOptions& options, SearchResult& result) {
  const std::int64_t longest = game.longest(root);
  result.is_proven = result.searched_depth > 0 && (is_decided(result.score) || result.searched_depth >= longest);
  if (!result.is_proven) return;
  if (!is_decided(result.score)) {
    result.distance = longest;
  } else if (options.distances) {
    result.distance = distance_of(result.score);
  }
}

}  // namespace detail

/// Every move of every position to the horizon, or the end.
template <TwoPlayerGame G, class Evaluation = NoEvaluation>
class Minimax {
 public:
  using Position = typename G::Position;

  Minimax(const G& game, const SearchOptions& options, Evaluation evaluation = {})
      : game_(game), options_((require_none(problems_of(options)), options)), evaluation_(std::move(evaluation)) {}

  /// @throws std::invalid_argument see require_searchable
  SearchResult search(const Position& root, const std::stop_token& stop = {}) {
    require_searchable(game_, root);
    Budget budget(options_.node_limit, stop);
    const bool to_the_end = options_.depth == 0 || options_.depth >= game_.longest(root);
    return detail::with_distances(options_.distances, [&](auto distances) {
      constexpr bool with = decltype(distances)::value;
      return to_the_end ? from_root<with, false>(root, budget) : from_root<with, true>(root, budget);
    });
  }

 private:
  template <bool distances, bool has_horizon>
  SearchResult from_root(const Position& root, Budget& budget) {
    SearchResult result;
    const std::int64_t depth = detail::root_depth(game_, root, options_);
    Pass<distances, has_horizon> pass{*this, budget};
    budget.allows(0);
    result.score = -infinite;
    pass.nodes = 1;
    game_.any_move(root, [&](Move move) {
      const Score score = OnePly<distances>::before(pass.visit(game_.after(root, move), depth - 1));
      if (budget.status() != SearchStatus::complete) return true;
      if (score > result.score) {
        result.score = score;
        result.best = move;
      }
      return false;
    });
    result.status = budget.status();
    result.counts.nodes = pass.nodes;
    result.counts.depth = pass.deepest(depth);
    if (result.status == SearchStatus::complete) {
      result.searched_depth = depth;
    } else {
      result.score = 0;
      result.best = no_move;
    }
    detail::conclude(game_, root, options_, result);
    return result;
  }

  /// One run through the tree.
  template <bool distances, bool has_horizon>
  struct Pass {
    const Minimax& all;
    Budget& budget;
    std::int64_t nodes = 0;
    std::int64_t least_left = std::int64_t{1} << 62;  // the depth left at the deepest node

    std::int64_t deepest(std::int64_t depth) const noexcept { return depth - std::min(least_left, depth); }

    Score visit(const Position& position, std::int64_t depth) {
      if (!budget.allows(nodes)) return 0;
      ++nodes;
      least_left = std::min(least_left, depth);
      if (const auto result = all.game_.result(position)) return score_of_result(*result);
      if constexpr (has_horizon) {
        if (depth == 0) return all.evaluation_(position);
      }
      Score best = -infinite;
      all.game_.any_move(position, [&](Move move) {
        best = std::max(best, OnePly<distances>::before(visit(all.game_.after(position, move), depth - 1)));
        return false;
      });
      return best;
    }
  };

  const G& game_;
  SearchOptions options_;
  Evaluation evaluation_;
};

}  // namespace aleator
