// Undiscounted objectives as a smaller process whose Bellman equation has one solution.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "core/mdp/graph/predecessor_rows.hpp"
#include "core/mdp/objective.hpp"
#include "core/mdp/sparse_mdp.hpp"

namespace aleator {

/// What policies of the reduced process may never come to a state without actions.
enum class Improper : std::uint8_t {
  none,      // none: there are no end components
  infinite,  // some, but each of them is worth +infinity where the least is sought, -infinity where the largest is
  game       // some, in a game, in which end components cannot be taken out beforehand
};

/// In the reduced process states whose value a graph search tells are gone or have no actions; states that can be
/// gone round at no cost are one. The objective is its total reward. States with actions come first.
struct Reduction {
  static constexpr State positive_infinity = -1;
  static constexpr State negative_infinity = -2;
  static constexpr RowIndex stay = std::numeric_limits<RowIndex>::max();

  SparseMdp mdp;
  Sense sense = Sense::max;
  Improper improper = Improper::none;
  State num_unknown = 0;               // reduced states with actions
  std::vector<State> reduced_state;    // |S|: the state with the same value, or one of the infinities
  std::vector<RowIndex> original_row;  // of each reduced row; `stay`: for ever among the states that are one here
  std::vector<Action> policy;          // |S|: best in the states whose value is known, -1 in states without actions
  std::string doubt;                   // why nothing can be proved (then all else is empty), or empty
};

/// The reward that the objective sees in one step of the row.
double step_reward(const SparseMdp& mdp, const Objective& objective, std::int64_t row) noexcept;

/// Target states end the play. With reach_reward and expected_steps a play that misses the target counts as +infinity.
/// With total_reward a policy by which the loss (what `sense` does not want) is infinite with positive probability is
/// left out where there is another. -infinity as a least reach_reward is a bound that policies come as far below as one
/// likes, and which none attains.
///
/// Of rewards with both signs in one end component nothing is proved: see `doubt`; nor in games of negative ones there.
/// Row sums count as 1.
/// @throws std::invalid_argument for discounted and average reward, for a target that has not |S| entries, and for the
/// total reward of a game that may go on for ever.
/// Source: de Alfaro, Computing minimum and maximum reachability times, CONCUR 1999; Haddad and Monmege, TCS 735
/// (2018); Baier et al., Ensuring the reliability of your model checker, CAV 2017.
Reduction reduce(const SparseMdp& mdp, const Objective& objective);

/// Values of the original states from those of the reduced ones.
std::vector<double> original_values(const Reduction& reduction, std::span<const double> reduced_value);

/// The policy that takes `chosen_row[c]` in each reduced state with actions: where several original states are one, the
/// others move to the one that takes it.
std::vector<Action> original_policy(const SparseMdp& mdp, const Objective& objective, const Reduction& reduction,
                                    std::span<const RowIndex> chosen_row);

}  // namespace aleator
