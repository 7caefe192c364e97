#include "core/mdp/undiscounted/certified.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

#include "core/mdp/undiscounted/certificate.hpp"
#include "core/mdp/undiscounted/start_bounds.hpp"
#include "core/text.hpp"

namespace aleator {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Values at which methods start: those of a policy that ends soon, or worse. The policy that is best for them ends
/// too, so that methods which improve policies start with a proper one, and with a good one: the first actions of all
/// states may end, but after more steps than double precision can count. Probabilities start at 0.
std::vector<double> start_values(const BellmanEquation& equation, const Objective& objective, Improper improper,
                                 Effort& effort) {
  if (objective.kind != ObjectiveKind::reach_probability && improper != Improper::game) {
    if (auto bound = bound_of_ending_policy(equation, effort)) return std::move(*bound);
  }
  return equation.mdp.fixed_value;
}

bool all_finite(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}

/// Calls the method and the proof in turn until the bounds are close enough.
class Driver {
 public:
  Driver(const BellmanEquation& equation, double tolerance, const Method& method, Effort& effort)
      : tolerance_(tolerance), method_(method), effort_(effort), equation_(equation), certificate_(equation) {}

  SolveStatus run(std::vector<double>& v) {
    // Bounds are as far apart as the residual times the steps to the end: a first target of the tolerance is nearly
    // always too high, and then both method and proof are needed twice.
    for (double target = tolerance_ / 16;;) {
      const SolveStatus answer = method_(equation_, target, v, effort_);
      if (!all_finite(v)) return SolveStatus::precision_limit;  // carry_back tells
      proved_ = certificate_.prove(v, effort_);
      if (proved_ && certificate_.error() <= tolerance_) return SolveStatus::converged;
      if (effort_.stop.stop_requested()) return SolveStatus::stopped;
      if (answer != SolveStatus::converged) return answer;
      // Below a quarter of what rounding takes, a smaller residual makes no difference.
      if (target < certificate_.rounding() / 4) return SolveStatus::precision_limit;
      target = next_target(target);
    }
  }

  bool proved() const noexcept { return proved_; }
  const Certificate& certificate() const noexcept { return certificate_; }

 private:
  double next_target(double target) const noexcept {
    if (!proved_) return target / 16;
    return std::min(target / 4, 0.8 * tolerance_ / (1 + certificate_.largest_weight()));
  }

  double tolerance_;
  const Method& method_;
  Effort& effort_;
  BellmanEquation equation_;
  Certificate certificate_;
  bool proved_ = false;
};

/// Without a proof only those values are told whose bounds the graph has closed, and no policy.
void withdraw(UndiscountedSolution& result, std::string reason) {
  Solution& solution = result.solution;
  for (std::size_t s = 0; s < solution.value.size(); ++s) {
    if (solution.lower[s] != solution.upper[s]) solution.value[s] = std::numeric_limits<double>::quiet_NaN();
  }
  solution.error_bound = infinity;
  solution.status = SolveStatus::not_certified;
  solution.message = std::move(reason);
  result.policy.clear();
}

UndiscountedSolution solve_reduced(const SparseMdp& mdp, const Objective& objective, double tolerance,
                                   const Method& method, Effort& effort, Reduction& reduction) {
  const BellmanEquation equation{reduction.mdp, 1, reduction.sense};
  if (reduction.num_unknown == 0) {
    const std::vector<double> value = reduction.mdp.fixed_value;
    return carry_back(mdp, objective, reduction, value, value, {});
  }
  std::vector<double> v = start_values(equation, objective, reduction.improper, effort);
  std::vector<double> lower(v);
  std::vector<double> upper(v);
  Driver driver(equation, tolerance, method, effort);
  const SolveStatus status = driver.run(v);
  for (State s = 0; s < reduction.num_unknown; ++s) {
    lower[s] = driver.proved() ? driver.certificate().lower(s) : -infinity;
    upper[s] = driver.proved() ? driver.certificate().upper(s) : infinity;
  }
  const std::span<const double> estimate = driver.proved() ? std::span<const double>() : v;
  UndiscountedSolution result =
      carry_back(mdp, objective, reduction, lower, upper, driver.certificate().policy(), estimate);
  if (result.solution.status == SolveStatus::not_certified) return result;
  result.solution.settle(status, tolerance);
  if (!driver.proved() && (status == SolveStatus::converged || status == SolveStatus::precision_limit)) {
    withdraw(result, "no bounds around the method's answer can be proved in double precision");
  }
  return result;
}

}  // namespace

UndiscountedSolution nothing_proved(const SparseMdp& mdp, std::string reason) {
  UndiscountedSolution result;
  const auto n = mdp.fixed_value.size();
  result.solution.value.assign(n, std::numeric_limits<double>::quiet_NaN());
  result.solution.lower.assign(n, -infinity);
  result.solution.upper.assign(n, infinity);
  result.solution.error_bound = infinity;
  result.solution.status = SolveStatus::not_certified;
  result.solution.message = std::move(reason);
  return result;
}

UndiscountedSolution carry_back(const SparseMdp& mdp, const Objective& objective, Reduction& reduction,
                                std::span<const double> lower, std::span<const double> upper,
                                std::span<const RowIndex> chosen_row, std::span<const double> estimate) {
  const auto unknown = static_cast<std::size_t>(reduction.num_unknown);
  const bool fits = estimate.empty() ? all_finite(lower.first(unknown)) && all_finite(upper.first(unknown))
                                     : all_finite(estimate.first(unknown));
  if (!fits) return nothing_proved(mdp, values_overflow);
  UndiscountedSolution result;
  reduction.mdp = SparseMdp{};
  Solution& solution = result.solution;
  solution.lower = original_values(reduction, lower);
  solution.upper = original_values(reduction, upper);
  if (objective.kind == ObjectiveKind::reach_probability) {
    for (double& bound : solution.lower) bound = std::max(bound, 0.0);
    for (double& bound : solution.upper) bound = std::min(bound, 1.0);
  }
  if (!estimate.empty()) solution.value = original_values(reduction, estimate);
  solution.value.resize(solution.lower.size());
  for (std::size_t s = 0; s < solution.value.size(); ++s) {
    const double low = solution.lower[s];
    const double high = solution.upper[s];
    double& value = solution.value[s];
    value = low == high ? low : estimate.empty() ? low + (high - low) / 2 : std::clamp(value, low, high);
    if (low == high) continue;  // also both infinite
    const double distance = std::max(high - value, value - low) * (1 + std::numeric_limits<double>::epsilon());
    solution.error_bound = std::max(solution.error_bound, distance);
  }
  result.policy = original_policy(mdp, objective, reduction, chosen_row);
  return result;
}

UndiscountedSolution solve_undiscounted(const SparseMdp& mdp, const Objective& objective, double tolerance,
                                        const Method& method, Effort& effort) {
  if (!(tolerance > 0)) throw std::invalid_argument(text("tolerance ", tolerance));
  Reduction reduction = reduce(mdp, objective);
  if (!reduction.doubt.empty()) return nothing_proved(mdp, std::move(reduction.doubt));
  if (reduction.improper == Improper::game) {
    throw std::invalid_argument(
        "a game with end components: only interval iteration and optimistic value iteration solve it");
  }
  UndiscountedSolution result = solve_reduced(mdp, objective, tolerance, method, effort, reduction);
  result.solution.residual = effort.residual;
  result.solution.transitions_processed = effort.transitions_processed;
  return result;
}

}  // namespace aleator
