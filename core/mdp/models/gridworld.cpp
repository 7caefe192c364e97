#include "core/mdp/models/gridworld.hpp"

#include "core/mdp/models/checks.hpp"

namespace aleator {

Problems problems_of(const GridworldRules& rules) {
  Problems problems;
  checks::board(problems, rules.rows, rules.cols);
  checks::reward(problems, "step_reward", rules.step_reward);
  return problems;
}

Gridworld::Gridworld(const GridworldRules& rules) : rules_(rules) {
  require_none(problems_of(rules));
}

}  // namespace aleator
