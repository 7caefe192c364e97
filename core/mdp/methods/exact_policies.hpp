// Policies with exact values: what policy iteration and strategy iteration are made of.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/mdp/bellman.hpp"
#include "core/mdp/methods/method.hpp"
#include "core/mdp/methods/policy_sweep.hpp"
#include "core/mdp/methods/progress.hpp"

namespace aleator::detail {

/// A policy of an equation, its exact value, and where switching makes it better.
class ExactPolicy {
 public:
  /// @param start_policy  |S| actions to begin with (any number in a state without actions); empty: greedy for `value`
  /// @param value         |S|; becomes the value of the policy
  /// @throws std::invalid_argument for a start_policy of another size or with an action that its state has not got.
  ExactPolicy(const BellmanEquation& equation, const std::vector<Action>& start_policy, std::vector<double>& value,
              Effort& effort);

  /// Solves (I - discount P) v = r of the policy by a sparse LU decomposition, with one step of refinement.
  /// @return false, with the value as it was, if rounding makes the matrix singular: too many steps to the end
  /// @throws std::invalid_argument if the discount is 1 and the policy improper: from some state it never ends.
  bool evaluate();

  /// Looks at all actions, and switches where that improves a choice of `player` by more than rounding may pretend.
  /// @return whether some were switched
  bool improve(Sense player);

  /// Evaluates and improves until no choice of `player` is worth switching (nothing is returned), progress says why it
  /// ends, or a policy cannot be evaluated (precision_limit); the other player's choices stay. Each policy counts as a
  /// sweep.
  std::optional<SolveStatus> optimise(Sense player, Progress& progress);

  /// The largest |TV - V| over all states when improve() last looked.
  double residual() const noexcept { return residual_; }

 private:
  double rounding() const noexcept;

  const BellmanEquation& equation_;
  std::vector<double>& value_;
  Effort& effort_;
  RowFacts facts_;
  PolicyRows policy_;
  SparseMdp chain_;
  double left_ = 0;      // |v - T_policy v| that rounding left
  double residual_ = 0;  // over all states
  double gain_ = 0;      // over those of the player
};

/// Bytes that ExactPolicy takes besides the process: from the number of entries of the factors for the policy of all
/// first actions, counted without computing them, in time proportional to it (at most 2e9 are counted).
/// Source: Liu, The role of elimination trees in sparse factorization (1990), sections 3 and 5.
std::size_t exact_policy_bytes(const SparseMdp& mdp);

}  // namespace aleator::detail
