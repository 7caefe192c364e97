// Monte Carlo tree search of games of perfect information.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/problem.hpp"
#include "core/random/philox_stream.hpp"
#include "core/search/game.hpp"
#include "core/search/trees.hpp"

namespace aleator {

struct MctsOptions {
  std::int64_t simulations = 1000;              // games, of all trees
  double exploration = 1;                       // the constant of UCB1; a win is worth 1, a draw 1/2
  std::int64_t trees = 8;                       // each with random numbers of its own
  bool proven_wins = true;                      // results that are certain go up the tree
  std::int64_t memory = std::int64_t{1} << 28;  // bytes, at most, for the nodes of a tree
};

/// What is wrong with options, by their names.
Problems problems_of(const MctsOptions& options);

/// What trees say of the moves of a position, for the player to move there.
struct MctsResult {
  struct OfMove {
    Move move = no_move;
    std::int64_t visits = 0;
    std::int64_t half_points = 0;  // 2 for a win, 1 for a draw
    std::optional<int> proven;     // 1, 0 or -1 if it is certain

    /// From -1 to 1. @pre visits > 0
    double mean() const noexcept { return static_cast<double>(half_points) / static_cast<double>(visits) - 1; }
    bool operator==(const OfMove&) const = default;
  };

  std::vector<OfMove> moves;     // ascending
  std::int64_t simulations = 0;  // fewer than asked for if the result is certain
  std::int64_t nodes = 0;        // of all trees
  std::int64_t depth = 0;        // of the deepest node

  /// 1, 0 or -1 if the position's result is certain.
  std::optional<int> proven() const noexcept;

  /// Of `moves` the best: a certain win, or the most visited of those that are not certainly lost (nor, if a draw is
  /// certain, worse than that), of these the one of the largest mean, of these the first. @pre there are moves
  const OfMove& best() const noexcept;

  void merge(const MctsResult& other);
  bool operator==(const MctsResult&) const = default;
};

/// Upper confidence bounds for trees: games go where earlier ones went well, and end with random moves; each adds the
/// moves of one position to the tree. With proven wins a node whose result is certain is not searched again, and a
/// move that certainly loses is not made if there is another one. Does not change: threads may share it.
/// Sources: Kocsis and Szepesvari, Bandit based Monte-Carlo planning (2006); Winands, Bjornsson and Saito, Monte-Carlo
/// tree search solver (2008).
template <TwoPlayerGame G>
class Mcts {
 public:
  using Position = typename G::Position;

  /// @param game  must outlive this
  /// @throws std::invalid_argument as problems_of says
  Mcts(const G& game, const MctsOptions& options)
      : game_(game), options_((require_none(problems_of(options)), options)) {}

  /// What the trees have found, added up in their order: tree i is on the stream (key, stream, i), and so the result
  /// does not depend on the executor. What is returned after `stop` asked is not complete.
  /// @throws std::invalid_argument if the game is over; std::length_error if not even the moves of the root fit
  template <class Executor>
  MctsResult search(const Position& root, const StreamKey& key, std::uint64_t stream, Executor& executor,
                    const std::stop_token& stop = {}) const {
    require_ongoing(game_, root);
    return executor.reduce_blocks(
        static_cast<std::size_t>(options_.trees), MctsResult(),
        [&](std::size_t i) {
          Tree tree(game_, options_, root, PhiloxStream(key, stream, i));
          return tree.grown(games_of_tree(options_.simulations, options_.trees, i), stop);
        },
        [](MctsResult& total, const MctsResult& part) { total.merge(part); });
  }

 private:
  class Tree;

  const G& game_;
  MctsOptions options_;
};

template <TwoPlayerGame G>
class Mcts<G>::Tree {
 public:
  Tree(const G& game, const MctsOptions& options, const Position& root, const PhiloxStream& random)
      : game_(game),
        options_(options),
        random_(random),
        most_nodes_(static_cast<std::size_t>(options.memory) / sizeof(Node)) {
    nodes_.push_back({.position = root, .proven = {}});
    if (!expand(0)) throw std::length_error("memory: the moves of the position do not fit");
  }

  MctsResult grown(std::int64_t games, const std::stop_token& stop) {
    MctsResult result;
    for (; games > 0 && !nodes_[0].proven && !stop.stop_requested(); --games) {
      play();
      ++result.simulations;
    }
    for (std::size_t i = nodes_[0].first_child; i < nodes_[0].first_child + nodes_[0].num_children; ++i) {
      const Node& child = nodes_[i];
      std::optional<int> proven;
      if (child.proven) proven = -*child.proven;
      result.moves.push_back({child.move, child.visits, child.half_points, proven});
    }
    result.nodes = static_cast<std::int64_t>(nodes_.size());
    result.depth = depth_;
    return result;
  }

