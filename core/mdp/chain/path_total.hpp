// What is added up along the paths of a chain, and how paths end.
#pragma once

#include <cstdint>
#include <vector>

#include "core/mdp/sparse_mdp.hpp"

namespace aleator {

enum class Counted : std::uint8_t { steps, reward };

/// The total over a path from its start until it comes to a target state or, without targets, to a state without
/// actions.
///
/// steps: 1 for every step; +infinity if the path never gets there.
/// reward with targets: the rewards until then and the fixed value of a target without actions; +infinity for a path
/// that never gets there.
/// reward without targets: the rewards for ever and the fixed value at the end; +-infinity for a path that collects
/// rewards of one sign for ever, finite if it ends or collects only rewards of 0 from some time on.
struct PathTotal {
  Counted counted = Counted::reward;
  std::vector<std::uint8_t> target = {};  // |S|: 1 in a target state; or empty
};

/// What becomes of the total of a path that is in a state.
enum class Fate : std::uint8_t {
  open,           // not known yet; it will almost surely come to one of the others
  ended,          // nothing is added any more but end_value
  plus_infinity,  // it is +infinity
  minus_infinity
};

/// Every state's fate.
/// @throws std::invalid_argument if `chain` has a state with two actions, `target` is not empty and not |S| long, or a
/// path may collect rewards of both signs for ever: such a total has no limit, or none that this can tell.
std::vector<Fate> fates(const SparseMdp& chain, const PathTotal& total);

/// |S|: 1 in the states from which a path comes to `fate` with a probability above 0.
std::vector<std::uint8_t> may_come_to(const SparseMdp& chain, const std::vector<Fate>& fates, Fate fate);

/// What is added when a path ends in state s.
double end_value(const SparseMdp& chain, const PathTotal& total, State s) noexcept;

/// What transition i of a row adds.
inline double added(const SparseMdp& chain, const PathTotal& total, std::int64_t row, std::int64_t i) noexcept {
  if (total.counted == Counted::steps) return 1;
  return chain.transition_reward.empty() ? chain.reward[row] : chain.transition_reward[i];
}

/// @throws std::invalid_argument if `initial` is not |S| probabilities that sum to 1 within 1e-9.
void require_distribution(const std::vector<double>& initial, State num_states);

/// The distribution that is in state s with certainty.
/// @throws std::invalid_argument if there is no such state.
std::vector<double> certain_state(State num_states, State s);

}  // namespace aleator
