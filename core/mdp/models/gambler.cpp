#include "core/mdp/models/gambler.hpp"

#include "core/mdp/models/checks.hpp"

namespace aleator {

Problems problems_of(const GamblerRules& rules) {
  Problems problems;
  checks::probability(problems, "p_heads", rules.p_heads);
  checks::range(problems, "goal", rules.goal, 1, checks::most_states - 1);
  return problems;
}

Gambler::Gambler(const GamblerRules& rules) : rules_(rules) {
  require_none(problems_of(rules));
}

}  // namespace aleator
