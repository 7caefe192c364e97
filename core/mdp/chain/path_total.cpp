#include "core/mdp/chain/path_total.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

#include "core/mdp/graph/predecessor_rows.hpp"
#include "core/text.hpp"

namespace aleator {

namespace {

using States = std::vector<std::uint8_t>;  // |S|: 1 in the states of a set

/// The states that can come into `set` through states where `passes` holds, those of the set among them.
template <class Passes>
States can_reach(const SparseMdp& chain, const PredecessorRows& predecessors, States set, Passes passes) {
  std::vector<State> to_do;
  for (State s = 0; s < chain.num_states(); ++s) {
    if (set[s] != 0) to_do.push_back(s);
  }
  while (!to_do.empty()) {
    const State s = to_do.back();
    to_do.pop_back();
    for (const RowIndex row : predecessors.rows_into(s)) {
      const State before = predecessors.state_of(row);
      if (set[before] != 0 || !passes(before)) continue;
      set[before] = 1;
      to_do.push_back(before);
    }
  }
  return set;
}

template <class Condition>
States states_where(State n, Condition condition) {
  States set(static_cast<std::size_t>(n));
  for (State s = 0; s < n; ++s) set[s] = condition(s) ? 1 : 0;
  return set;
}

bool is_final(const SparseMdp& chain, State s) {
  return chain.num_actions(s) == 0;
}

std::vector<Fate> fates_of_arrival(const SparseMdp& chain, const States& arrived) {
  const States may_arrive = can_reach(chain, PredecessorRows(chain), arrived, [](State) { return true; });
  std::vector<Fate> result(arrived.size());
  for (std::size_t s = 0; s < arrived.size(); ++s) {
    result[s] = arrived[s] != 0 ? Fate::ended : may_arrive[s] != 0 ? Fate::open : Fate::plus_infinity;
  }
  return result;
}

/// Where some transition's reward is above 0 (sign 1) or below (sign -1).
States states_that_pay(const SparseMdp& chain, double sign) {
  return states_where(chain.num_states(), [&](State s) {
    for (std::int64_t row = chain.action_begin[s]; row < chain.action_begin[s + 1]; ++row) {
      for (std::int64_t i = chain.row_begin[row]; i < chain.row_begin[row + 1]; ++i) {
        if (sign * added(chain, {}, row, i) > 0) return true;
      }
    }
    return false;
  });
}

std::vector<Fate> fates_of_total_reward(const SparseMdp& chain) {
  const State n = chain.num_states();
  const PredecessorRows predecessors(chain);
  const auto before = [&](States set) {
    return can_reach(chain, predecessors, std::move(set), [](State) { return true; });
  };
  const States gain = before(states_that_pay(chain, 1));
  const States loss = before(states_that_pay(chain, -1));
  const States may_end = before(states_where(n, [&](State s) { return is_final(chain, s); }));
  // Over: the process has ended, or goes on for ever without a reward.
  const States over =
      states_where(n, [&](State s) { return is_final(chain, s) || (gain[s] == 0 && loss[s] == 0 && may_end[s] == 0); });
  const States may_be_over = before(over);
  std::vector<Fate> result(over.size(), Fate::open);
  States settled = over;
  for (State s = 0; s < n; ++s) {
    if (over[s] != 0) result[s] = Fate::ended;
    // Never over, so rewards come for ever; only of one sign.
    if (may_be_over[s] == 0 && gain[s] != loss[s])
      result[s] = gain[s] != 0 ? Fate::plus_infinity : Fate::minus_infinity;
    if (result[s] != Fate::open) settled[s] = 1;
  }
  const States may_settle = before(settled);
  for (State s = 0; s < n; ++s) {
    if (may_settle[s] == 0) {
      throw std::invalid_argument(text("from state ", s, " rewards of both signs are collected for ever: the total ",
                                       "reward has no limit, or none that can be told"));
    }
  }
  return result;
}

}  // namespace

std::vector<Fate> fates(const SparseMdp& chain, const PathTotal& total) {
  if (!chain.is_chain()) throw std::invalid_argument("not a chain: a state has more than one action");
  const State n = chain.num_states();
  if (!total.target.empty()) {
    if (total.target.size() != chain.fixed_value.size()) {
      throw std::invalid_argument(text("a target of ", total.target.size(), " states for ", n, " states"));
    }
    return fates_of_arrival(chain, total.target);
  }
  if (total.counted == Counted::reward) return fates_of_total_reward(chain);
  return fates_of_arrival(chain, states_where(n, [&](State s) { return is_final(chain, s); }));
}

std::vector<std::uint8_t> may_come_to(const SparseMdp& chain, const std::vector<Fate>& fates, Fate fate) {
  // Targets with actions may lead on: there the path is over.
  States set = states_where(chain.num_states(), [&](State s) { return fates[s] == fate; });
  return can_reach(chain, PredecessorRows(chain), std::move(set), [&](State s) { return fates[s] == Fate::open; });
}

double end_value(const SparseMdp& chain, const PathTotal& total, State s) noexcept {
  return total.counted == Counted::reward && is_final(chain, s) ? chain.fixed_value[s] : 0;
}

void require_distribution(const std::vector<double>& initial, State num_states) {
  if (static_cast<State>(initial.size()) != num_states) {
    throw std::invalid_argument(text("an initial distribution of ", initial.size(), " states for ", num_states));
  }
  double sum = 0;
  for (State s = 0; s < num_states; ++s) {
    if (!(initial[s] >= 0)) throw std::invalid_argument(text("initial state ", s, " of probability ", initial[s]));
    sum += initial[s];
  }
  if (!(std::abs(sum - 1) <= 1e-9)) throw std::invalid_argument(text("the initial probabilities sum to ", sum));
}

std::vector<double> certain_state(State num_states, State s) {
  if (s < 0 || s >= num_states) throw std::invalid_argument(text("state ", s, " of ", num_states, " states"));
  std::vector<double> distribution(static_cast<std::size_t>(num_states), 0);
  distribution[s] = 1;
  return distribution;
}

}  // namespace aleator
