// Rows without indices: stretches of states whose transitions go to state + constant with equal probabilities.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/executor.hpp"
#include "core/mdp/bellman.hpp"
#include "core/mdp/model.hpp"
#include "core/mdp/sparse_mdp.hpp"

namespace aleator {

/// The transitions that the states of a run share, relative to the state. All actions at once are
///
///     Q(s, a) = reward[a] + discount * (sum_j shared[j] v[s + shared_offset[j]] + sum_k extra[k] v[s +
///     extra_offset[k]])
///
/// where shared[j] is the least probability that any action has for its offset, and k runs over what action a has
/// beyond that. On a king's grid, where the cell that is aimed at differs and the slips do not, this takes 8 + 8 terms
/// for 8 actions of 8 transitions each.
struct StencilPattern {
  std::vector<std::int64_t> row_begin;  // |A| + 1, into offset and probability
  std::vector<std::int32_t> offset;     // of the next state
  std::vector<double> probability;
  std::vector<double> reward;  // |A|

  std::vector<std::int32_t> shared_offset;
  std::vector<double> shared;
  std::vector<std::int64_t> extra_begin;  // |A| + 1
  std::vector<std::int32_t> extra_offset;
  std::vector<double> extra;

  /// Every action has one extra term of the same weight, and the same reward: the best action is where v is best.
  bool one_extra = false;
  /// Where, besides, the offsets shared are those of the extra terms and all weigh the same: how many there are; else
  /// 0.
  std::size_t one_weight = 0;

  Action num_actions() const noexcept { return static_cast<Action>(reward.size()); }
};

/// @param rows  of which those of state `index` are those of the process's state `state`
StencilPattern make_pattern(const SparseMdp& rows, State index, State state);

/// A stretch of consecutive states.
struct StencilRun {
  State begin;
  State end;
  std::int32_t pattern;  // -1: general rows
  State first_general;   // the number of state `begin` in StencilMdp::general
};

/// A process most of whose states belong to runs; the others keep general rows. No game.
struct StencilMdp {
  std::vector<StencilRun> runs;  // all states, ascending
  std::vector<StencilPattern> patterns;
  SparseMdp general;  // rows of the states outside runs, numbered in their order; next states are of the process
  State total_states = 0;
  std::int64_t transitions = 0;

  State num_states() const noexcept { return total_states; }
  std::int64_t num_transitions() const noexcept { return transitions; }
  std::size_t bytes() const noexcept;

  /// The run that a state belongs to.
  const StencilRun& run_of(State s) const noexcept {
    return *(
        std::upper_bound(runs.begin(), runs.end(), s, [](State t, const StencilRun& run) { return t < run.begin; }) -
        1);
  }

  Action num_actions(State s) const noexcept {
    const StencilRun& run = run_of(s);
    return run.pattern < 0 ? general.num_actions(run.first_general + (s - run.begin))
                           : patterns[run.pattern].num_actions();
  }
  double fixed_value(State s) const noexcept {
    const StencilRun& run = run_of(s);
    return run.pattern < 0 ? general.fixed_value[run.first_general + (s - run.begin)] : 0.0;
  }
  template <class Visit>
  void for_each_transition(State s, Action a, Visit&& visit) const {
    const StencilRun& run = run_of(s);
    if (run.pattern < 0) {
      const std::int64_t row = general.action_begin[run.first_general + (s - run.begin)] + a;
      for (std::int64_t i = general.row_begin[row]; i < general.row_begin[row + 1]; ++i) {
        visit(general.next_state[i], general.probability[i], general.reward[row]);
      }
      return;
    }
    const StencilPattern& pattern = patterns[run.pattern];
    for (std::int64_t i = pattern.row_begin[a]; i < pattern.row_begin[a + 1]; ++i) {
      visit(s + pattern.offset[i], pattern.probability[i], pattern.reward[a]);
    }
  }
};
static_assert(Model<StencilMdp>);

RowFacts row_facts(const StencilMdp& mdp);

/// Counts the transitions. @throws std::invalid_argument if a next state lies outside the process.
void check_runs(StencilMdp& mdp);

/// As for SparseMdp; the sums are taken in another order and with fused operations, so that values differ by rounding
/// (within what DiscountedBounds::rounding allows for).
Change bellman_backup(const StencilMdp& mdp, double discount, Sense sense, StateRange block, std::span<const double> v,
                      std::span<double> v_next) noexcept;

static_assert(BellmanRows<StencilMdp>);

/// Where the runs of a model are, and which patterns they have; short runs are as good as long ones if many states have
/// their pattern.
struct StencilPlan {
  struct Run {
    State begin;
    State end;
    std::int32_t pattern;
  };
  struct Pattern {
    State first;          // a state that has it
    std::int64_t states;  // how many have it
  };
  std::vector<Run> runs;  // all states, ascending
  std::vector<Pattern> patterns;
  bool pays = true;  // few patterns for many states; else runs and patterns are incomplete
};

/// A pattern of fewer states is not worth it: they get general rows.
inline constexpr std::int64_t least_states_of_pattern = 16;

namespace detail {

/// The transitions of one state as visited, relative to it.
struct RelativeRows {
  struct Entry {
    std::int32_t offset;
    double probability;
    double reward;
    bool operator==(const Entry&) const = default;
  };
  std::vector<Entry> entries;
  std::vector<std::size_t> row_end;

