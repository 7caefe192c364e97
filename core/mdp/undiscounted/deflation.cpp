#include "core/mdp/undiscounted/deflation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/mdp/undiscounted/outward.hpp"

namespace aleator {

Deflation::Deflation(const BellmanEquation& equation, bool probabilities)
    : equation_(equation), leaver_(probabilities ? Sense::max : Sense::min), predecessors_(equation.mdp) {}

double Deflation::apply(const Bounds& from, std::vector<double>& to, std::vector<RowIndex>& policy,
                        std::vector<std::uint8_t>* held) {
  const std::vector<std::uint8_t> rows = rows_to_stay(from);
  const EndComponents ends = maximal_end_components(equation_.mdp, rows, predecessors_);
  const std::vector<double>& bound = leaver_ == Sense::max ? from.upper : from.lower;
  const std::vector<double> exit = best_exits(ends, bound);
  const double sign = leaver_ == Sense::max ? 1 : -1;
  if (held != nullptr) held->assign(bound.size(), 0);
  double largest = 0;
  for (State s = 0; s < equation_.mdp.num_states(); ++s) {
    if (ends.component[s] < 0) continue;
    const double best = exit[ends.component[s]];
    if (held != nullptr) (*held)[s] = sign * best <= sign * bound[s];
    if (sign * best > sign * to[s]) continue;
    largest = std::max(largest, std::abs(to[s] - best));
    to[s] = best;
    if (equation_.sense_of(s) != leaver_) stay(s, ends, rows, policy);
  }
  return largest;
}

/// Rows without reward: all of the leaver's, and the other player's best for the bound that they strive for.
std::vector<std::uint8_t> Deflation::rows_to_stay(const Bounds& bounds) {
  const SparseMdp& mdp = equation_.mdp;
  const std::vector<double>& value = leaver_ == Sense::max ? bounds.lower : bounds.upper;
  const double tolerance = tie_tolerance(bounds);
  std::vector<std::uint8_t> rows(mdp.reward.size(), 0);
  for (State s = 0; s < mdp.num_states(); ++s) {
    if (mdp.num_actions(s) == 0) continue;
    const double sign = equation_.sign_of(s);
    const double best = sign * best_row_value(equation_, s, value);
    for (std::int64_t row = mdp.action_begin[s]; row < mdp.action_begin[s + 1]; ++row) {
      if (mdp.reward[row] != 0) continue;
      rows[row] = equation_.sense_of(s) == leaver_ || sign * row_value(mdp, 1, row, value) >= best - tolerance;
    }
  }
  return rows;
}

/// Exact ties, ties but for rounding, and whatever the bounds leave open: none alone finds all components.
double Deflation::tie_tolerance(const Bounds& bounds) {
  double gap = 0;
  double size = 0;
  for (std::size_t s = 0; s < bounds.lower.size(); ++s) {
    gap = std::max(gap, bounds.upper[s] - bounds.lower[s]);
    size = std::max(size, std::abs(bounds.lower[s]));
  }
  const double tolerances[] = {0, 1e-13 * size, gap / 2, gap / 64};
  return tolerances[calls_++ % 4];
}

/// Of each component, by the leaver's rows that may lead outside. Without one: 0 for probabilities; of rewards that
/// tells nothing.
std::vector<double> Deflation::best_exits(const EndComponents& ends, const std::vector<double>& value) const {
  const SparseMdp& mdp = equation_.mdp;
  const double sign = leaver_ == Sense::max ? 1 : -1;
  const double none = leaver_ == Sense::max ? 0 : std::numeric_limits<double>::infinity();
  std::vector<double> exit(static_cast<std::size_t>(ends.count), none);
  for (State s = 0; s < mdp.num_states(); ++s) {
    const State c = ends.component[s];
    if (c < 0 || equation_.sense_of(s) != leaver_) continue;
    for (std::int64_t row = mdp.action_begin[s]; row < mdp.action_begin[s + 1]; ++row) {
      if (stays_inside(mdp, row, ends.component, c)) continue;
      const auto q = enclosed_row_value(mdp, row, mdp.reward[row], [&](State t) { return value[t]; });
      exit[c] = leaver_ == Sense::max ? std::max(exit[c], q.value + sign * q.error)
                                      : std::min(exit[c], q.value + sign * q.error);
    }
  }
  if (leaver_ == Sense::min) std::replace(exit.begin(), exit.end(), none, -none);
  return exit;
}

void Deflation::stay(State s, const EndComponents& ends, const std::vector<std::uint8_t>& rows,
                     std::vector<RowIndex>& policy) const {
  const SparseMdp& mdp = equation_.mdp;
  for (std::int64_t row = mdp.action_begin[s]; row < mdp.action_begin[s + 1]; ++row) {
    if (rows[row] == 0 || !stays_inside(mdp, row, ends.component, ends.component[s])) continue;
    policy[s] = static_cast<RowIndex>(row);
    return;
  }
}

}  // namespace aleator
