#include "core/mdp/methods/topological.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <stdexcept>

#include "core/mdp/graph/components.hpp"
#include "core/mdp/methods/progress.hpp"
#include "core/mdp/methods/slowest_mode.hpp"
#include "core/mdp/methods/sweep.hpp"
#include "core/text.hpp"

namespace aleator {
namespace {

constexpr double least_ratio = 0.01;  // of changes that are extrapolated
constexpr double caution = 0.999;     // of what is expected to come: it shall not be overshot

/// The value of a state that no other state of its component depends on: of each action
/// V = (r + discount * sum over the others of P v) / (1 - discount * P(itself)); infinite if it loses for ever.
/// @return the change
double solve_alone(const BellmanEquation& equation, State s, std::vector<double>& v) {
  const SparseMdp& mdp = equation.mdp;
  const auto value_of = [&](std::int64_t row) {
    double others = 0;
    double itself = 0;
    for (std::int64_t i = mdp.row_begin[row]; i < mdp.row_begin[row + 1]; ++i) {
      if (mdp.next_state[i] == s) {
        itself += mdp.probability[i];
      } else {
        others += mdp.probability[i] * v[mdp.next_state[i]];
      }
    }
    const double leaves = 1 - equation.discount * itself;
    if (!(leaves > 0)) {
      const double each_time = mdp.reward[row];
      if (equation.sign_of(s) * each_time < 0) return each_time * std::numeric_limits<double>::infinity();
      throw std::invalid_argument(text("state ", s, ", action ", row - mdp.action_begin[s],
                                       ": leads back to itself for ever, with discount ", equation.discount));
    }
    return (mdp.reward[row] + equation.discount * others) / leaves;
  };
  const double before = v[s];
  v[s] = detail::best_row(mdp.action_begin[s], mdp.action_begin[s + 1], equation.sign_of(s), value_of).value;
  return std::abs(v[s] - before);
}

struct SweepChange {
  double largest = 0;  // absolute
  double total = 0;    // of absolute ones
  bool rises = false;  // some values, by more than rounding
  bool falls = false;

  bool is_one_sided() const noexcept { return rises != falls; }
};

/// One Gauss-Seidel sweep of some states.
/// @param change  becomes that of each state
SweepChange sweep_states(const BellmanEquation& equation, std::span<const State> states, std::vector<double>& v,
                         std::vector<double>& change) {
  constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
  SweepChange sum;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const double next = best_row_value(equation, states[i], v);
    const double least = rounding * std::abs(next);
    change[i] = next - v[states[i]];
    v[states[i]] = next;
    sum.largest = std::max(sum.largest, std::abs(change[i]));
    sum.total += std::abs(change[i]);
    sum.rises = sum.rises || change[i] > least;
    sum.falls = sum.falls || change[i] < -least;
  }
  return sum;
}

std::int64_t transitions_of(const SparseMdp& mdp, std::span<const State> states) {
  std::int64_t transitions = 0;
  for (const State s : states) {
    transitions += mdp.row_begin[mdp.action_begin[s + 1]] - mdp.row_begin[mdp.action_begin[s]];
  }
  return transitions;
}

/// The residuals that a call adds to Effort: of the k-th sweep the largest over the components.
class SweepsSideBySide {
 public:
  explicit SweepsSideBySide(Effort& effort) : effort_(effort), first_(effort.residual.size()) {}

  bool exhausted(std::size_t sweep) const { return static_cast<std::int64_t>(first_ + sweep) >= effort_.max_sweeps; }
  void record(std::size_t sweep, double change, std::int64_t transitions) {
    const std::size_t at = first_ + sweep;
    if (effort_.residual.size() <= at) effort_.residual.resize(at + 1, 0.0);
    effort_.residual[at] = std::max(effort_.residual[at], change);
    effort_.transitions_processed += transitions;
  }

