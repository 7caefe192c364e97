#include "core/games/snakes_and_ladders/analysis/shortest.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>

#include "core/games/snakes_and_ladders/analysis/expected.hpp"

namespace aleator {
namespace {

/// Calls f(total, probability, next cell, whether the turn ends) for every roll from a cell.
template <class F>
void for_each_roll_of(const SnakesAndLadders& game, std::size_t cell, F f) {
  const SnakesMoves& moves = game.moves();
  const std::int32_t phase = phase_of(moves, cell);
  for_each_roll(moves, game.dice(), phase, tile_of(moves, cell),
                [&](std::int64_t total, double p, std::int32_t next, bool turn_ends) {
                  f(static_cast<std::int32_t>(total), p, next_cell(moves, phase, next, turn_ends), turn_ends);
                });
}

/// A search of the cells by the rolls that it takes to get there: every cell that can be reached, in that order.
class RollSearch {
 public:
  explicit RollSearch(const SnakesAndLadders& game) : game_(game), found_(num_cells(game.moves()) + 1) {
    found_.front().rolls = 0;
    order_ = {0};
    for (std::size_t i = 0; i < order_.size() && order_[i] != end(); ++i) {
      const std::size_t cell = order_[i];
      for_each_roll_of(game_, cell, [&](std::int32_t total, double, std::size_t next, bool) {
        if (found_[next].rolls >= 0) return;
        found_[next] = {found_[cell].rolls + 1, cell, total};
        order_.push_back(next);
      });
    }
  }

  /// The totals and tiles of one of the shortest games.
  void write_path(ShortestGame& shortest) const {
    for (std::size_t cell = end(); cell != 0; cell = found_[cell].before) {
      shortest.totals.push_back(found_[cell].total);
      shortest.path.push_back(tile_of(game_.moves(), cell));
    }
    std::reverse(shortest.totals.begin(), shortest.totals.end());
    std::reverse(shortest.path.begin(), shortest.path.end());
  }

  /// A game of fewest rolls is after each of them in a cell that takes so many: all are counted in the search's order.
  void count(ShortestGame& shortest) const {
    std::vector<double> sequences(found_.size(), 0.0);
    std::vector<double> probability(found_.size(), 0.0);
    sequences.front() = probability.front() = 1;
    for (const std::size_t cell : order_) {
      if (cell == end() || found_[cell].rolls >= found_[end()].rolls) break;
      for_each_roll_of(game_, cell, [&](std::int32_t, double p, std::size_t next, bool) {
        if (found_[next].rolls != found_[cell].rolls + 1) return;
        sequences[next] += sequences[cell];
        probability[next] += p * probability[cell];
      });
    }
    shortest.sequences = sequences[end()];
    shortest.probability = probability[end()];
  }

 private:
  struct Found {
    std::int64_t rolls = -1;
    std::size_t before = 0;
    std::int32_t total = 0;
  };
  std::size_t end() const { return found_.size() - 1; }

  const SnakesAndLadders& game_;
  std::vector<Found> found_;
  std::vector<std::size_t> order_;
};

/// A roll after which the player rolls again takes no turn: those cells come first.
std::int64_t fewest_turns(const SnakesAndLadders& game) {
  constexpr std::int64_t unknown = -1;
  const std::size_t end = num_cells(game.moves());
  std::vector<std::int64_t> turns(end + 1, unknown);
  std::deque<std::pair<std::size_t, std::int64_t>> open = {{0, 0}};
  while (!open.empty()) {
    const auto [cell, so_far] = open.front();
    open.pop_front();
    if (turns[cell] != unknown) continue;
    turns[cell] = so_far;
    if (cell == end) break;
    for_each_roll_of(game, cell, [&, from = so_far](std::int32_t, double, std::size_t next, bool turn_ends) {
      if (turn_ends) {
        open.emplace_back(next, from + 1);
      } else {
        open.emplace_front(next, from);
      }
    });
  }
  return turns[end];
}

}  // namespace

ShortestGame shortest_game(const SnakesAndLadders& game) {
  ShortestGame shortest;
  shortest.turns = fewest_turns(game);
  const RollSearch search(game);
  search.write_path(shortest);
  search.count(shortest);
  return shortest;
}

}  // namespace aleator
