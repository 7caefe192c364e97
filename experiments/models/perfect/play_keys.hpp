// [play] of games of perfect information: who plays whom.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/search/match.hpp"
#include "core/search/player.hpp"
#include "experiments/config/config.hpp"

namespace aleator::perfect {

enum class PlayerName : std::uint8_t { search, random, greedy, epsilon_optimal, heuristic };

struct PlayKeys : MatchOptions {
  PlayerName player = PlayerName::epsilon_optimal;
  PlayerName opponent = PlayerName::random;
  double epsilon = 0;
  double opponent_epsilon = 0;
  Ties ties = Ties::uniform;
  Ties opponent_ties = Ties::uniform;
  std::vector<std::int64_t> weights;
  std::optional<std::string> opponent_method;
  std::optional<std::int64_t> opponent_depth;
  std::optional<std::int64_t> opponent_simulations;
  std::optional<std::string> position;
  bool errors = true;
  std::int64_t listed_errors = 100;
  std::int64_t exact_positions = 1'000'000;
};

SectionSpec play_section();

/// What is wrong with the keys by themselves.
Problems problems_of(const PlayKeys& keys);

}  // namespace aleator::perfect
