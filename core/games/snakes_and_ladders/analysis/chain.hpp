// The chain of rolls of a game of snakes and ladders, prepared for all that is asked of it.
#pragma once

#include <vector>

#include "core/games/snakes_and_ladders/analysis/expected.hpp"
#include "core/games/snakes_and_ladders/game.hpp"

namespace aleator {

class SnakesChain {
 public:
  /// @param game  must outlive it
  explicit SnakesChain(const SnakesAndLadders& game);

  const SnakesAndLadders& game() const noexcept { return game_; }
  const SnakesMoves& moves() const noexcept { return game_.moves(); }
  const SnakesDice<double>& dice() const noexcept { return game_.dice(); }

  const Elimination<double>& rolls() const noexcept { return rolls_; }

  /// By cell: the expected turns until the end, infinite where it may never come.
  const std::vector<double>& expected_turns() const noexcept { return expected_turns_; }
  /// By cell: the expected rolls.
  std::vector<double> expected_rolls() const;

 private:
  std::vector<double> known(std::vector<double> values) const;

  const SnakesAndLadders& game_;
  Elimination<double> rolls_;
  std::vector<double> expected_turns_;
};

}  // namespace aleator
