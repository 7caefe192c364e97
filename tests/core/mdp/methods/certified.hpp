// A discounted solve by any method, on one thread.
#pragma once

#include <utility>
#include <vector>

#include "core/mdp/methods/discounted.hpp"

namespace aleator {

inline Solution certified(const BellmanEquation& equation, double tolerance, const Method& method,
                          std::vector<double> start = {}) {
  SerialExecutor executor;
  Effort effort;
  return solve_discounted(equation, tolerance, method, effort, executor, std::move(start));
}

}  // namespace aleator
