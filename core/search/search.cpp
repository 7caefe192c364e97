#include "core/search/search.hpp"

#include "core/text.hpp"

namespace aleator {

Problems problems_of(const SearchOptions& options) {
  Problems problems;
  const auto not_below = [&](const char* key, std::int64_t value, std::int64_t least) {
    if (value < least) problems.push_back({key, {}, text(value, " is below ", least)});
  };
  not_below("depth", options.depth, 0);
  not_below("node_limit", options.node_limit, 0);
  not_below("memory", options.memory, 1);
  constexpr std::int64_t most_mebibytes = 1 << 24;
  if (options.table_mebibytes < 0 || options.table_mebibytes > most_mebibytes) {
    problems.push_back(
        {"table_mebibytes", {}, text(options.table_mebibytes, " is out of range: 0 to ", most_mebibytes)});
  }
  return problems;
}

void SearchCounts::merge(const SearchCounts& other) noexcept {
  nodes += other.nodes;
  table_hits += other.table_hits;
  cutoffs += other.cutoffs;
  depth = std::max(depth, other.depth);
}

}  // namespace aleator
