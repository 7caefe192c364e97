// The value of every action in one state of an experiment's game.
#pragma once

#include <stop_token>
#include <string>

#include "experiments/experiment.hpp"
#include "experiments/run/answer.hpp"
#include "parallel/tbb_executor.hpp"

namespace aleator {

/// Solves or searches the first point of the experiment and tells what is known of the state.
/// @param state  as the kind of model writes it; of a plain decision process: its number
/// @throws std::invalid_argument if there is no such state, or the experiment has nothing that gives values
Answer ask(const Experiment& experiment, const std::string& state, TbbExecutor& executor, std::stop_token stop = {});

}  // namespace aleator
