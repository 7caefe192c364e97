#include "core/mdp/average/average_reward.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>

#include "core/mdp/graph/components.hpp"
#include "core/mdp/undiscounted/outward.hpp"
#include "core/text.hpp"

namespace aleator {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The proved bounds of the gain of one end component; the best is the largest, of rewards negated where the least is
/// sought.
struct Gain {
  double lower = infinity;
  double upper = -infinity;
  bool done = false;  // close enough, or as close as doubles can tell

  double middle() const noexcept { return lower + (upper - lower) / 2; }
  double half_width() const noexcept {
    return (upper - lower) / 2 + std::numeric_limits<double>::epsilon() * std::max(std::abs(lower), std::abs(upper));
  }
};

/// Relative value iteration in all end components side by side.
class EndComponentGains {
 public:
  EndComponentGains(const SparseMdp& mdp, const AverageReward& options)
      : mdp_(mdp),
        options_(options),
        sign_(options.sense == Sense::max ? 1 : -1),
        components_(maximal_end_components(mdp, std::vector<std::uint8_t>(mdp.reward.size(), 1), PredecessorRows(mdp))),
        inside_(mdp.reward.size(), 0),
        gain_(static_cast<std::size_t>(components_.count)),
        policy_(mdp.fixed_value.size(), -1),
        v_(mdp.fixed_value.size(), 0),
        v_next_(mdp.fixed_value.size(), 0) {
    const RowFacts facts = row_facts(mdp);
    row_sums_off_ = std::max(facts.largest_sum - 1, 1 - facts.smallest_sum) +
                    static_cast<double>(facts.longest) * std::numeric_limits<double>::epsilon();
    group_states();
  }

  SolveStatus run(Effort& effort) {
    while (!std::all_of(gain_.begin(), gain_.end(), [](const Gain& gain) { return gain.done; })) {
      if (effort.exhausted()) return SolveStatus::max_sweeps;
      double residual = 0;
      for (State c = 0; c < components_.count; ++c) {
        if (gain_[c].done) continue;
        sweep(c, effort);
        residual = std::max(residual, gain_[c].half_width());
      }
      effort.residual.push_back(residual);
      if (effort.stop.stop_requested()) return SolveStatus::stopped;
    }
    return limited_ ? SolveStatus::precision_limit : SolveStatus::converged;
  }

  State count() const noexcept { return components_.count; }
  State component_of(State s) const noexcept { return components_.component[s]; }
  const Gain& gain(State c) const noexcept { return gain_[c]; }
  double largest_half_width() const noexcept {
    double largest = 0;
    for (const Gain& gain : gain_) largest = std::max(largest, gain.half_width());
    return largest;
  }
  /// The action to stay in the component with its gain.
  Action action(State s) const noexcept { return policy_[s]; }

 private:
  void group_states() {
    begin_.assign(static_cast<std::size_t>(components_.count) + 1, 0);
    for (const State c : components_.component) {
      if (c >= 0) ++begin_[static_cast<std::size_t>(c) + 1];
    }
    for (std::size_t c = 1; c < begin_.size(); ++c) begin_[c] += begin_[c - 1];
    states_.resize(static_cast<std::size_t>(begin_.back()));
    std::vector<State> end(begin_.begin(), begin_.end() - 1);
    for (State s = 0; s < mdp_.num_states(); ++s) {
      const State c = components_.component[s];
      if (c < 0) continue;
      states_[end[c]++] = s;
      for (std::int64_t row = mdp_.action_begin[s]; row < mdp_.action_begin[s + 1]; ++row) {
        if (!stays_inside(mdp_, row, components_.component, c)) continue;
        inside_[row] = 1;
        if (policy_[s] < 0) policy_[s] = static_cast<Action>(row - mdp_.action_begin[s]);
        // Before any sweep: between the smallest and the largest reward.
        gain_[c].lower = std::min(gain_[c].lower, sign_ * mdp_.reward[row]);
        gain_[c].upper = std::max(gain_[c].upper, sign_ * mdp_.reward[row]);
      }
    }
  }