 private:
  struct Node {
    Position position{};
    Move move = no_move;            // that led here
    std::int32_t num_children = 0;  // 0: not expanded
    std::size_t first_child = 0;
    std::int64_t visits = 0;
    std::int64_t half_points = 0;  // for who made the move
    std::optional<int> proven;     // for who is to move here
  };

  /// A game. @pre the root is not proven
  void play() {
    path_.assign(1, 0);
    while (nodes_[path_.back()].num_children > 0 && !nodes_[path_.back()].proven) path_.push_back(choose(path_.back()));
    const std::size_t leaf = path_.back();
    if (!nodes_[leaf].proven && nodes_[leaf].visits > 0 && expand(leaf) && !nodes_[leaf].proven) {
      path_.push_back(choose(leaf));
    }
    depth_ = std::max(depth_, static_cast<std::int64_t>(path_.size()) - 1);
    const Node& last = nodes_[path_.back()];
    int result = last.proven ? *last.proven : rolled_out(last.position);
    for (auto i = path_.rbegin(); i != path_.rend(); ++i) {
      Node& node = nodes_[*i];
      ++node.visits;
      node.half_points += 1 - result;
      if (options_.proven_wins && !node.proven) prove(node);
      result = -result;
    }
  }

  /// Adds the positions after all moves. @return false if there is no room
  bool expand(std::size_t at) {
    const Position position = nodes_[at].position;
    const std::size_t first = nodes_.size();
    const bool is_full = game_.any_move(position, [&](Move move) {
      if (nodes_.size() >= most_nodes_) return true;
      const Position next = game_.after(position, move);
      nodes_.push_back({.position = next, .move = move, .proven = game_.result(next)});
      return false;
    });
    if (is_full) {
      nodes_.resize(first);
      return false;
    }
    nodes_[at].first_child = first;
    nodes_[at].num_children = static_cast<std::int32_t>(nodes_.size() - first);
    if (options_.proven_wins) prove(nodes_[at]);
    return true;
  }

  /// A move that certainly wins is enough; else all must be certain.
  void prove(Node& node) {
    int best = -1;
    bool all = node.num_children > 0;
    for (std::size_t i = node.first_child; i < node.first_child + static_cast<std::size_t>(node.num_children); ++i) {
      const std::optional<int>& child = nodes_[i].proven;
      if (child) best = std::max(best, -*child);
      all &= child.has_value();
    }
    if (all || best == 1) node.proven = best;
  }

  /// The first that was not visited, else the one of the largest upper bound; certain losses only if there is nothing
  /// else.
  std::size_t choose(std::size_t at) const {
    const Node& node = nodes_[at];
    const double log_visits = std::log(static_cast<double>(std::max<std::int64_t>(node.visits, 1)));
    std::size_t best = node.first_child;
    double bound_of_best = -2;
    for (std::size_t i = node.first_child; i < node.first_child + static_cast<std::size_t>(node.num_children); ++i) {
      const Node& child = nodes_[i];
      const bool is_lost = options_.proven_wins && child.proven == 1;
      if (child.visits == 0 && !is_lost) return i;
      const double bound =
          is_lost ? -1
                  : upper_bound(static_cast<double>(child.half_points) / 2 / static_cast<double>(child.visits),
                                child.visits, log_visits, options_.exploration);
      if (bound <= bound_of_best) continue;
      bound_of_best = bound;
      best = i;
    }
    return best;
  }

  /// The result of random moves for the player to move.
  int rolled_out(Position position) {
    int sign = 1;
    while (true) {
      if (const auto result = game_.result(position)) return sign * *result;
      position = game_.after(position, random_move(position));
      sign = -sign;
    }
  }

  Move random_move(const Position& position) {
    moves_.clear();
    game_.any_move(position, [&](Move move) {
      moves_.push_back(move);
      return false;
    });
    return moves_[uniform_below(random_, moves_.size())];
  }

  const G& game_;
  const MctsOptions& options_;
  PhiloxStream random_;
  std::size_t most_nodes_;
  std::vector<Node> nodes_;
  std::vector<std::size_t> path_;
  std::vector<Move> moves_;
  std::int64_t depth_ = 0;
};

}  // namespace aleator
