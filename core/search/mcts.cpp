#include "core/search/mcts.hpp"

#include "core/text.hpp"

namespace aleator {

Problems problems_of(const MctsOptions& options) {
  Problems problems;
  if (options.simulations < 1) problems.push_back({"simulations", {}, text(options.simulations, " is below 1")});
  if (!(options.exploration >= 0) || std::isinf(options.exploration)) {
    problems.push_back({"exploration", {}, text(options.exploration, " is not a number from 0 on")});
  }
  if (options.trees < 1) problems.push_back({"trees", {}, text(options.trees, " is below 1")});
  if (options.memory < 1) problems.push_back({"memory", {}, text(options.memory, " is below 1")});
  return problems;
}

std::optional<int> MctsResult::proven() const noexcept {
  int best = -1;
  bool all = !moves.empty();
  for (const OfMove& each : moves) {
    if (each.proven) best = std::max(best, *each.proven);
    all &= each.proven.has_value();
  }
  return all || best == 1 ? std::optional(best) : std::nullopt;
}

const MctsResult::OfMove& MctsResult::best() const noexcept {
  const std::optional<int> certain = proven();
  const auto rank = [&](const OfMove& each) {  // of what is known for sure
    if (certain) return each.proven.value_or(-1);
    return each.proven == -1 ? -1 : 0;
  };
  const OfMove* best = &moves.front();
  for (const OfMove& each : moves) {
    if (rank(each) != rank(*best)) {
      if (rank(each) > rank(*best)) best = &each;
    } else if (each.visits != best->visits) {
      if (each.visits > best->visits) best = &each;
    } else if (each.half_points > best->half_points) {
      best = &each;
    }
  }
  return *best;
}

void MctsResult::merge(const MctsResult& other) {
  if (moves.empty()) moves.resize(other.moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    moves[i].move = other.moves[i].move;
    moves[i].visits += other.moves[i].visits;
    moves[i].half_points += other.moves[i].half_points;
    if (other.moves[i].proven) moves[i].proven = other.moves[i].proven;
  }
  simulations += other.simulations;
  nodes += other.nodes;
  depth = std::max(depth, other.depth);
}

}  // namespace aleator
