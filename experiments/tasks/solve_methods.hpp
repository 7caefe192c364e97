// The methods of [solve] by name.
#pragma once

#include <string_view>

#include "core/mdp/methods/backward_induction.hpp"
#include "core/mdp/methods/method.hpp"
#include "experiments/tasks/solve_keys.hpp"
#include "parallel/tbb_executor.hpp"

namespace aleator {

/// The method of the section, with its keys. @pre it is one that improves values: not interval-iteration,
/// optimistic-value-iteration or backward-induction
/// @param memory  bytes: policy iteration refuses a process for which its direct solver may need more
Method solve_method(std::string_view name, const SolveKeys& keys, double memory, TbbExecutor& executor);

/// Before a backward induction: what it keeps by steps must fit.
/// @param memory  bytes
/// @throws std::invalid_argument with the outputs that may need more
void refuse_long_horizon(const BackwardInductionOptions& options, State states, double memory);

}  // namespace aleator
