// Undiscounted objectives solved by any method, with bounds that are proved afterwards.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/mdp/methods/method.hpp"
#include "core/mdp/objective.hpp"
#include "core/mdp/solution.hpp"
#include "core/mdp/sparse_mdp.hpp"
#include "core/mdp/undiscounted/reduction.hpp"

namespace aleator {

struct UndiscountedSolution {
  Solution solution;           // value, lower and upper: |S|, +-infinity where the value is
  std::vector<Action> policy;  // |S|: -1 in states without actions; empty if nothing is proved
};

/// Reduces the process (see reduction.hpp), has `method` solve the Bellman equation of what is left, and proves bounds
/// around its answer: lower <= T lower and upper >= T upper, each row rounded outward. The proof takes weights w >= 1 +
/// P w (step_weights) of the policy that is best for the answer V: bounds are V - delta w and V + delta' w. The method
/// is called again with a lower target until the bounds are close enough.
///
/// error_bound is half of the largest distance of finite bounds, value their midpoint. Status: converged
/// (error_bound <= tolerance); precision_limit, max_sweeps, stopped with the bounds that were reached (infinite if
/// none were); not_certified with the reason: then error_bound is infinite, there is no policy, and every value is NaN
/// whose bounds (+-infinity, of probabilities 0 and 1) are not one.
/// @param tolerance  absolute, over all states with finite values, in the units of the reward
/// @throws std::invalid_argument for a tolerance not above 0, for what reduce() refuses, for games with end components
/// (of states whose value the graph does not tell), and what `method` refuses.
/// Source: Bertsekas, Dynamic programming and optimal control II (2012), section 3.2 (weights, policies that never
/// end); Hartmanns and Kaminski, Optimistic value iteration, CAV 2020 (upper >= T upper as a proof).
UndiscountedSolution solve_undiscounted(const SparseMdp& mdp, const Objective& objective, double tolerance,
                                        const Method& method, Effort& effort);

/// Bounds and chosen rows of a reduced process, carried back to the original one. Frees the arrays of the reduced one.
/// Status, residuals and transitions are left to the caller; but for not_certified, where the values of unknown states
/// (or, without an estimate, their bounds) are not finite: they overflow double precision.
/// @param estimate  what is answered between the bounds; empty: the midpoints
UndiscountedSolution carry_back(const SparseMdp& mdp, const Objective& objective, Reduction& reduction,
                                std::span<const double> lower, std::span<const double> upper,
                                std::span<const RowIndex> chosen_row, std::span<const double> estimate = {});

/// Why nothing is proved where sums leave the range of doubles.
inline constexpr const char* values_overflow = "the values overflow double precision";

/// What is answered when nothing can be proved: values NaN, bounds infinite.
UndiscountedSolution nothing_proved(const SparseMdp& mdp, std::string reason);

}  // namespace aleator
