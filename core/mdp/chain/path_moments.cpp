#include "core/mdp/chain/path_moments.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "core/text.hpp"

namespace aleator {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// The moments where they are known, and where they are sought.
struct Task {
  const SparseMdp& chain;
  PathTotal total;
  double discount;
  std::vector<std::uint8_t> open;  // |S|
  PathMoments moments;

  double reward_of(std::int64_t row) const { return total.counted == Counted::steps ? 1 : chain.reward[row]; }

  /// Each sum of a constant is rounded as often as the row is long.
  double rounding(double largest_term) const {
    return static_cast<double>(row_facts(chain).longest + 6) * std::numeric_limits<double>::epsilon() * largest_term;
  }

  /// Calls visit(s, row) for every open state.
  template <class Visit>
  void for_each_open(Visit&& visit) const {
    for (State s = 0; s < chain.num_states(); ++s) {
      if (open[s] != 0) visit(s, chain.action_begin[s]);
    }
  }
};

/// E = r + discount P E.
void solve_mean(Task& task, const TransientSystem& system) {
  const SparseMdp& chain = task.chain;
  std::vector<double>& known = task.moments.mean;
  std::vector<double> constant(known.size(), 0);
  double largest = 0;
  task.for_each_open([&](State s, std::int64_t row) {
    constant[s] = task.reward_of(row);
    largest = std::max(largest, std::abs(constant[s]));
    for (std::int64_t i = chain.row_begin[row]; i < chain.row_begin[row + 1]; ++i) {
      const State next = chain.next_state[i];
      if (task.open[next] != 0) continue;
      constant[s] += task.discount * chain.probability[i] * known[next];
      largest = std::max(largest, std::abs(known[next]));
    }
  });
  const LinearSolution mean = system.solve(constant, task.rounding(largest));
  task.moments.mean_error = mean.error;
  task.for_each_open([&](State s, std::int64_t) { known[s] = mean.x[s]; });
}

/// What errors of the mean and of the linear equations make of the variance. With the errors e of the mean and rho = e
/// - discount P e, the distances are off by a martingale difference of e less rho; the discounted sum of |rho| along a
/// path has the second moment 2 err(s) max err at most (err: the proved errors of the mean), as |rho| <= ratio u and w
/// = u + discount P w in TransientSystem. So the standard deviation is off by no more than the root of that, and rho
/// adds as much to the variance again.
double variance_error(const LinearSolution& variance, State s, double mean_error, double largest_mean_error) {
  const double off = std::sqrt(2 * mean_error) * std::sqrt(largest_mean_error);
  const double at_most = std::max(0.0, variance.x[s]) + variance.error[s];
  const double error = variance.error[s] + 2 * std::sqrt(at_most) * off + 4 * off * off;
  return std::isnan(error) ? infinity : error;
}

/// Var = discount^2 P Var + sum of P(s, t) (r + discount E(t) - E(s))^2: free of the cancellation of second moments.
/// @param system  for the discount discount^2
void solve_variance(Task& task, const TransientSystem& system) {
  const SparseMdp& chain = task.chain;
  const std::vector<double>& mean = task.moments.mean;
  const std::vector<double>& mean_error = task.moments.mean_error;
  std::vector<double> constant(mean.size(), 0);
  double largest = 0;  // distance from the mean
  double largest_term = 0;
  double largest_error = 0;
  task.for_each_open([&](State s, std::int64_t row) {
    largest_error = std::max(largest_error, mean_error[s]);
    for (std::int64_t i = chain.row_begin[row]; i < chain.row_begin[row + 1]; ++i) {
      const double later = task.discount * mean[chain.next_state[i]];
      const double distance = added(chain, task.total, row, i) + later - mean[s];
      constant[s] += chain.probability[i] * distance * distance;
      largest = std::max(largest, std::abs(distance));
      largest_term = std::max(largest_term, std::abs(later) + std::abs(mean[s]));
    }
  });
  const double off = 4 * std::numeric_limits<double>::epsilon() * (largest + largest_term);  // three operations
  const LinearSolution variance = system.solve(constant, off * (2 * largest + off) + task.rounding(largest * largest));
  task.for_each_open([&](State s, std::int64_t) {
    task.moments.variance[s] = std::max(0.0, variance.x[s]);
    task.moments.variance_error[s] = variance_error(variance, s, mean_error[s], largest_error);
  });
}

/// What is infinite with a probability above 0.
void mark_infinite(const SparseMdp& chain, const std::vector<Fate>& fate, PathMoments& moments,
                   std::vector<std::uint8_t>& open) {
  const std::vector<std::uint8_t> plus = may_come_to(chain, fate, Fate::plus_infinity);
  const std::vector<std::uint8_t> minus = may_come_to(chain, fate, Fate::minus_infinity);
  for (std::size_t s = 0; s < fate.size(); ++s) {
    if (plus[s] == 0 && minus[s] == 0) continue;
    moments.mean[s] = plus[s] == 0 ? -infinity : minus[s] == 0 ? infinity : nan;
    moments.variance[s] = nan;
    open[s] = 0;
  }
}

}  // namespace

