#include "core/games/race_to/evaluation.hpp"

#include "core/text.hpp"

namespace aleator::race_to {

Problems problems_of(const std::vector<std::int64_t>& weights) {
  Problems problems;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] >= -largest_evaluation && weights[i] <= largest_evaluation) continue;
    problems.push_back(
        {"weights", i, text(weights[i], " is out of range: ", -largest_evaluation, " to ", largest_evaluation)});
  }
  return problems;
}

}  // namespace aleator::race_to
