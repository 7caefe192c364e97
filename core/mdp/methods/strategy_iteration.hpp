// Strategy iteration for turn-based games.
#pragma once

#include <vector>

#include "core/mdp/bellman.hpp"
#include "core/mdp/methods/method.hpp"
#include "core/mdp/methods/policy_iteration.hpp"

namespace aleator {

/// For each strategy of the maximiser the minimiser's process is solved by policy iteration, then the strategy is
/// improved; values only rise, so that it cannot cycle. Takes processes of one player too: there it is policy
/// iteration. With a discount of 1 all strategies must be proper. Every pair of strategies that is evaluated counts as
/// a sweep; the change recorded is what the player who looks would gain by switching.
/// @throws std::invalid_argument as policy_iteration does, but for games.
/// Source: Hoffman and Karp, On nonterminating stochastic games (1966).
SolveStatus strategy_iteration(const BellmanEquation& equation, const PolicyIterationOptions& options, double target,
                               std::vector<double>& value, Effort& effort);

}  // namespace aleator
