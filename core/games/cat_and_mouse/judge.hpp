// What policies of one side are worth: how optimisers compare them, and how far they are from the exact answer.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/games/cat_and_mouse/chase.hpp"
#include "core/games/cat_and_mouse/local_policy.hpp"
#include "core/games/cat_and_mouse/random_games.hpp"
#include "core/games/cat_and_mouse/weighted_policy.hpp"
#include "core/local_search/candidates.hpp"

namespace aleator::cat_and_mouse {

enum class Opponent : std::uint8_t {
  best_response,  // the best reply to the very candidate
  optimal,        // the best moves of the exact table, always the same ones
  random,         // moves at random
  careful         // a mouse that moves at random where it is safe
};

struct JudgeOptions {
  Side side = Side::cat;
  Opponent opponent = Opponent::best_response;
  bool all_starts = false;  // from every pair of cells, not only from the start; not against those that move at random
  std::int64_t games = 1'000;  // against those
  std::int64_t moves_to_escape = 0;
  Order order{{Criterion::win, Criterion::distance, Criterion::plies}};
};

/// Scores policies, as the optimisers want it.
class Judge {
 public:
  using Score = Outcome;

  /// @param exact   for Opponent::optimal
  /// @param random  for those that move at random
  /// @throws std::invalid_argument as Chase and RandomGames
  Judge(const Game& game, const JudgeOptions& options, const ExactTable& exact, PhiloxStream random);

  /// Against the best reply there is no distance, and a game that ends without a capture counts as many plies as there
  /// are positions.
  Outcome judge(const PolicyTable& policy);

  bool better(const Outcome& a, const Outcome& b) const { return options_.order.better(options_.side, a, b); }
  double loss(const Outcome& outcome) const;

 private:
  const Game& game_;
  JudgeOptions options_;
  Chase chase_;
  std::vector<Pair> starts_;
  PolicyTable opponent_;
  std::optional<BestResponse> response_;
  std::unique_ptr<RandomGames> random_games_;
};

/// A full table as choices: one for each pair of different cells. Problem, MeasuredProblem, ...
class TableProblem : public local_search::ChoiceCandidates {
 public:
  using Score = Outcome;
  /// @param changes  entries that a neighbour changes
  TableProblem(const Game& game, Side side, std::int64_t changes, Judge& judge);

  const PolicyTable& table(const Candidate& x);
  Outcome score(const Candidate& x) { return judge_.judge(table(x)); }
  bool better(const Outcome& a, const Outcome& b) const { return judge_.better(a, b); }
  double loss(const Outcome& outcome) const { return judge_.loss(outcome); }

 private:
  const Board& board_;
  Side side_;
  Judge& judge_;
  std::vector<std::uint32_t> pair_;  // [entries]
  PolicyTable table_;
};

/// Weights of a WeightedPolicy.
class WeightsProblem : public local_search::NumberCandidates {
 public:
  using Score = Outcome;
  /// @param step  standard deviation of the change that makes a neighbour
  WeightsProblem(const Game& game, Side side, double step, Judge& judge)
      : NumberCandidates(WeightedPolicy::size, 1, step), policy_(game.board(), side), judge_(judge) {}

  const PolicyTable& table(const Candidate& x) { return policy_.on_board(x); }
  Outcome score(const Candidate& x) { return judge_.judge(table(x)); }
  bool better(const Outcome& a, const Outcome& b) const { return judge_.better(a, b); }
  double loss(const Outcome& outcome) const { return judge_.loss(outcome); }

 private:
  WeightedPolicy policy_;
  Judge& judge_;
};

/// The table of a LocalPolicy of the cat.
class LocalProblem : public local_search::ChoiceCandidates {
 public:
  using Score = Outcome;
  /// @param begin_far  the first candidates make the moves of the Euclidean far rule, not random ones
  LocalProblem(const Game& game, FarRule far, bool begin_far, std::int64_t changes, Judge& judge)
      : ChoiceCandidates(std::vector<std::uint8_t>(LocalPolicy::entries(far), LocalPolicy::choices(game.board())),
                         changes),
        policy_(game.board(), far),
        judge_(judge) {
    if (begin_far) begin_ = LocalPolicy::far_moves(game.board(), far);
  }

  Candidate random(PhiloxStream& random) const { return begin_.empty() ? ChoiceCandidates::random(random) : begin_; }

  const PolicyTable& table(const Candidate& x) { return policy_.on_board(x); }
  Outcome score(const Candidate& x) { return judge_.judge(table(x)); }
  bool better(const Outcome& a, const Outcome& b) const { return judge_.better(a, b); }
  double loss(const Outcome& outcome) const { return judge_.loss(outcome); }

 private:
  LocalPolicy policy_;
  Judge& judge_;
  Candidate begin_;  // empty: random
};

/// A policy measured against the exact answer.
struct Measured {
  std::int64_t positions = 0;  // pairs of different cells in which the side moves first in its turn
  std::int64_t optimal = 0;    // those in which its move is one of the best
  std::int64_t kept = 0;  // starts of the first mover from which the best opponent gets no more than the game is worth
  std::int32_t guaranteed = never;  // plies from the start against the best opponent
  std::int32_t exact = never;       // plies from the start if both play their best
  /// Plies that the policy loses from the start against the best opponent; infinite if it loses the game.
  double regret = 0;

  bool is_exact() const noexcept { return guaranteed == exact; }
};
Measured measure(const Game& game, const ExactTable& exact, Side side, const PolicyTable& policy);

}  // namespace aleator::cat_and_mouse
