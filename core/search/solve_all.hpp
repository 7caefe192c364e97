// Filling tables of positions: everything that a game comes to, solved from the end back; or its beginnings, one by
// one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/executor.hpp"
#include "core/search/game.hpp"
#include "core/search/solved_table.hpp"
#include "core/text.hpp"

namespace aleator {

namespace detail {

/// A set of positions that grows: sorted out whenever it has doubled.
template <TwoPlayerGame G>
class PositionSet {
 public:
  using Position = typename G::Position;

  /// @return how many more different positions it is known to hold
  std::size_t add(const G& game, const Position& position) {
    positions_.push_back(position);
    return positions_.size() >= sort_at_ ? sort(game) : 0;
  }

  /// Those that it was known to hold.
  std::size_t num_different() const noexcept { return num_different_; }

  /// Ascending by key.
  std::vector<Position> take(const G& game) {
    sort(game);
    return std::move(positions_);
  }

 private:
  static constexpr std::size_t least_sorted = 16;  // few: there may be a million layers

  std::size_t sort(const G& game) {
    std::sort(positions_.begin(), positions_.end(),
              [&](const Position& a, const Position& b) { return game.key(a) < game.key(b); });
    positions_.erase(std::unique(positions_.begin(), positions_.end()), positions_.end());
    sort_at_ = std::max(2 * positions_.size(), least_sorted);
    return positions_.size() - std::exchange(num_different_, positions_.size());
  }

  std::vector<Position> positions_;
  std::size_t num_different_ = 0;  // when it was last sorted
  std::size_t sort_at_ = least_sorted;
};

/// @throws std::length_error if so many positions take more than the memory
template <TwoPlayerGame G>
void require_room(std::size_t positions, std::size_t memory) {
  if (positions <= memory / SolvedTable<G>::bytes_of_one) return;
  throw std::length_error(text("the table has more than ", memory / SolvedTable<G>::bytes_of_one, " positions of ",
                               SolvedTable<G>::bytes_of_one, " bytes each: more than the ", memory,
                               " bytes of memory that it may take"));
}

template <TwoPlayerGame G>
Outlook outlook_by_moves(const G& game, const SolvedTable<G>& table, const typename G::Position& position) {
  if (const auto result = game.result(position)) return {*result, 0};
  Outlook best{-1, -1};
  game.any_move(position, [&](Move move) {
    const Outlook outlook = before(*table.find(game.after(position, move)));
    if (best.distance < 0 || is_better(outlook, best)) best = outlook;
    return false;
  });
  return best;
}

}  // namespace detail

/// All canonical positions that can be reached from `root`, layer by layer of the plies that may be left.
/// @param memory  bytes
/// @throws std::length_error if they take more
template <TwoPlayerGame G>
std::vector<typename G::Position> reachable_positions(const G& game, const typename G::Position& root,
                                                      std::size_t memory, const std::stop_token& stop = {}) {
  using Position = typename G::Position;
  std::vector<detail::PositionSet<G>> waiting(static_cast<std::size_t>(game.longest(root)) + 1);
  waiting.back().add(game, game.canonical(root));
  std::vector<Position> all;
  std::size_t num_waiting = 0;  // at least; of the layers below
  for (std::size_t layer = waiting.size(); layer-- > 0;) {
    num_waiting -= waiting[layer].num_different();
    for (const Position& position : waiting[layer].take(game)) {
      if (stop.stop_requested()) return all;
      all.push_back(position);
      detail::require_room<G>(all.size() + num_waiting, memory);
      if (game.result(position)) continue;
      game.any_move(position, [&](Move move) {
        const Position next = game.canonical(game.after(position, move));
        num_waiting += waiting[static_cast<std::size_t>(game.longest(next))].add(game, next);
        return false;
      });
    }
  }
  return all;
}

/// Every position that can be reached from `root`, solved from the end back. When stopped, what is returned is
/// not complete.
/// @throws std::length_error if the table takes more than `memory` bytes
template <TwoPlayerGame G, Executor E>
SolvedTable<G> solve_all(const G& game, const typename G::Position& root, std::size_t memory, E& executor,
                         const std::stop_token& stop = {}) {
  SolvedTable<G> table(game, reachable_positions(game, root, memory, stop));
  constexpr std::size_t block = 1 << 12;
  for (std::size_t layer = 0; layer < table.num_layers() && !stop.stop_requested(); ++layer) {
    const std::size_t begin = table.layer_begin(layer);
    const std::size_t end = table.layer_begin(layer + 1);
    executor.for_blocks((end - begin + block - 1) / block, [&](std::size_t b) {
      const std::size_t last = std::min(begin + (b + 1) * block, end);
      for (std::size_t i = begin + b * block; i < last; ++i) {
        table.set(i, detail::outlook_by_moves(game, table, table.position(i)));
      }
    });
  }
  return table;
}

/// Canonical positions up to so many plies after `root`.
/// @throws std::length_error if they take more than `memory` bytes
template <TwoPlayerGame G>
std::vector<typename G::Position> opening_positions(const G& game, const typename G::Position& root, int plies,
                                                    std::size_t memory) {
  using Position = typename G::Position;
  std::vector<Position> all{game.canonical(root)};
  std::vector<Position> layer = all;
  for (int ply = 0; ply < plies; ++ply) {
    detail::PositionSet<G> next;
    for (const Position& position : layer) {
      for (const Move move : legal_moves(game, position)) next.add(game, game.canonical(game.after(position, move)));
    }
    layer = next.take(game);
    detail::require_room<G>(all.size() + layer.size(), memory);
    all.insert(all.end(), layer.begin(), layer.end());
  }
  return all;
}

/// A book of the positions up to so many plies after `root`.
/// @param solve  solve(position) is its Outlook; not asked where the game is over
/// @throws std::length_error if it takes more than `memory` bytes
template <TwoPlayerGame G, class Solve>
SolvedTable<G> opening_book(const G& game, const typename G::Position& root, int plies, std::size_t memory,
                            Solve solve) {
  SolvedTable<G> book(game, opening_positions(game, root, plies, memory));
  for (std::size_t i = 0; i < book.size(); ++i) {
    const auto result = game.result(book.position(i));
    book.set(i, result ? Outlook{*result, 0} : solve(book.position(i)));
  }
  return book;
}

}  // namespace aleator
