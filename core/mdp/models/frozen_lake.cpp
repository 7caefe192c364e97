#include "core/mdp/models/frozen_lake.hpp"

#include <algorithm>

#include "core/mdp/models/checks.hpp"

namespace aleator {

Problems problems_of(const FrozenLakeRules& rules) {
  Problems problems;
  if (rules.map.empty() || rules.map.front().empty()) return {{"map", {}, "is empty"}};
  const std::size_t columns = rules.map.front().size();
  std::int64_t starts = 0;
  for (std::size_t row = 0; row < rules.map.size(); ++row) {
    const std::string& line = rules.map[row];
    starts += std::count(line.begin(), line.end(), 'S');
    if (const auto at = line.find_first_not_of("SFHG"); at != line.npos) {
      problems.push_back({"map", row, text("\"", line.substr(at, 1), "\" is none of S, F, H, G")});
    }
    if (line.size() != columns) {
      problems.push_back({"map", row, text("is ", line.size(), " cells wide, and the first row ", columns)});
    }
  }
  if (starts != 1) problems.push_back({"map", {}, text("has ", starts, " cells S, and needs one")});
  const auto cells = static_cast<std::int64_t>(rules.map.size() * columns);
  if (cells > checks::most_states) problems.push_back({"map", {}, text(cells, " cells are too many")});
  return problems;
}

FrozenLake::FrozenLake(const FrozenLakeRules& rules) : slippery_(rules.slippery) {
  require_none(problems_of(rules));
  for (const std::string& line : rules.map) cells_ += line;
  columns_ = static_cast<State>(rules.map.front().size());
}

}  // namespace aleator
