// Bounds on the values of a reduced process that are proved before anything is solved.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/mdp/bellman.hpp"
#include "core/mdp/methods/method.hpp"
#include "core/mdp/undiscounted/reduction.hpp"

namespace aleator {

struct Bounds {
  std::vector<double> lower;  // |S|
  std::vector<double> upper;
};

/// 0 and 1 for probabilities. For rewards the least and the largest value at the end, and besides the worst reward of a
/// step as often as the expected number of steps (step_weights) allows; on the side of loss under one policy that surely
/// ends, so that other policies may take as long as they like. Nothing if the weights cannot be had.
/// @param equation  of a reduced process
/// Source: Baier et al., Ensuring the reliability of your model checker, CAV 2017, section 3.3.
std::optional<Bounds> start_bounds(const BellmanEquation& equation, bool probabilities, Effort& effort);

/// Marks (|SA|) of rows by which the play surely ends: one for each state of the player who has to end it (in a game
/// the minimiser, whom missing the target costs infinitely much), all of the other one's.
std::vector<std::uint8_t> ending_rows(const BellmanEquation& equation);

/// The bound on the side of loss (upper where the least is sought) by a policy that surely ends. Its best rows make a
/// policy that ends too.
std::optional<std::vector<double>> bound_of_ending_policy(const BellmanEquation& equation, Effort& effort);

}  // namespace aleator
