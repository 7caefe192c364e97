#include "core/games/turn_counts.hpp"

#include <cstddef>

namespace aleator {

void TurnCounts::add(std::int64_t turns) {
  const auto i = static_cast<std::size_t>(turns);
  if (i >= finished.size()) finished.resize(i + 1, 0);
  ++finished[i];
}

void TurnCounts::merge(const TurnCounts& other) {
  if (finished.size() < other.finished.size()) finished.resize(other.finished.size(), 0);
  for (std::size_t turns = 0; turns < other.finished.size(); ++turns) finished[turns] += other.finished[turns];
  cut += other.cut;
}

}  // namespace aleator
