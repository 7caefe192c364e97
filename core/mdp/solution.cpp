#include "core/mdp/solution.hpp"

#include <algorithm>
#include <cmath>

#include "core/mdp/bellman.hpp"

namespace aleator {

ActionValues action_values(const SparseMdp& mdp, double discount, const Solution& solution) {
  ActionValues result;
  result.q.resize(mdp.reward.size());
  result.optimal.assign(mdp.reward.size(), 0);
  result.policy.assign(mdp.fixed_value.size(), -1);
  for (State s = 0; s < mdp.num_states(); ++s) {
    const std::int64_t begin = mdp.action_begin[s];
    const std::int64_t end = mdp.action_begin[s + 1];
    if (begin == end) continue;
    for (std::int64_t row = begin; row < end; ++row) result.q[row] = row_value(mdp, discount, row, solution.value);
    const double best = *std::max_element(result.q.begin() + begin, result.q.begin() + end);
    const double slack = 2 * discount * solution.error_bound + 1e-12 * std::max(1.0, std::abs(best));
    for (std::int64_t row = end; row-- > begin;) {
      if (best - result.q[row] > slack) continue;
      result.optimal[row] = 1;
      result.policy[s] = static_cast<Action>(row - begin);
    }
  }
  return result;
}

}  // namespace aleator
