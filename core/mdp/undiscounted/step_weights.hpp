// Bounds on the expected number of steps: the weights with which residuals become bounds on the distance.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/mdp/methods/method.hpp"
#include "core/mdp/sparse_mdp.hpp"

namespace aleator {

/// Weights w with w >= 1 + P w, proved in spite of rounding, for every row marked in `rows`; 0 in states without
/// actions. So w(s) is at least the expected number of steps from s under each policy of these rows, and all such
/// policies come to a state without actions. As a rule 10 % more than the largest expectation.
///
/// Gauss-Seidel, component after component and successors first, with extrapolation along the slowest mode: the proof
/// is by the last check, whatever led there. Nothing if some policy of the rows never ends, if it would take too long
/// (more passes over a component than twice effort.max_sweeps, at least 1000 and at most 100,000), or if effort.stop
/// asks for it. Counts what it reads into effort.transitions_processed.
/// @param rows  |SA|: at least one in each state with actions
std::optional<std::vector<double>> step_weights(const SparseMdp& mdp, std::span<const std::uint8_t> rows,
                                                Effort& effort);

}  // namespace aleator
