// Which moves alpha-beta tries first.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/search/game.hpp"
#include "core/search/search.hpp"

namespace aleator {

struct OrderedMove {
  Move move = no_move;
  std::int64_t order = 0;     // larger first, then the lower move
  bool was_deferred = false;  // until others have searched it
};

/// Killer moves and history: the moves that have cut off, lately at the same ply, and at any of the same player's.
/// Sources: Akl and Newborn, The principal continuation and the killer heuristic (1977); Schaeffer, The history
/// heuristic and alpha-beta search enhancements in practice (1989).
class MoveOrdering {
 public:
  explicit MoveOrdering(const SearchOptions& options) : options_(options) {}

  void forget() {
    killers_.clear();
    for (auto& history : history_) history.clear();
  }

  /// @param hint  the move that was best in an earlier search of the position; no_move if there was none
  template <TwoPlayerGame G>
  std::int64_t order_of(const G& game, const typename G::Position& position, Move move, Move hint,
                        std::int64_t ply) const {
    constexpr std::int64_t largest_preference = (1 << 22) - 1;
    if (move == hint) return std::int64_t{1} << 62;
    std::int64_t order = 0;
    if (options_.killer && is_killer(move, ply)) order += std::int64_t{1} << 61;
    if (options_.history) order += history_of(move, ply) << 22;
    if (options_.static_order) {
      order += std::clamp<std::int64_t>(game.preference(position, move), 0, largest_preference);
    }
    return order;
  }

  /// A move has cut off where `depth` plies were left.
  void note_cutoff(Move move, std::int64_t ply, std::int64_t depth) {
    if (options_.killer) {
      if (killers_.size() <= static_cast<std::size_t>(ply)) killers_.resize(static_cast<std::size_t>(ply) + 1, none);
      auto& [last, before] = killers_[static_cast<std::size_t>(ply)];
      if (last != move) before = std::exchange(last, move);
    }
    if (!options_.history || move >= most_history) return;
    auto& history = history_[ply & 1];
    if (history.size() <= static_cast<std::size_t>(move)) history.resize(static_cast<std::size_t>(move) + 1, 0);
    auto& count = history[static_cast<std::size_t>(move)];
    count = std::min(count + depth * depth, largest_history);
  }

 private:
  static constexpr std::array<Move, 2> none = {no_move, no_move};
  static constexpr Move most_history = 1 << 16;
  static constexpr std::int64_t largest_history = (std::int64_t{1} << 38) - 1;

  bool is_killer(Move move, std::int64_t ply) const noexcept {
    if (static_cast<std::size_t>(ply) >= killers_.size()) return false;
    const auto& [last, before] = killers_[static_cast<std::size_t>(ply)];
    return move == last || move == before;
  }

  std::int64_t history_of(Move move, std::int64_t ply) const noexcept {
    const auto& history = history_[ply & 1];
    return static_cast<std::size_t>(move) < history.size() ? history[static_cast<std::size_t>(move)] : 0;
  }

  SearchOptions options_;
  std::vector<std::array<Move, 2>> killers_;          // [ply]
  std::array<std::vector<std::int64_t>, 2> history_;  // [ply's parity][move]
};

}  // namespace aleator