  bool operator==(const RelativeRows&) const = default;
  std::size_t hash() const noexcept;

  template <Model M>
  void assign(const M& model, State s) {
    entries.clear();
    row_end.clear();
    const Action actions = model.num_actions(s);
    for (Action a = 0; a < actions; ++a) {
      model.for_each_transition(s, a, [&](State next, double p, double r) { entries.push_back({next - s, p, r}); });
      row_end.push_back(entries.size());
    }
  }

  template <Model M>
  bool same_as(const M& model, State s) const {
    if (static_cast<std::size_t>(model.num_actions(s)) != row_end.size()) return false;
    std::size_t i = 0;
    bool same = true;
    for (std::size_t a = 0; a < row_end.size() && same; ++a) {
      model.for_each_transition(s, static_cast<Action>(a), [&](State next, double p, double r) {
        same = same && i < row_end[a] && entries[i] == Entry{next - s, p, r};
        ++i;
      });
      same = same && i == row_end[a];
    }
    return same;
  }
};

/// Collects the runs of a plan in the order of the states.
class StencilPlanner {
 public:
  /// The next run; its last state is not known yet.
  void begin_run(State begin, const RelativeRows& rows);
  /// Ends the run before. @pre states are given in ascending order
  void end_run(State end);
  bool pays() const noexcept { return plan_.pays; }
  StencilPlan finish(State num_states) &&;

 private:
  StencilPlan plan_;
  std::vector<RelativeRows> rows_;  // of each pattern
  std::unordered_multimap<std::size_t, std::int32_t> by_hash_;
};

/// Where in `block` runs of equal rows begin, and the rows there.
template <Model M>
std::vector<std::pair<State, RelativeRows>> run_begins(const M& model, StateRange block) {
  std::vector<std::pair<State, RelativeRows>> begins;
  RelativeRows rows;
  for (State s = block.begin; s < block.end; ++s) {
    if (s > block.begin && rows.same_as(model, s)) continue;
    rows.assign(model, s);
    begins.emplace_back(s, rows);
  }
  return begins;
}

template <Model M>
void add_rows(const M& model, State s, SparseMdpBuilder& builder) {
  builder.name_state(s);
  add_state(builder, model, s);
}

}  // namespace detail

/// Looks at every transition once, in parallel, or only at the first states if they have no pattern in common.
template <Model M, Executor E>
StencilPlan plan_stencil(const M& model, E& executor) {
  constexpr State block_states = 4096;
  const State n = model.num_states();
  detail::StencilPlanner planner;
  State window_states = block_states;  // grows, so that it is soon known whether it pays
  for (State window = 0, end = 0; window < n && planner.pays(); window = end, window_states *= 2) {
    window_states = std::min(window_states, 64 * block_states);
    end = window + std::min(window_states, n - window);
    executor.reduce_blocks(
        static_cast<std::size_t>((end - window + block_states - 1) / block_states), 0,
        [&](std::size_t block) {
          const State begin = window + static_cast<State>(block) * block_states;
          return detail::run_begins(model, {begin, std::min(end, begin + block_states)});
        },
        [&](int&, auto&& begins) {
          for (const auto& [begin, rows] : begins) planner.begin_run(begin, rows);
        });
  }
  return std::move(planner).finish(n);
}

/// @throws std::invalid_argument as build_sparse does. @pre plan.pays
template <Model M>
StencilMdp build_stencil(const M& model, const StencilPlan& plan) {
  const State n = model.num_states();
  SparseMdpBuilder general(n);
  SparseMdpBuilder of_patterns(n);
  StencilMdp mdp;
  mdp.total_states = n;
  std::vector<std::int32_t> number(plan.patterns.size(), -1);
  std::vector<State> first_states;
  for (std::size_t i = 0; i < plan.patterns.size(); ++i) {
    const auto& [first, states] = plan.patterns[i];
    if (states < least_states_of_pattern || model.num_actions(first) == 0) continue;
    number[i] = static_cast<std::int32_t>(first_states.size());
    first_states.push_back(first);
    detail::add_rows(model, first, of_patterns);
  }
  for (const auto& [begin, end, pattern] : plan.runs) {
    const std::int32_t kept = number[static_cast<std::size_t>(pattern)];
    const bool joins = kept < 0 && !mdp.runs.empty() && mdp.runs.back().pattern < 0;
    if (!joins) mdp.runs.push_back({begin, end, kept, general.num_ended()});
    mdp.runs.back().end = end;
    for (State s = begin; s < end && kept < 0; ++s) detail::add_rows(model, s, general);
  }
  mdp.general = std::move(general).take();
  const SparseMdp rows = std::move(of_patterns).take();
  for (std::size_t i = 0; i < first_states.size(); ++i) {
    mdp.patterns.push_back(make_pattern(rows, static_cast<State>(i), first_states[i]));
  }
  check_runs(mdp);
  return mdp;
}

}  // namespace aleator
