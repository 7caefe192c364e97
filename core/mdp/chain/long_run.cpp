#include "core/mdp/chain/long_run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "core/mdp/chain/path_total.hpp"
#include "core/mdp/chain/transient_system.hpp"
#include "core/mdp/graph/components.hpp"
#include "core/text.hpp"

namespace aleator {

namespace {

constexpr std::size_t dense_at_most = 1'000;  // n^3 / 3 multiplications and n^2 doubles
constexpr double epsilon = std::numeric_limits<double>::epsilon();

void require_chain(const SparseMdp& chain) {
  if (!chain.is_chain()) throw std::invalid_argument("not a chain: a state has more than one action");
}

template <class Visit>
void for_each_transition(const SparseMdp& chain, State s, Visit&& visit) {
  if (chain.num_actions(s) == 0) return;
  const std::int64_t row = chain.action_begin[s];
  for (std::int64_t i = chain.row_begin[row]; i < chain.row_begin[row + 1]; ++i) {
    visit(chain.next_state[i], chain.probability[i]);
  }
}

void step(const SparseMdp& chain, const std::vector<double>& now, std::vector<double>& next) {
  std::fill(next.begin(), next.end(), 0);
  for (State s = 0; s < chain.num_states(); ++s) {
    if (now[s] == 0) continue;
    if (chain.num_actions(s) == 0) next[s] += now[s];
    for_each_transition(chain, s, [&](State t, double p) { next[t] += now[s] * p; });
  }
}

/// The states are taken out one after the other, the last first; the chain watched only in the others has the
/// probabilities p(i, j) + p(i, k) p(k, j) / (1 - p(k, k)), where 1 - p(k, k) is the sum of the others of the row.
/// @param p  n x n by rows; the diagonal is not read
std::vector<double> eliminate(std::vector<double> p, std::size_t n) {
  for (std::size_t k = n - 1; k > 0; --k) {
    const double* from = &p[k * n];
    double leave = 0;
    for (std::size_t j = 0; j < k; ++j) leave += from[j];
    for (std::size_t i = 0; i < k; ++i) {
      double* row = &p[i * n];
      row[k] /= leave;
      if (row[k] == 0) continue;
      for (std::size_t j = 0; j < k; ++j) row[j] += row[k] * from[j];
    }
  }
  std::vector<double> share(n, 0);
  share[0] = 1;
  double sum = 1;
  for (std::size_t k = 1; k < n; ++k) {
    for (std::size_t i = 0; i < k; ++i) share[k] += share[i] * p[i * n + k];
    sum += share[k];
  }
  for (double& x : share) x /= sum;
  return share;
}

/// |S| x |S| probabilities by rows.
std::vector<double> dense(const SparseMdp& chain) {
  const std::size_t n = chain.fixed_value.size();
  std::vector<double> p(n * n, 0);
  for (State s = 0; s < chain.num_states(); ++s) {
    double* row = &p[static_cast<std::size_t>(s) * n];
    for_each_transition(chain, s, [&](State t, double probability) { row[t] += probability; });
  }
  return p;
}

/// Where the chain is after some steps, each of which is made or not with probability 1/2.
std::vector<double> some_steps(const SparseMdp& chain) {
  std::vector<double> now(chain.fixed_value.size(), 1);
  std::vector<double> next(now.size());
  for (int i = 0; i < 50; ++i) {
    step(chain, now, next);
    for (std::size_t s = 0; s < now.size(); ++s) now[s] = (now[s] + next[s]) / 2;
  }
  return now;
}

struct Stationary {
  std::vector<double> share;
  double error_bound;
};

/// Of a chain that is one closed class of two states or more.
Stationary stationary(const SparseMdp& chain) {
  const std::size_t n = chain.fixed_value.size();
  Stationary result{n <= dense_at_most ? eliminate(dense(chain), n) : some_steps(chain), 0};
  // Between two visits to a state that is met often: soon come back to, which makes the equations easy.
  const auto home =
      static_cast<State>(std::max_element(result.share.begin(), result.share.end()) - result.share.begin());
  std::vector<std::uint8_t> open(n, 1);
  open[home] = 0;
  const TransientSystem away(chain, 1, open);
  std::vector<double> start(n, 0);
  for_each_transition(chain, home, [&](State t, double p) { start[t] += p; });

  if (n <= dense_at_most) {
    std::vector<double> visits = result.share;
    for (double& x : visits) x /= result.share[home];
    result.error_bound = away.visits_error(start, visits);
  } else {
    LinearSolution visits = away.visits(start);
    result.share = std::move(visits.x);
    result.share[home] = 1;
    double sum = 0;
    for (const double x : result.share) sum += x;
    for (double& x : result.share) x /= sum;
    result.error_bound = visits.error_bound;
  }
  // x / sum(x) is off by no more than twice what x is, over the sum, and by what dividing has rounded.
  result.error_bound = 2 * result.error_bound * result.share[home] + static_cast<double>(n + 4) * epsilon;
  return result;
}

/// Takes closed classes out of a chain.
class Restriction {
 public:
  explicit Restriction(const SparseMdp& chain) : chain_(chain), place_(chain.fixed_value.size(), -1) {}

