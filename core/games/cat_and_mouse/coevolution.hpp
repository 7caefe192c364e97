// Co-evolution: two tables play each other, and whoever loses looks for a change that does better.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "core/games/cat_and_mouse/chase.hpp"

namespace aleator::cat_and_mouse {

struct CoevolutionOptions {
  std::int64_t rounds = 100'000;
  std::int64_t changes = 10;      // candidates of a round, at most
  std::int64_t entries = 1;       // of the table that a candidate changes
  bool accept_equal = true;       // candidates that do as well replace the table
  std::int64_t hall_of_fame = 1;  // opponents whose games count: the current one and the last that were beaten
  std::int64_t patience = 0;      // rounds without an improvement after which it stops; 0: it does not
  Order order{{Criterion::win, Criterion::distance, Criterion::plies}};
  bool play_every_candidate = false;  // also those that cannot change the games: slower, with the same results
};

/// The game of both current tables after a round.
struct RoundResult {
  Side winner = Side::cat;
  std::int32_t plies = 0;
  float distance = 0;  // mean over the plies
};

struct CoevolutionResult {
  PolicyTable cat, mouse;
  Outcome game;  // of the last tables
  std::int64_t rounds = 0;
  std::int64_t candidates = 0;
  std::int64_t played = 0;                 // candidates whose games were played
  std::int64_t improvements = 0;           // candidates that were better
  std::vector<std::int64_t> lead_changes;  // the rounds in which the winner changed
  std::vector<RoundResult> history;        // [rounds] if it is kept
};

/// Both begin with random tables. In a round whoever has lost the game of the current tables tries up to
/// options.changes candidates. A candidate is the table with `entries` entries of pairs of different cells set to a
/// legal move, all drawn; it is judged by its games against the last `hall_of_fame` opponents, and replaces the table
/// if it is better, or as good if accept_equal. The round ends early when the table wins against the current opponent;
/// then the lead has changed, and the other side is next. A side's opponents are the current one and, before it, those
/// that it took the lead from.
///
/// A game is the same if it never comes to the pairs that a candidate changes: then the candidate is as good, and need
/// not be played.
/// @throws std::invalid_argument as Chase; for rounds or patience below 0, other counts below 1
CoevolutionResult coevolve(const Game& game, const CoevolutionOptions& options, PhiloxStream random,
                           bool keep_history = false, const std::stop_token& stop = {});

}  // namespace aleator::cat_and_mouse
