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
  task.moments.mean_error = mean.error_bound;
  task.for_each_open([&](State s, std::int64_t) { known[s] = mean.x[s]; });
}

/// Var = discount^2 P Var + sum of P(s, t) (r + discount E(t) - E(s))^2: free of the cancellation of second moments.
/// @param system  for the discount discount^2
void solve_variance(Task& task, const TransientSystem& system) {
  const SparseMdp& chain = task.chain;
  const std::vector<double>& mean = task.moments.mean;
  std::vector<double> constant(mean.size(), 0);
  double largest = 0;  // distance from the mean
  double largest_term = 0;
  task.for_each_open([&](State s, std::int64_t row) {
    for (std::int64_t i = chain.row_begin[row]; i < chain.row_begin[row + 1]; ++i) {
      const double later = task.discount * mean[chain.next_state[i]];
      const double distance = added(chain, task.total, row, i) + later - mean[s];
      constant[s] += chain.probability[i] * distance * distance;
      largest = std::max(largest, std::abs(distance));
      largest_term = std::max(largest_term, std::abs(later) + std::abs(mean[s]));
    }
  });
  const double off = 2 * task.moments.mean_error + task.rounding(largest + largest_term);
  const LinearSolution variance = system.solve(constant, off * (2 * largest + off) + task.rounding(largest * largest));
  task.moments.variance_error = variance.error_bound;
  task.for_each_open([&](State s, std::int64_t) { task.moments.variance[s] = std::max(0.0, variance.x[s]); });
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
  PathMoments moments{chain.fixed_value, std::vector<double>(chain.fixed_value.size(), 0), 0, 0};
  std::vector<std::uint8_t> open(chain.fixed_value.size());
  for (State s = 0; s < chain.num_states(); ++s) open[s] = chain.num_actions(s) > 0 ? 1 : 0;
  Task task{chain, {}, discount, std::move(open), std::move(moments)};
  solve_mean(task, TransientSystem(chain, discount, task.open));
  solve_variance(task, TransientSystem(chain, discount * discount, task.open));
  return std::move(task.moments);
}

Moment moments_from(const PathMoments& moments, const std::vector<double>& initial) {
  require_distribution(initial, static_cast<State>(moments.mean.size()));
  Moment result{0, 0};
  for (std::size_t s = 0; s < initial.size(); ++s) {
    if (initial[s] > 0) result.mean += initial[s] * moments.mean[s];
  }
  for (std::size_t s = 0; s < initial.size(); ++s) {
    const double distance = moments.mean[s] - result.mean;
    if (initial[s] > 0) result.variance += initial[s] * (moments.variance[s] + distance * distance);
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