  /// The chain on these states only, numbered in their order. @pre no transition leaves them, each has an action.
  SparseMdp to(const std::vector<State>& states) {
    for (std::size_t k = 0; k < states.size(); ++k) place_[states[k]] = static_cast<State>(k);
    SparseMdp part;
    part.fixed_value.assign(states.size(), 0);
    part.action_begin.push_back(0);
    part.row_begin.push_back(0);
    for (const State s : states) {
      for_each_transition(chain_, s, [&](State t, double p) {
        part.next_state.push_back(place_[t]);
        part.probability.push_back(p);
      });
      part.reward.push_back(chain_.reward[chain_.action_begin[s]]);
      part.row_begin.push_back(part.num_transitions());
      part.action_begin.push_back(part.num_rows());
    }
    return part;
  }

 private:
  const SparseMdp& chain_;
  std::vector<State> place_;  // |S|: in the class seen last
};

std::vector<std::uint8_t> transient_states(const SparseMdp& chain, const std::vector<ClosedClass>& classes) {
  std::vector<std::uint8_t> open(chain.fixed_value.size(), 1);
  for (const ClosedClass& closed : classes) {
    for (const State s : closed.states) open[s] = 0;
  }
  return open;
}

}  // namespace

std::vector<double> after_steps(const SparseMdp& chain, const std::vector<double>& initial, std::int64_t steps) {
  require_chain(chain);
  require_distribution(initial, chain.num_states());
  if (steps < 0) throw std::invalid_argument(text(steps, " steps"));
  std::vector<double> now = initial;
  std::vector<double> next(now.size());
  for (std::int64_t i = 0; i < steps; ++i) {
    step(chain, now, next);
    now.swap(next);
  }
  return now;
}

std::vector<ClosedClass> closed_classes(const SparseMdp& chain) {
  require_chain(chain);
  const Components components = strongly_connected_components(chain);
  Restriction restriction(chain);
  std::vector<ClosedClass> classes;
  for (State c = 0; c < components.count(); ++c) {
    const auto states = components.states_of(c);
    const bool closed = std::all_of(states.begin(), states.end(), [&](State s) {
      return chain.num_actions(s) == 0 || stays_inside(chain, chain.action_begin[s], components.component, c);
    });
    if (!closed) continue;
    ClosedClass result{{states.begin(), states.end()}, {1}, 0};
    std::sort(result.states.begin(), result.states.end());
    if (states.size() > 1) {
      auto [share, error_bound] = stationary(restriction.to(result.states));
      result.stationary = std::move(share);
      result.error_bound = error_bound;
    }
    classes.push_back(std::move(result));
  }
  return classes;
}

Certified long_run_distribution(const SparseMdp& chain, const std::vector<double>& initial) {
  require_chain(chain);
  require_distribution(initial, chain.num_states());
  const std::vector<ClosedClass> classes = closed_classes(chain);
  const std::vector<std::uint8_t> open = transient_states(chain, classes);
  const LinearSolution visits = TransientSystem(chain, 1, open).visits(initial);
  std::vector<double> arrives(open.size(), 0);  // |S|: in a closed class for the first time
  for (State s = 0; s < chain.num_states(); ++s) {
    if (open[s] == 0) arrives[s] += initial[s];
    if (open[s] == 0 || visits.x[s] == 0) continue;
    for_each_transition(chain, s, [&](State t, double p) { arrives[t] += open[t] == 0 ? visits.x[s] * p : 0; });
  }
  // A step of the long sums may be rounded as often as there are states.
  Certified result{std::vector<double>(open.size(), 0),
                   visits.exit_error + static_cast<double>(chain.num_states() + row_facts(chain).longest) * epsilon};
  for (const ClosedClass& closed : classes) {
    double probability = 0;
    for (const State s : closed.states) probability += arrives[s];
    for (std::size_t k = 0; k < closed.states.size(); ++k) {
      result.value[closed.states[k]] = probability * closed.stationary[k];
    }
    if (probability > 0) result.error_bound += probability * closed.error_bound;
  }
  return result;
}

Certified long_run_reward(const SparseMdp& chain) {
  const std::vector<ClosedClass> classes = closed_classes(chain);
  const RowFacts facts = row_facts(chain);
  Certified result{std::vector<double>(chain.fixed_value.size(), 0), 0};
  for (const ClosedClass& closed : classes) {
    double gain = 0;
    for (std::size_t k = 0; k < closed.states.size(); ++k) {
      const State s = closed.states[k];
      if (chain.num_actions(s) > 0) gain += closed.stationary[k] * chain.reward[chain.action_begin[s]];
    }
    for (const State s : closed.states) result.value[s] = gain;
    const double rounding = static_cast<double>(closed.states.size() + 2) * epsilon;
    result.error_bound = std::max(result.error_bound, (closed.error_bound + rounding) * facts.largest_reward);
  }
  // What the classes' gains are off is not added up on the way to them: the way ends in one.
  const std::vector<std::uint8_t> open = transient_states(chain, classes);
  std::vector<double> constant(open.size(), 0);
  for (State s = 0; s < chain.num_states(); ++s) {
    if (open[s] == 0) continue;
    for_each_transition(chain, s, [&](State t, double p) { constant[s] += open[t] == 0 ? p * result.value[t] : 0; });
  }
  const double rounding = static_cast<double>(facts.longest) * epsilon * facts.largest_reward;
  const LinearSolution before = TransientSystem(chain, 1, open).solve(constant, rounding);
  for (State s = 0; s < chain.num_states(); ++s) {
    if (open[s] != 0) result.value[s] = before.x[s];
  }
  result.error_bound += before.error_bound;
  return result;
}

}  // namespace aleator
