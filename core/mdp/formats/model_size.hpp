// How many states, and values of their variables, a text may announce.
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

/// A variable of all states needs a name, but its values much memory: a million of them, and beyond that half as many
/// as the text has bytes, for each has a comma or bracket behind it.
/// @throws ModelTextError for more
inline void check_num_values(std::int64_t values, std::size_t bytes, std::int64_t line) {
  constexpr std::int64_t free_values = 1'000'000;
  if (values <= std::max(free_values, static_cast<std::int64_t>(bytes / 2))) return;
  throw ModelTextError(line, text(values, " values of variables in a file of ", bytes, " bytes"));
}

}  // namespace aleator