 private:
  Effort& effort_;
  std::size_t first_;
};

/// Extrapolates sweeps once their changes shrink steadily, as long as no value overshoots: sweeps that only rise go on
/// rising to the solution, and the higher they start below it, the sooner they are there. From the other side it may be
/// a very long way, which only looks short.
class Extrapolation {
 public:
  explicit Extrapolation(std::span<const State> states) : states_(states) {}

  /// Takes back what was done before the last sweep, that sweep too, if a value overshot. @return whether it did
  bool take_back(const SweepChange& change, std::vector<double>& value) {
    if (!jumped_) return false;
    jumped_ = false;
    if (rises_ ? !change.falls : !change.rises) return false;
    mode_.jump_failed();
    for (std::size_t i = 0; i < states_.size(); ++i) value[states_[i]] = before_[i];
    return true;
  }

  /// @param changes  of the states by the last sweep, which was not taken back
  void extrapolate(const SweepChange& change, std::span<const double> changes, std::vector<double>& value) {
    if (!change.is_one_sided()) return;
    const double factor = caution * mode_.what_is_to_come(change.total);
    if (factor == 0) return;
    before_.resize(states_.size());
    for (std::size_t i = 0; i < states_.size(); ++i) {
      before_[i] = value[states_[i]];
      value[states_[i]] += factor * changes[i];
    }
    jumped_ = true;
    rises_ = change.rises;
  }

 private:
  std::span<const State> states_;
  SlowestMode mode_{least_ratio};
  bool jumped_ = false;
  bool rises_ = false;
  std::vector<double> before_;  // of each state, before the last extrapolation
};

/// Gauss-Seidel sweeps of one component of more than one state, extrapolated: where all ways back lead through few
/// states, as in games of turns, that is soon.
SolveStatus solve_component(const BellmanEquation& equation, std::span<const State> states, double target,
                            std::vector<double>& value, SweepsSideBySide& sweeps, const Effort& effort) {
  Effort own;  // what Progress records is recorded side by side instead
  own.stop = effort.stop;
  Progress progress(equation, target, value, own);
  const std::int64_t transitions = transitions_of(equation.mdp, states);
  Extrapolation extrapolation(states);
  std::vector<double> changes(states.size());
  for (std::size_t sweep = 0; !sweeps.exhausted(sweep); ++sweep) {
    const SweepChange change = sweep_states(equation, states, value, changes);
    sweeps.record(sweep, change.largest, transitions);
    if (extrapolation.take_back(change, value)) continue;
    const double residual = equation.discount * change.largest;
    if (const auto end = progress.after_sweep(change.largest, residual, transitions, value)) return *end;
    extrapolation.extrapolate(change, changes, value);
  }
  return SolveStatus::max_sweeps;
}

}  // namespace

SolveStatus topological_value_iteration(const BellmanEquation& equation, double target, std::vector<double>& value,
                                        Effort& effort) {
  const Progress checked(equation, target, value, effort);
  if (effort.exhausted()) return SolveStatus::max_sweeps;
  const SparseMdp& mdp = equation.mdp;
  const Components components = strongly_connected_components(mdp);
  SweepsSideBySide sweeps(effort);
  SolveStatus status = SolveStatus::converged;
  sweeps.record(0, 0, mdp.num_transitions());  // the search for components reads them all
  for (State c = 0; c < components.count(); ++c) {
    const std::span<const State> states = components.states_of(c);
    if (states.size() > 1) {
      const SolveStatus solved = solve_component(equation, states, target, value, sweeps, effort);
      if (solved == SolveStatus::stopped) return solved;
      if (solved != SolveStatus::converged) status = solved;
    } else if (mdp.num_actions(states[0]) > 0) {
      sweeps.record(0, solve_alone(equation, states[0], value), transitions_of(mdp, states));
    }
    if (c % 4096 == 4095 && effort.stop.stop_requested()) return SolveStatus::stopped;
  }
  return status;
}

}  // namespace aleator
