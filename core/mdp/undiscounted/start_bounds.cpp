#include "core/mdp/undiscounted/start_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "core/mdp/graph/components.hpp"
#include "core/mdp/graph/distance_to_end.hpp"
#include "core/mdp/graph/reachability.hpp"
#include "core/mdp/undiscounted/step_weights.hpp"

namespace aleator {
namespace {

using Rows = std::vector<std::uint8_t>;

Sense who_ends(const BellmanEquation& equation) noexcept {
  return equation.mdp.is_game() ? Sense::min : equation.sense;
}

/// sign * V <= the largest sign * (value at the end) + w * the largest sign * reward, if w bounds the number of steps.
std::vector<double> from_weights(const SparseMdp& mdp, double sign, const std::vector<double>& w) {
  constexpr double margin = 8 * std::numeric_limits<double>::epsilon();  // more than is rounded below
  double end = -std::numeric_limits<double>::infinity();
  double step = 0;
  for (State s = 0; s < mdp.num_states(); ++s) {
    if (mdp.num_actions(s) == 0) end = std::max(end, sign * mdp.fixed_value[s]);
  }
  for (const double reward : mdp.reward) step = std::max(step, sign * reward);
  std::vector<double> bound(mdp.fixed_value);
  for (State s = 0; s < mdp.num_states(); ++s) {
    if (mdp.num_actions(s) == 0) continue;
    const double most = step * w[s];
    bound[s] = sign * (end + most + margin * (std::abs(end) + most));
  }
  return bound;
}

/// Weights that bound the number of steps outside of end components, in which nothing is gained.
std::optional<std::vector<double>> steps_outside_end_components(const SparseMdp& mdp, Effort& effort) {
  SparseMdp counted = mdp;
  counted.owner.clear();
  std::fill(counted.fixed_value.begin(), counted.fixed_value.end(), 0);
  std::fill(counted.reward.begin(), counted.reward.end(), 1);
  {
    const PredecessorRows predecessors(mdp);
    const EndComponents ends = maximal_end_components(mdp, Rows(mdp.reward.size(), 1), predecessors);
    for (State s = 0; s < mdp.num_states(); ++s) {
      for (std::int64_t row = mdp.action_begin[s]; row < mdp.action_begin[s + 1]; ++row) {
        const State c = ends.component[s];
        if (c >= 0 && stays_inside(mdp, row, ends.component, c)) counted.reward[row] = 0;
      }
    }
  }
  const Reduction reduction = reduce(counted, {ObjectiveKind::total_reward, Sense::max});
  auto w = step_weights(reduction.mdp, Rows(reduction.mdp.reward.size(), 1), effort);
  if (!w) return std::nullopt;
  return original_values(reduction, *w);
}

/// Marks the action of each state that most probably comes nearer to an end. From every state some action may come
/// nearer, so these surely come to the end, and as a rule soon, where just any ending policy may wander for very long.
/// @pre an end can be reached from every state, and one player moves
Rows nearing_rows(const SparseMdp& mdp, const PredecessorRows& predecessors) {
  const std::vector<State> distance = distances_to_end(mdp, predecessors);
  Rows rows(mdp.reward.size(), 0);
  for (State s = 0; s < mdp.num_states(); ++s) {
    if (mdp.num_actions(s) == 0) continue;
    std::int64_t best = mdp.action_begin[s];
    double best_probability = 0;
    for (std::int64_t row = best; row < mdp.action_begin[s + 1]; ++row) {
      double probability = 0;
      for (std::int64_t i = mdp.row_begin[row]; i < mdp.row_begin[row + 1]; ++i) {
        if (distance[mdp.next_state[i]] < distance[s]) probability += mdp.probability[i];
      }
      if (probability > best_probability) {
        best_probability = probability;
        best = row;
      }
    }
    rows[best] = 1;
  }
  return rows;
}

}  // namespace

std::vector<std::uint8_t> ending_rows(const BellmanEquation& equation) {
  const SparseMdp& mdp = equation.mdp;
  std::vector<std::uint8_t> ends(mdp.fixed_value.size());
  for (State s = 0; s < mdp.num_states(); ++s) ends[s] = mdp.num_actions(s) == 0;
  const PredecessorRows predecessors(mdp);
  const Reachability reach = reachability(equation, who_ends(equation), ends, predecessors);
  const auto surely = [](Chance chance) { return chance == Chance::one; };
  if (!mdp.is_game() && std::all_of(reach.chance.begin(), reach.chance.end(), surely)) {
    return nearing_rows(mdp, predecessors);
  }
  Rows rows(mdp.reward.size(), 1);
  for (State s = 0; s < mdp.num_states(); ++s) {
    if (equation.sense_of(s) != who_ends(equation)) continue;
    for (Action a = 0; a < mdp.num_actions(s); ++a) rows[mdp.action_begin[s] + a] = a == reach.choice[s];
  }
  return rows;
}

std::optional<std::vector<double>> bound_of_ending_policy(const BellmanEquation& equation, Effort& effort) {
  const auto w = step_weights(equation.mdp, ending_rows(equation), effort);
  if (!w) return std::nullopt;
  return from_weights(equation.mdp, who_ends(equation) == Sense::min ? 1 : -1, *w);
}

std::optional<Bounds> start_bounds(const BellmanEquation& equation, bool probabilities, Effort& effort) {
  const SparseMdp& mdp = equation.mdp;
  if (probabilities) {
    Bounds bounds{mdp.fixed_value, mdp.fixed_value};
    for (State s = 0; s < mdp.num_states(); ++s) {
      if (mdp.num_actions(s) > 0) bounds.upper[s] = 1;
    }
    return bounds;
  }
  auto loss = bound_of_ending_policy(equation, effort);
  if (!loss) return std::nullopt;
  const double gain_sign = who_ends(equation) == Sense::min ? -1 : 1;
  std::optional<std::vector<double>> w(std::in_place, mdp.fixed_value.size(), 0.0);
  if (std::any_of(mdp.reward.begin(), mdp.reward.end(), [&](double r) { return gain_sign * r > 0; })) {
    w = steps_outside_end_components(mdp, effort);
    if (!w) return std::nullopt;
  }
  std::vector<double> gain = from_weights(mdp, gain_sign, *w);
  if (gain_sign < 0) return Bounds{std::move(gain), std::move(*loss)};
  return Bounds{std::move(*loss), std::move(gain)};
}

}  // namespace aleator
