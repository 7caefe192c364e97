// The average reward a step in the long run, of chains and decision processes with any number of recurrent classes.
#pragma once

#include "core/mdp/methods/method.hpp"
#include "core/mdp/sparse_mdp.hpp"
#include "core/mdp/undiscounted/certified.hpp"

namespace aleator {

struct AverageReward {
  Sense sense = Sense::max;
  double tolerance = 1e-9;  // absolute, over all states, in the units of the reward
  double aperiodicity =
      0.9;  // tau in (0, 1]: each step is made with this probability; 1 is not enough for periodic ones
};

/// Within a maximal end component every state has the same best gain: relative value iteration V <- V + tau (TV - V)
/// encloses it, as min (TV - V) <= gain <= max (TV - V) for every V. Which component to come to is then a least
/// reach-reward (the loss of its gain, received on deciding to stay), solved by `method` and proved.
///
/// lower and upper are proved; the rows count as if they were scaled to a sum of 1, and for that and for rounding the
/// bounds are widened. A state without actions has the gain 0, whatever it is worth at the end. One sweep is one over
/// all components that are not yet close enough; its residual is the largest half distance of their bounds.
///
/// Status: converged (error_bound <= tolerance), precision_limit, max_sweeps, stopped, not_certified with the reason.
/// The policy is stationary and best within the bounds: its gain is at least `lower` (at most `upper` where the least
/// is sought), as far as the reach problem was solved.
/// @throws std::invalid_argument for a game (in the end components of a game the players' best gains differ between
/// states, so that nothing above holds), a tolerance not above 0, an aperiodicity outside (0, 1], what `method`
/// refuses. Source: Puterman (1994), sections 8.5.3 to 8.5.5; Ashok, Chatterjee, Daca, Kretinsky and Meggendorf, Value
/// iteration for long-run average reward in Markov decision processes, CAV 2017.
UndiscountedSolution average_reward(const SparseMdp& mdp, const AverageReward& options, const Method& method,
                                    Effort& effort);

}  // namespace aleator
