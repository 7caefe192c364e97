#include "core/games/line_evaluation.hpp"

#include <utility>

#include "core/text.hpp"

namespace aleator {
namespace {

std::size_t length_of(const std::vector<std::uint64_t>& lines) {
  return lines.empty() ? 0 : static_cast<std::size_t>(std::popcount(lines.front()));
}

}  // namespace

Problems problems_of(const LineWeights& weights, std::size_t lines, std::size_t length) {
  Problems problems;
  if (lines > 0 && weights.size() + 1 != length) {
    problems.push_back({"weights",
                        {},
                        text("needs a weight for each of 1 to ", length - 1, " stones of a line of ", length,
                             ", and has ", weights.size())});
  }
  const std::int64_t most = largest_evaluation / static_cast<std::int64_t>(lines + 1);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] >= -most && weights[i] <= most) continue;
    problems.push_back({"weights", i, text(weights[i], " is out of range: ", -most, " to ", most)});
  }
  return problems;
}

LineEvaluation::LineEvaluation(std::vector<std::uint64_t> lines, const LineWeights& weights)
    : lines_(std::move(lines)), weights_(length_of(lines_) + 1) {
  require_none(problems_of(weights, lines_.size(), length_of(lines_)));
  for (std::size_t i = 0; i < weights.size() && !lines_.empty(); ++i) weights_[i + 1] = static_cast<Score>(weights[i]);
}

}  // namespace aleator
