#include "core/games/race/policies.hpp"

#include <utility>

#include "core/mdp/methods/policy_iteration.hpp"
#include "core/mdp/undiscounted/certified.hpp"

namespace aleator {

SoloPlay solo_play(const Chutes& board) {
  Objective objective{ObjectiveKind::expected_steps, Sense::min, 1, {}};
  objective.target.assign(static_cast<std::size_t>(board.num_states()), 0);
  objective.target.back() = 1;
  constexpr double tolerance = 1e-9;
  const auto exact = [](const BellmanEquation& equation, double target, std::vector<double>& value, Effort& effort) {
    return policy_iteration(equation, {}, target, value, effort);
  };
  Effort effort;
  UndiscountedSolution found = solve_undiscounted(build_sparse(board), objective, tolerance, exact, effort);
  return {std::move(found.policy), std::move(found.solution.value)};
}

TurnPolicy by_own_tile(const ChutesRace& game, const std::vector<Action>& by_tile) {
  TurnPolicy policy(static_cast<std::size_t>(game.num_states()), any_action);
  for (State s = 0; s < game.won(); ++s) policy[s] = by_tile[game.place(s).own];
  return policy;
}

}  // namespace aleator