PathMoments path_moments(const SparseMdp& chain, const PathTotal& total) {
  const std::vector<Fate> fate = fates(chain, total);
  PathMoments moments;
  moments.mean.resize(fate.size());
  moments.variance.resize(fate.size());
  moments.mean_error.resize(fate.size());
  moments.variance_error.resize(fate.size());
  std::vector<std::uint8_t> open(fate.size());
  for (State s = 0; s < chain.num_states(); ++s) {
    open[s] = fate[s] == Fate::open ? 1 : 0;
    if (fate[s] == Fate::ended) moments.mean[s] = end_value(chain, total, s);
  }
  mark_infinite(chain, fate, moments, open);
  Task task{chain, total, 1, std::move(open), std::move(moments)};
  const TransientSystem system(chain, 1, task.open);
  solve_mean(task, system);
  solve_variance(task, system);
  return std::move(task.moments);
}

PathMoments discounted_moments(const SparseMdp& chain, double discount) {
  if (!chain.is_chain()) throw std::invalid_argument("not a chain: a state has more than one action");
  if (!(discount > 0 && discount < 1)) throw std::invalid_argument(text("discount ", discount, " is not in (0, 1)"));
  const std::vector<double> zero(chain.fixed_value.size(), 0);
  PathMoments moments{chain.fixed_value, zero, zero, zero};
  std::vector<std::uint8_t> open(chain.fixed_value.size());
  for (State s = 0; s < chain.num_states(); ++s) open[s] = chain.num_actions(s) > 0 ? 1 : 0;
  Task task{chain, {}, discount, std::move(open), std::move(moments)};
  solve_mean(task, TransientSystem(chain, discount, task.open));
  solve_variance(task, TransientSystem(chain, discount * discount, task.open));
  return std::move(task.moments);
}

Moment moments_from(const PathMoments& moments, const std::vector<double>& initial) {
  require_distribution(initial, static_cast<State>(moments.mean.size()));
  Moment result;
  for (std::size_t s = 0; s < initial.size(); ++s) {
    if (initial[s] == 0) continue;
    result.mean += initial[s] * moments.mean[s];
    result.mean_error += initial[s] * moments.mean_error[s];
  }
  for (std::size_t s = 0; s < initial.size(); ++s) {
    if (initial[s] == 0) continue;
    const double distance = moments.mean[s] - result.mean;
    const double off = moments.mean_error[s] + result.mean_error;
    result.variance += initial[s] * (moments.variance[s] + distance * distance);
    result.variance_error += initial[s] * (moments.variance_error[s] + off * (2 * std::abs(distance) + off));
  }
  return result;
}

LinearSolution fate_probability(const SparseMdp& chain, const std::vector<Fate>& fates, Fate fate) {
  const std::vector<std::uint8_t> may = may_come_to(chain, fates, fate);
  std::vector<std::uint8_t> open(fates.size());
  std::vector<double> constant(fates.size(), 0);
  for (State s = 0; s < chain.num_states(); ++s) {
    open[s] = fates[s] == Fate::open && may[s] != 0 ? 1 : 0;
    if (open[s] == 0) continue;
    const std::int64_t row = chain.action_begin[s];
    for (std::int64_t i = chain.row_begin[row]; i < chain.row_begin[row + 1]; ++i) {
      if (fates[chain.next_state[i]] == fate) constant[s] += chain.probability[i];
    }
  }
  const double rounding = static_cast<double>(row_facts(chain).longest) * std::numeric_limits<double>::epsilon();
  LinearSolution solution = TransientSystem(chain, 1, open).solve(constant, rounding);
  for (std::size_t s = 0; s < fates.size(); ++s) {
    if (fates[s] == fate) solution.x[s] = 1;
  }
  return solution;
}

}  // namespace aleator
