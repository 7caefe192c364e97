// Games of a deterministic policy against an opponent who moves at random, many at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "core/games/cat_and_mouse/chase.hpp"
#include "core/games/cat_and_mouse/process.hpp"

namespace aleator::cat_and_mouse {

struct RandomGamesOptions {
  Side side = Side::cat;                     // that of the policy
  MouseMoves opponent = MouseMoves::random;  // random or careful (of a mouse only)
  std::int64_t games = 1'000;
  std::int64_t moves_to_escape = 0;  // of the mouse; 0: 2 (rows + cols)
};

/// All policies are judged by the same games: game g meets the same random numbers whatever the policy. All games begin
/// at the start, and go on until the capture, or until the mouse has escaped by its moves or the rules' move_limit.
class RandomGames {
 public:
  /// @throws std::invalid_argument as Chase, for options out of range, and for an optimal opponent or a careful cat
  RandomGames(const Game& game, const RandomGamesOptions& options, PhiloxStream random);

  Outcome play(const PolicyTable& policy);

 private:
  void list_choices(MouseMoves opponent);
  void draw(PhiloxStream random);
  /// A ply of all games that go on: move(pair, game) is the next pair. Returns how many still go on.
  template <class Move>
  std::size_t move_all(std::size_t going_on, std::uint64_t& distance, Move move);

  const Game& game_;
  RandomGamesOptions options_;
  std::size_t cells_;
  std::int64_t plies_;                   // of a game, at most
  std::size_t most_;                     // choices of a piece
  std::uint32_t denominator_;            // a multiple of all numbers of choices
  std::vector<std::uint16_t> distance_;  // [pairs]; 0: caught
  std::vector<std::uint32_t> choice_;    // [pairs x (1 + most)] where `pick_` begins for it, then the pair after each
  std::vector<std::uint8_t> pick_;       // [count x denominator] which of so many choices a random number means
  std::vector<std::uint16_t> random_;    // [ply of the opponent x game] below denominator
  std::vector<std::uint32_t> next_;      // [pairs] after a ply of the policy
  std::vector<std::uint32_t> pair_;      // of each game that goes on
  std::vector<std::uint32_t> number_;    // which game it is
};

}  // namespace aleator::cat_and_mouse
