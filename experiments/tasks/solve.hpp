// [solve] for every model that is a decision process.
#pragma once

#include <cstdint>
#include <optional>

#include "core/mdp/methods/value_iteration.hpp"
#include "experiments/run/kind.hpp"

namespace aleator {

/// [solve] with method = "value-iteration"
struct ValueIterationKeys {
  double discount = 0;
  std::optional<double> tolerance;
  StopRule stop = StopRule::sup;
  std::int64_t max_sweeps = 1'000'000;
};

/// The task [solve]. `check` and `estimate` are the model's.
Task solve_task(Estimate (*estimate)(const Config&));

/// The tolerance that is meant: 1e-9, or 1e-5 for stop = "total-change".
double effective_tolerance(const ValueIterationKeys& keys) noexcept;

/// A rough upper estimate of the sweeps from the contraction alone. @param scale largest absolute value
double estimated_sweeps(const ValueIterationKeys& keys, double scale) noexcept;

}  // namespace aleator