  /// TV - V in state s, enclosed, and the action that attains it.
  Gain change(State s, Effort& effort) {
    double best = -infinity;
    Gain result{-infinity, -infinity};
    for (std::int64_t row = mdp_.action_begin[s]; row < mdp_.action_begin[s + 1]; ++row) {
      if (inside_[row] == 0) continue;
      const EnclosedValue q = enclosed_row_value(mdp_, row, sign_ * mdp_.reward[row], [&](State t) { return v_[t]; });
      effort.transitions_processed += mdp_.row_begin[row + 1] - mdp_.row_begin[row];
      // The policy's own row, so that what is proved of it is proved of the policy.
      if (q.value > best) {
        best = q.value;
        result.lower = q.lower();
        next_action_ = static_cast<Action>(row - mdp_.action_begin[s]);
      }
      result.upper = std::max(result.upper, q.upper());
    }
    const double rounding = std::numeric_limits<double>::epsilon() * (std::abs(best) + std::abs(v_[s]));
    result.lower -= v_[s] + rounding;
    result.upper -= v_[s] - rounding;
    v_next_[s] = v_[s] + options_.aperiodicity * (best - v_[s]);
    return result;
  }

  void sweep(State c, Effort& effort) {
    Gain now{infinity, -infinity};
    double largest_value = 0;
    double rounding = 0;
    actions_.clear();
    for (State k = begin_[c]; k < begin_[c + 1]; ++k) {
      const State s = states_[k];
      const Gain d = change(s, effort);
      actions_.push_back(next_action_);
      now.lower = std::min(now.lower, d.lower);
      now.upper = std::max(now.upper, d.upper);
      rounding = std::max(rounding, d.upper - d.lower);
      largest_value = std::max(largest_value, std::abs(v_[s]));
    }
    const double off = row_sums_off_ * largest_value;
    now.lower -= off;
    now.upper += off;
    Gain& gain = gain_[c];
    if (now.lower > gain.lower) {
      gain.lower = now.lower;
      for (State k = begin_[c]; k < begin_[c + 1]; ++k) policy_[states_[k]] = actions_[k - begin_[c]];
    }
    gain.upper = std::min(gain.upper, now.upper);
    const double origin = v_next_[states_[begin_[c]]];
    for (State k = begin_[c]; k < begin_[c + 1]; ++k) v_[states_[k]] = v_next_[states_[k]] - origin;
    settle(gain, now.upper - now.lower, 2 * (rounding + off));
  }

  /// @param width      of the bounds of this sweep
  /// @param precision  what of it comes of rounding and row sums
  void settle(Gain& gain, double width, double precision) {
    const bool close = gain.half_width() <= options_.tolerance / 2;
    gain.done = close || (width <= 2 * precision && precision > options_.tolerance / 2);
    limited_ = limited_ || (gain.done && !close);
  }

