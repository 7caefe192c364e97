// [solve] of a game of two players in turn: how likely is it that player 1 wins?
#pragma once

#include <string_view>
#include <vector>

#include "experiments/run/kind.hpp"

namespace aleator {

/// The task [solve] for models with a label "win" (player 1 has won). It is that of any process with other defaults:
/// the probability of coming to "win", to 1e-12, by `method`. What stands by state is written on request, since the
/// kind has `tables` of its own.
/// @param run  calls run_solve and writes the tables
Task solve_game_task(std::string_view method, const std::vector<Output>& tables, void (*run)(Run&));

/// Whether the values that [solve] found are probabilities of "win".
bool found_win_probability(const Run& run);

}  // namespace aleator
