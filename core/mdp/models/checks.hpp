// Checks of rules that several models share.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "core/mdp/model.hpp"
#include "core/problem.hpp"
#include "core/text.hpp"

namespace aleator::checks {

inline constexpr std::int64_t most_states = std::numeric_limits<State>::max();
inline constexpr double largest_reward = 1e100;  // leaves room for sums of rewards

inline void range(Problems& problems, const char* key, std::int64_t value, std::int64_t least, std::int64_t most) {
  if (value < least || value > most) {
    problems.push_back({key, {}, text(value, " is out of range: ", least, " to ", most)});
  }
}

inline void probability(Problems& problems, const char* key, double value) {
  if (!(value >= 0 && value <= 1)) problems.push_back({key, {}, text(value, " is not a probability")});
}

inline void reward(Problems& problems, const char* key, double value) {
  if (!(std::abs(value) <= largest_reward)) {
    problems.push_back({key, {}, text(value, " is out of range: -1e100 to 1e100")});
  }
}

/// A board of rows x cols cells, each of them a state.
inline void board(Problems& problems, std::int64_t rows, std::int64_t cols) {
  const std::size_t before = problems.size();
  range(problems, "rows", rows, 1, most_states);
  range(problems, "cols", cols, 1, most_states);
  if (problems.size() == before && rows > most_states / cols) {
    problems.push_back({"rows", {}, text(rows, " x ", cols, " cells are more than ", most_states)});
  }
}

}  // namespace aleator::checks
