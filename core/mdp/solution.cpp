#include "core/mdp/solution.hpp"

#include <algorithm>
#include <cmath>

namespace aleator {

ActionValues action_values(const BellmanEquation& equation, const std::vector<double>& value, double error_bound) {
  const auto& [mdp, discount, sense] = equation;
  ActionValues result;
  result.q.resize(mdp.reward.size());
  result.optimal.assign(mdp.reward.size(), 0);
  result.policy.assign(mdp.fixed_value.size(), -1);
  for (State s = 0; s < mdp.num_states(); ++s) {
    const std::int64_t begin = mdp.action_begin[s];
    const std::int64_t end = mdp.action_begin[s + 1];
    if (begin == end) continue;
    for (std::int64_t row = begin; row < end; ++row) result.q[row] = row_value(mdp, discount, row, value);
    const auto q = result.q.begin();
    const double best = equation.sense_of(s) == Sense::max ? *std::max_element(q + begin, q + end)
                                                           : *std::min_element(q + begin, q + end);
    const double slack = 2 * discount * error_bound + 1e-12 * std::max(1.0, std::abs(best));
    for (std::int64_t row = end; row-- > begin;) {
      if (std::abs(best - result.q[row]) > slack) continue;
      result.optimal[row] = 1;
      result.policy[s] = static_cast<Action>(row - begin);
    }
  }
  return result;
}

}  // namespace aleator
