#include "experiments/model_files/listed_once.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/text.hpp"

namespace aleator {
namespace {

/// The transitions of one row as (next state, reward), sorted.
using Outcomes = std::vector<std::pair<State, double>>;

void read_row(const SparseMdp& mdp, std::int64_t row, Outcomes& outcomes) {
  outcomes.clear();
  for (std::int64_t i = mdp.row_begin[row]; i < mdp.row_begin[row + 1]; ++i) {
    outcomes.emplace_back(mdp.next_state[i], mdp.transition_reward.empty() ? 0 : mdp.transition_reward[i]);
  }
  if (!std::is_sorted(outcomes.begin(), outcomes.end())) std::sort(outcomes.begin(), outcomes.end());
}

}  // namespace

void check_listed_once(const SparseMdp& mdp) {
  Outcomes outcomes;
  for (State s = 0; s < mdp.num_states(); ++s) {
    for (std::int64_t row = mdp.action_begin[s]; row < mdp.action_begin[s + 1]; ++row) {
      read_row(mdp, row, outcomes);
      const auto twice = std::adjacent_find(outcomes.begin(), outcomes.end());
      if (twice == outcomes.end()) continue;
      throw std::invalid_argument(
          text("state ", s, ", action ", row - mdp.action_begin[s], ": next state ", twice->first, " is listed twice"));
    }
  }
}

}  // namespace aleator
