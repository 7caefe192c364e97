#include "core/games/nim/evaluation.hpp"

#include "core/text.hpp"

namespace aleator::nim {
namespace {

constexpr std::int64_t most_heaps = 64;
constexpr std::int64_t most = largest_evaluation / most_heaps;

}  // namespace

Problems problems_of(const std::vector<std::int64_t>& weights) {
  Problems problems;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] >= -most && weights[i] <= most) continue;
    problems.push_back({"weights", i, text(weights[i], " is out of range: ", -most, " to ", most)});
  }
  return problems;
}

}  // namespace aleator::nim
