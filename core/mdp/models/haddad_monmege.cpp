#include "core/mdp/models/haddad_monmege.hpp"

#include "core/mdp/models/checks.hpp"

namespace aleator {

Problems problems_of(const HaddadMonmegeRules& rules) {
  Problems problems;
  checks::range(problems, "n", rules.n, 1, (checks::most_states - 1) / 2);
  checks::probability(problems, "p", rules.p);
  return problems;
}

HaddadMonmege::HaddadMonmege(const HaddadMonmegeRules& rules) : rules_(rules) {
  require_none(problems_of(rules));
}

}  // namespace aleator
