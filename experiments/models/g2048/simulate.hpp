// [simulate] of kind = "g2048": games played by any policy.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "experiments/run/kind.hpp"

namespace aleator::g2048 {

enum class Player : std::uint8_t { random, greedy, corner, optimal, expectimax, mcts };

/// [simulate]
struct SimulateKeys {
  Player policy = Player::random;
  std::int64_t games = 10'000;
  std::vector<double> quantiles = {0.05, 0.25, 0.5, 0.75, 0.95};
  std::int64_t score_bin = 100;
  std::int64_t move_bin = 10;
  bool record_game = false;
  std::optional<std::int64_t> block_games;
};

Task simulate_task();

}  // namespace aleator::g2048