  const SparseMdp& mdp_;
  AverageReward options_;
  double sign_;
  EndComponents components_;
  std::vector<std::uint8_t> inside_;  // |SA|: the row does not leave its component
  std::vector<State> states_;         // by component
  std::vector<State> begin_;          // where each component's states begin
  std::vector<Gain> gain_;
  std::vector<Action> policy_;
  std::vector<double> v_;
  std::vector<double> v_next_;
  std::vector<Action> actions_;  // of one sweep
  Action next_action_ = -1;
  double row_sums_off_ = 0;
  bool limited_ = false;
};

/// The process in which one more action of each state of a component ends it at the loss of its gain. State |S| + c is
/// that end of component c.
SparseMdp process_of_coming_to_stay(const SparseMdp& mdp, const EndComponentGains& gains) {
  SparseMdp process;
  process.action_begin.push_back(0);
  process.row_begin.push_back(0);
  const auto end_row = [&] {
    process.reward.push_back(0);
    process.row_begin.push_back(process.num_transitions());
  };
  for (State s = 0; s < mdp.num_states(); ++s) {
    for (std::int64_t row = mdp.action_begin[s]; row < mdp.action_begin[s + 1]; ++row) {
      const auto begin = static_cast<std::ptrdiff_t>(mdp.row_begin[row]);
      const auto end = static_cast<std::ptrdiff_t>(mdp.row_begin[row + 1]);
      process.next_state.insert(process.next_state.end(), mdp.next_state.begin() + begin, mdp.next_state.begin() + end);
      process.probability.insert(process.probability.end(), mdp.probability.begin() + begin,
                                 mdp.probability.begin() + end);
      end_row();
    }
    if (gains.component_of(s) >= 0) {
      process.next_state.push_back(mdp.num_states() + gains.component_of(s));
      process.probability.push_back(1);
      end_row();
    }
    process.action_begin.push_back(process.num_rows());
  }
  process.fixed_value.assign(mdp.fixed_value.size(), 0);
  for (State c = 0; c < gains.count(); ++c) {
    process.fixed_value.push_back(-gains.gain(c).middle());
    process.action_begin.push_back(process.num_rows());
  }
  return process;
}

/// In a component where some state stays, all do: the others would only move to that one.
std::vector<Action> with_gains(const SparseMdp& mdp, const EndComponentGains& gains, std::vector<Action> policy) {
  policy.resize(mdp.fixed_value.size());
  std::vector<std::uint8_t> stays(static_cast<std::size_t>(gains.count()), 0);
  const auto component = [&](State s) { return gains.component_of(s); };
  for (State s = 0; s < mdp.num_states(); ++s) {
    if (component(s) >= 0 && policy[s] == mdp.num_actions(s)) stays[component(s)] = 1;
  }
  for (State s = 0; s < mdp.num_states(); ++s) {
    if (component(s) >= 0 && stays[component(s)] != 0) policy[s] = gains.action(s);
  }
  return policy;
}

/// From losses back to gains, widened by what the components' gains may be off.
void turn_into_gains(Solution& solution, State num_states, double sign, double off) {
  for (auto* values : {&solution.value, &solution.lower, &solution.upper}) {
    values->resize(static_cast<std::size_t>(num_states));
    for (double& x : *values) x = x == 0 ? 0 : -sign * x;  // not -0
  }
  if (sign > 0) solution.lower.swap(solution.upper);
  const auto rounding = [](double x) { return std::numeric_limits<double>::epsilon() * std::abs(x); };
  for (double& x : solution.lower) x -= off + rounding(x);
  for (double& x : solution.upper) x += off + rounding(x);
  solution.error_bound = 0;
  for (State s = 0; s < num_states; ++s) {
    const double distance = std::max(solution.upper[s] - solution.value[s], solution.value[s] - solution.lower[s]);
    solution.error_bound = distance >= 0 ? std::max(solution.error_bound, distance + rounding(distance)) : infinity;
  }
}

}  // namespace

UndiscountedSolution average_reward(const SparseMdp& mdp, const AverageReward& options, const Method& method,
                                    Effort& effort) {
  if (!(options.tolerance > 0)) throw std::invalid_argument(text("tolerance ", options.tolerance));
  if (!(options.aperiodicity > 0 && options.aperiodicity <= 1)) {
    throw std::invalid_argument(text("aperiodicity ", options.aperiodicity, " is not in (0, 1]"));
  }
  if (mdp.is_game()) {
    throw std::invalid_argument("average reward of a game: its end components have no gain of their own");
  }
  EndComponentGains gains(mdp, options);
  const SolveStatus status = gains.run(effort);
  if (!std::isfinite(gains.largest_half_width())) return nothing_proved(mdp, values_overflow);
  const SparseMdp process = process_of_coming_to_stay(mdp, gains);
  Objective objective{ObjectiveKind::reach_reward, Sense::min};
  for (State s = 0; s < process.num_states(); ++s) objective.target.push_back(process.num_actions(s) == 0 ? 1 : 0);

  UndiscountedSolution result = solve_undiscounted(process, objective, options.tolerance / 2, method, effort);
  Solution& solution = result.solution;
  const SolveStatus ended = solution.status == SolveStatus::converged ? status : solution.status;
  solution.residual = effort.residual;
  solution.transitions_processed = effort.transitions_processed;
  turn_into_gains(solution, mdp.num_states(), options.sense == Sense::max ? 1 : -1, gains.largest_half_width());
  const bool near = solution.error_bound <= options.tolerance;
  solution.settle(ended == SolveStatus::converged && !near ? SolveStatus::precision_limit : ended, options.tolerance);
  if (!result.policy.empty()) result.policy = with_gains(mdp, gains, std::move(result.policy));
  return result;
}

}  // namespace aleator
