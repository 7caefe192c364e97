// How many states a text may announce.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "core/mdp/formats/text_scanner.hpp"
#include "core/mdp/model.hpp"

namespace aleator {

/// States need no text of their own, but memory: a file may have a million, and beyond that as many as it has bytes.
/// @throws ModelTextError for none, for more than a State can count, and for more than the file can mean
inline void check_num_states(std::int64_t states, std::size_t bytes, std::int64_t line) {
  constexpr std::int64_t free_states = 1'000'000;
  if (states == 0) throw ModelTextError(line, "a process has at least one state");
  if (states > std::numeric_limits<State>::max()) {
    throw ModelTextError(line, text(states, " states: the most is ", std::numeric_limits<State>::max()));
  }
  if (states > std::max(free_states, static_cast<std::int64_t>(bytes))) {
    throw ModelTextError(line, text(states, " states in a file of ", bytes, " bytes"));
  }
}

}  // namespace aleator
