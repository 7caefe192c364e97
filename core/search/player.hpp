// Players of games of perfect information: how they choose among the moves of a position.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/random/philox_stream.hpp"
#include "core/search/game.hpp"
#include "core/search/outlook.hpp"
#include "core/search/score.hpp"
#include "core/text.hpp"

namespace aleator {

struct MoveProbability {
  Move move = no_move;
  double probability = 0;
};

/// What perfect play brings in any position of a game.
template <TwoPlayerGame G>
using Oracle = std::function<Outlook(const typename G::Position&)>;

/// One player; not shared between threads. Positions given are not over.
template <TwoPlayerGame G>
class Player {
 public:
  using Position = typename G::Position;

  virtual ~Player() = default;

  virtual Move choose(const Position& position, PhiloxStream& random) = 0;

  /// The moves that choose() makes with their probabilities; nothing if that is not known.
  virtual std::optional<std::vector<MoveProbability>> probabilities(const Position& position) = 0;
};

/// The moves that a player likes best in a position, one or more.
template <TwoPlayerGame G>
using Favourites = std::function<std::vector<Move>(const typename G::Position&)>;

/// With probability epsilon any legal move, else one of the favourites; all of them equally likely. What it likes is
/// looked up once a position.
template <TwoPlayerGame G>
class ChoosingPlayer final : public Player<G> {
 public:
  using Position = typename G::Position;

  /// @param game  must outlive this
  /// @throws std::invalid_argument if epsilon is no probability
  ChoosingPlayer(const G& game, Favourites<G> favourites, double epsilon = 0)
      : game_(game), favourites_(std::move(favourites)), epsilon_(epsilon) {
    if (!(epsilon >= 0 && epsilon <= 1)) throw std::invalid_argument(text("epsilon ", epsilon, " is no probability"));
  }

  /// Draws the same number of words whatever it likes, so that players who differ a little play much the same games.
  Move choose(const Position& position, PhiloxStream& random) override {
    constexpr double unit = 0x1p-53;
    const bool errs = static_cast<double>(random() >> 11) * unit < epsilon_;
    const Choices& choices = choices_of(position);
    const std::vector<Move>& moves = errs ? choices.legal : choices.favourites;
    return moves[uniform_below(random, moves.size())];
  }

  std::optional<std::vector<MoveProbability>> probabilities(const Position& position) override {
    const Choices& choices = choices_of(position);
    std::map<Move, double> by_move;
    for (const Move move : choices.legal) by_move[move] += epsilon_ / static_cast<double>(choices.legal.size());
    for (const Move move : choices.favourites) {
      by_move[move] += (1 - epsilon_) / static_cast<double>(choices.favourites.size());
    }
    std::vector<MoveProbability> all;
    for (const auto& [move, probability] : by_move) {
      if (probability > 0) all.push_back({move, probability});
    }
    return all;
  }

 private:
  struct Choices {
    std::vector<Move> legal, favourites;
  };
  static constexpr std::size_t most_moves_known = 1 << 22;

  const Choices& choices_of(const Position& position) {
    const auto key = game_.key(position);
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second;
    Choices choices{legal_moves(game_, position), favourites_(position)};
    num_moves_ += choices.legal.size() + choices.favourites.size();
    if (num_moves_ > most_moves_known) {
      known_.clear();
      num_moves_ = choices.legal.size() + choices.favourites.size();
    }
    return known_.emplace(key, std::move(choices)).first->second;
  }

  const G& game_;
  Favourites<G> favourites_;
  double epsilon_;
  std::map<typename G::Key, Choices> known_;
  std::size_t num_moves_ = 0;  // in it
};

/// The moves of the largest worth(position, move).
template <TwoPlayerGame G, class Worth>
Favourites<G> largest(const G& game, Worth worth) {
  return [&game, worth](const typename G::Position& position) {
    std::vector<Move> best;
    std::optional<std::int64_t> of_best;
    for (const Move move : legal_moves(game, position)) {
      const std::int64_t each = worth(position, move);
      if (of_best && each < *of_best) continue;
      if (of_best && each > *of_best) best.clear();
      of_best = each;
      best.push_back(move);
    }
    return best;
  };
}

/// All moves.
template <TwoPlayerGame G>
Favourites<G> any_legal_move(const G& game) {
  return [&game](const typename G::Position& position) { return legal_moves(game, position); };
}

/// Those that G::preference likes: in a race the most.
template <TwoPlayerGame G>
Favourites<G> preferred_moves(const G& game) {
  return largest(game, [&game](const auto& position, Move move) { return game.preference(position, move); });
}

/// Those that win at once, or else those after which the position is evaluated best, a lost one worst of all.
template <TwoPlayerGame G, class Evaluation>
Favourites<G> greedy_moves(const G& game, Evaluation evaluation) {
  return largest(game, [&game, evaluation](const auto& position, Move move) -> std::int64_t {
    const auto next = game.after(position, move);
    const auto result = game.result(next);
    return -(result ? score_of_result(*result) : evaluation(next));
  });
}

/// Which of several moves of the best value a perfect player makes.
enum class Ties : std::uint8_t { uniform, first, distance };

/// The best moves by value alone, and hence all moves of a lost position; of these all, the first, or those that win
/// soonest or lose latest.
template <TwoPlayerGame G>
Favourites<G> optimal_moves(const G& game, Oracle<G> oracle, Ties ties) {
  auto best = largest(game, [&game, oracle, ties](const auto& position, Move move) -> std::int64_t {
    const Outlook outlook = before(oracle(game.after(position, move)));
    return ties == Ties::distance ? score_of(outlook, true) : outlook.value;
  });
  if (ties != Ties::first) return best;
  return [best](const typename G::Position& position) { return std::vector<Move>{best(position).front()}; };
}

}  // namespace aleator
