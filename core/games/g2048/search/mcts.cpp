#include "core/games/g2048/search/mcts.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/games/g2048/exact/board_set.hpp"
#include "core/games/g2048/play.hpp"
#include "core/text.hpp"

namespace aleator::g2048 {
namespace {

/// A legal move of a position in the tree.
template <AnyBoard B>
struct Choice {
  Moved<B> moved;
  Direction direction = Direction::left;
  std::int64_t visits = 0;
  std::int64_t score = 0;  // sum of what was scored from this move on

  double mean() const noexcept { return static_cast<double>(score) / static_cast<double>(visits); }
};

template <AnyBoard B>
using Position = std::vector<Choice<B>>;

template <AnyBoard B>
Position<B> position_of(B board, const Moves& moves, int end) {
  Position<B> position;
  if (has_tile_from(board, end)) return position;
  for (const Direction direction : directions) {
    const Moved<B> moved = moves(board, direction);
    if (moved.board != board) position.push_back({.moved = moved, .direction = direction});
  }
  return position;
}

/// @pre there is a choice
template <AnyBoard B>
Choice<B>& choose(Position<B>& position, double exploration) noexcept {
  std::int64_t visits = 0;
  std::int64_t score = 0;
  for (Choice<B>& choice : position) {
    if (choice.visits == 0) return choice;
    visits += choice.visits;
    score += choice.score;
  }
  const double unit = exploration * static_cast<double>(score) / static_cast<double>(visits);
  const double log_visits = std::log(static_cast<double>(visits));
  const auto bound = [&](const Choice<B>& choice) {
    return upper_bound(choice.mean(), choice.visits, log_visits, unit);
  };
  return *std::max_element(position.begin(), position.end(),
                           [&](const auto& a, const auto& b) { return bound(a) < bound(b); });
}

template <AnyBoard B>
struct BoardHash {
  std::size_t operator()(B board) const noexcept {
    if constexpr (std::same_as<B, Board>) {
      return key_of(board);
    } else {
      return key_of(static_cast<Board>(board) ^ key_of(static_cast<Board>(board >> 64)));
    }
  }
};

/// The image whose last row, from its first cell on, is the largest.
template <AnyBoard B>
B in_the_corner(B board, const Symmetries<B>& symmetries) noexcept {
  B largest = board;
  for (Symmetry symmetry = 1; symmetry < num_symmetries(symmetries.shape()); ++symmetry) {
    largest = std::max(largest, symmetries.image(board, symmetry));
  }
  return symmetries.image(largest, 2);
}

}  // namespace

Problems problems_of(const MctsOptions& options) {
  Problems problems;
  if (options.simulations < 1) problems.push_back({"simulations", {}, text(options.simulations, " is below 1")});
  if (!(options.exploration >= 0) || std::isinf(options.exploration)) {
    problems.push_back({"exploration", {}, text(options.exploration, " is not a number from 0 on")});
  }
  if (options.trees < 1) problems.push_back({"trees", {}, text(options.trees, " is below 1")});
  return problems;
}

MoveValues MctsResult::values() const noexcept {
  MoveValues values;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (visits[i] > 0) values[i] = static_cast<double>(scores[i]) / static_cast<double>(visits[i]);
  }
  return values;
}

std::optional<Direction> MctsResult::best() const noexcept {
  MoveValues values_of_most = values();
  const std::int64_t most = *std::max_element(visits.begin(), visits.end());
  for (std::size_t i = 0; i < visits.size(); ++i) {
    if (visits[i] < most) values_of_most[i].reset();
  }
  return best_move(values_of_most);
}

void MctsResult::merge(const MctsResult& other) noexcept {
  for (std::size_t i = 0; i < visits.size(); ++i) {
    visits[i] += other.visits[i];
    scores[i] += other.scores[i];
  }
}

template <AnyBoard B>
class Mcts::Tree {
 public:
  Tree(const Mcts& rules, B root, const PhiloxStream& random)
      : rules_(rules),
        symmetries_(std::get<Symmetries<B>>(rules.symmetries_)),
        root_(symmetries_.canonical_form(root)),
        random_(random) {
    positions_[root_.board] = position_of(root_.board, rules.moves_, rules.end_);
  }

  /// Plays a game. @pre the root has moves
  void play() {
    B board = root_.board;
    path_.clear();
    while (true) {
      const auto [found, is_new] = positions_.try_emplace(board);
      Position<B>& position = found->second;
      if (is_new) position = position_of(board, rules_.moves_, rules_.end_);
      if (is_new || position.empty()) break;
      Choice<B>& choice = choose(position, rules_.options_.exploration);
      path_.push_back(&choice);
      board = after_spawn(choice.moved.board);
      if (may_outgrow(board)) break;
    }
    std::int64_t score = rolled_out(board);
    for (auto choice = path_.rbegin(); choice != path_.rend(); ++choice) {
      score += (*choice)->moved.reward;
      (*choice)->score += score;
      ++(*choice)->visits;
    }
  }

  bool has_moves() const { return !positions_.at(root_.board).empty(); }

  MctsResult result() const {
    MctsResult result;
    for (const Choice<B>& choice : positions_.at(root_.board)) {
      const auto i = static_cast<std::size_t>(original_of(choice.direction, root_.symmetry));
      result.visits[i] = choice.visits;
      result.scores[i] = choice.score;
    }
    return result;
  }

 private:
  B after_spawn(B board) {
    std::int64_t fours = 0;
    return symmetries_.canonical(rules_.spawner_(board, random_, fours));
  }

  /// What a game by the rollout's policy scores from a position on.
  std::int64_t rolled_out(B board) {
    switch (rules_.options_.rollout) {
      case Rollout::random:
        return score_of(RandomMove(), board);
      case Rollout::greedy:
        return score_of(GreedyMove(), board);
      case Rollout::corner:
        break;
    }
    return score_of(CornerMove(), in_the_corner(board, symmetries_));
  }

  template <class Policy>
  std::int64_t score_of(const Policy& policy, B board) {
    return play_to_end(rules_.moves_, rules_.spawner_, policy, board, 0, random_, rules_.end_).score - potential(board);
  }

  const Mcts& rules_;
  const Symmetries<B>& symmetries_;
  CanonicalForm<B> root_;
  PhiloxStream random_;
  std::unordered_map<B, Position<B>, BoardHash<B>> positions_;  // by canonical board
  std::vector<Choice<B>*> path_;
};

Mcts::Mcts(const Rules& rules, const MctsOptions& options)
    : options_((require_none(problems_of(options)), options)),
      moves_((require_none(problems_of(rules)), shape_of(rules))),
      spawner_(shape_of(rules), rules.four_probability),
      end_(end_exponent(rules)),
      symmetries_(Symmetries<Board>(shape_of(rules)), Symmetries<WideBoard>(shape_of(rules))) {}

template <AnyBoard B>
MctsResult Mcts::play_tree(B board, std::int64_t games, PhiloxStream random, const std::stop_token& stop) const {
  if constexpr (std::same_as<B, Board>) {
    if (may_outgrow(board)) return play_tree(widened(board), games, random, stop);
  }
  Tree<B> tree(*this, board, random);
  for (; games > 0 && tree.has_moves() && !stop.stop_requested(); --games) tree.play();
  return tree.result();
}

template MctsResult Mcts::play_tree(Board, std::int64_t, PhiloxStream, const std::stop_token&) const;
template MctsResult Mcts::play_tree(WideBoard, std::int64_t, PhiloxStream, const std::stop_token&) const;

}  // namespace aleator::g2048
