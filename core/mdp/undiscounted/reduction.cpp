#include "core/mdp/undiscounted/reduction.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "core/mdp/graph/components.hpp"
#include "core/mdp/graph/reachability.hpp"
#include "core/text.hpp"

namespace aleator {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

using Marks = std::vector<std::uint8_t>;

/// What the graph tells of the states.
struct Knowledge {
  std::vector<double> value;     // |S|: `unknown`, finite or infinite
  std::vector<State> group;      // |S|: states of one group become one; -1: alone
  bool groups_may_stay = false;  // for ever, for 0
  Improper improper = Improper::none;
  std::vector<Action> policy;  // |S|: in states with a known value; -1: any
  std::string doubt;
};

class GraphStep {
 public:
  GraphStep(const SparseMdp& mdp, const Objective& objective)
      : mdp_(mdp), objective_(objective), equation_{mdp, 1, objective.sense}, predecessors_(mdp) {
    const auto n = mdp.fixed_value.size();
    known_.value.assign(n, unknown);
    known_.group.assign(n, -1);
    known_.policy.assign(n, -1);
  }

  Knowledge run() && {
    switch (objective_.kind) {
      case ObjectiveKind::reach_probability:
        reach_probability();
        break;
      case ObjectiveKind::reach_reward:
      case ObjectiveKind::expected_steps:
        reach_reward();
        break;
      default:
        total_reward();
    }
    return std::move(known_);
  }

 private:
  double loss(std::int64_t row) const noexcept {
    return step_reward(mdp_, objective_, row) * (objective_.sense == Sense::min ? 1 : -1);
  }

  void reach_probability() {
    Reachability reach = reachability(equation_, Sense::max, objective_.target, predecessors_);
    for (std::size_t s = 0; s < known_.value.size(); ++s) {
      if (reach.chance[s] != Chance::between) known_.value[s] = reach.chance[s] == Chance::one ? 1 : 0;
    }
    known_.policy = std::move(reach.choice);
    // A chain has no choice; who can stay for ever makes the least probability 0.
    if (!mdp_.is_game() && (objective_.sense == Sense::min || mdp_.is_chain())) return;
    EndComponents ends = maximal_end_components(mdp_, rows_among_unknown(), predecessors_);
    if (ends.count == 0) return;
    if (mdp_.is_game()) {
      known_.improper = Improper::game;
    } else {
      known_.group = std::move(ends.component);
    }
  }

  void reach_reward() {
    Reachability reach = reachability(equation_, Sense::min, objective_.target, predecessors_);
    for (State s = 0; s < mdp_.num_states(); ++s) {
      if (reach.chance[s] != Chance::one) known_.value[s] = infinity;
      if (objective_.target[s] == 0) continue;
      const bool counts = objective_.kind == ObjectiveKind::reach_reward && mdp_.num_actions(s) == 0;
      known_.value[s] = counts ? mdp_.fixed_value[s] : 0;
    }
    known_.policy = std::move(reach.choice);
    if (!mdp_.is_game() && (objective_.sense == Sense::max || mdp_.is_chain())) return;  // no policy misses the target
    const Marks rows = rows_among_unknown();
    const EndComponents ends = maximal_end_components(mdp_, rows, predecessors_);
    if (ends.count == 0) return;
    if (mdp_.is_game()) {
      known_.improper = Improper::game;
      if (any_row_inside(ends, rows, [](double reward) { return reward < 0; })) {
        known_.doubt = "negative rewards in an end component of a game";
      }
      return;
    }
    take_out_end_components(ends, rows);
  }

  void total_reward() {
    for (State s = 0; s < mdp_.num_states(); ++s) {
      if (mdp_.num_actions(s) == 0) known_.value[s] = mdp_.fixed_value[s];
    }
    const Marks all(mdp_.reward.size(), 1);
    const EndComponents ends = maximal_end_components(mdp_, all, predecessors_);
    if (ends.count == 0) return;
    if (mdp_.is_game()) throw std::invalid_argument("total reward of a game that may go on for ever");
    const Marks gain = states_of_gain(ends, all);
    if (!known_.doubt.empty()) return;
    const EndComponents free = maximal_end_components(mdp_, rows_of_zero(all), predecessors_);
    Marks good(gain);  // where a play can end, or stay, without infinite loss
    for (State s = 0; s < mdp_.num_states(); ++s) good[s] |= mdp_.num_actions(s) == 0 || free.component[s] >= 0;
    const Reachability reach = reachability(equation_, objective_.sense, good, predecessors_);
    const std::vector<Action> to_gain = ways_to(gain, all);
    for (State s = 0; s < mdp_.num_states(); ++s) {
      if (reach.chance[s] == Chance::one) continue;
      known_.value[s] = objective_.sense == Sense::min ? infinity : -infinity;
      if (to_gain[s] >= 0) known_.doubt = text("state ", s, " cannot avoid an infinite loss, and can gain without end");
    }
    known_.groups_may_stay = true;
    take_out_end_components(ends, rows_among_unknown());
  }

  /// Rows of states without a known value that lead to no state of infinite value.
  Marks rows_among_unknown() const {
    Marks rows(mdp_.reward.size(), 0);
    for (State s = 0; s < mdp_.num_states(); ++s) {
      if (!std::isnan(known_.value[s])) continue;
      for (std::int64_t row = mdp_.action_begin[s]; row < mdp_.action_begin[s + 1]; ++row) {
        const auto* next = mdp_.next_state.data();
        rows[row] = std::none_of(next + mdp_.row_begin[row], next + mdp_.row_begin[row + 1],
                                 [&](State t) { return std::isinf(known_.value[t]); });
      }
    }
    return rows;
  }

  Marks rows_of_zero(const Marks& rows) const {
    Marks zero(rows);
    for (std::int64_t row = 0; row < mdp_.num_rows(); ++row) {
      if (loss(row) != 0) zero[row] = 0;
    }
    return zero;
  }

  bool inside(const EndComponents& ends, const Marks& rows, State s, std::int64_t row) const noexcept {
    return ends.component[s] >= 0 && rows[row] != 0 && stays_inside(mdp_, row, ends.component, ends.component[s]);
  }

  template <class Predicate>
  bool any_row_inside(const EndComponents& ends, const Marks& rows, Predicate predicate) const {
    for (State s = 0; s < mdp_.num_states(); ++s) {
      for (std::int64_t row = mdp_.action_begin[s]; row < mdp_.action_begin[s + 1]; ++row) {
        if (predicate(step_reward(mdp_, objective_, row)) && inside(ends, rows, s, row)) return true;
      }
    }
    return false;
  }

  /// States of end components in which one gains without end: no row loses, and some gain. Doubts if some component
  /// has rows of both kinds.
  Marks states_of_gain(const EndComponents& ends, const Marks& rows) {
    enum : std::uint8_t { gains = 1, loses = 2 };
    Marks signs(static_cast<std::size_t>(ends.count), 0);
    for (State s = 0; s < mdp_.num_states(); ++s) {
      for (std::int64_t row = mdp_.action_begin[s]; row < mdp_.action_begin[s + 1]; ++row) {
        if (loss(row) == 0 || !inside(ends, rows, s, row)) continue;
        signs[ends.component[s]] |= loss(row) < 0 ? gains : loses;
        if (signs[ends.component[s]] == (gains | loses) && known_.doubt.empty()) {
          known_.doubt = text("rewards of both signs in the end component of state ", s);
        }
      }
    }
    Marks gain(mdp_.fixed_value.size(), 0);
    for (State s = 0; s < mdp_.num_states(); ++s) {
      gain[s] = ends.component[s] >= 0 && signs[ends.component[s]] == gains;
      if (ends.component[s] >= 0 && signs[ends.component[s]] == loses) known_.improper = Improper::infinite;
    }
    return gain;
  }

  /// For each state that can come to a marked one by the given rows: an action that may lead there on a shortest way.
  /// In marked states: 0. Elsewhere: -1.
  std::vector<Action> ways_to(const Marks& marked, const Marks& rows) const {
    std::vector<Action> way(marked.size(), -1);
    std::vector<State> queue;
    for (State s = 0; s < mdp_.num_states(); ++s) {
      if (marked[s] == 0) continue;
      way[s] = 0;
      queue.push_back(s);
    }
    for (std::size_t head = 0; head < queue.size(); ++head) {
      for (const RowIndex row : predecessors_.rows_into(queue[head])) {
        const State s = predecessors_.state_of(row);
        if (rows[row] == 0 || way[s] >= 0) continue;
        way[s] = static_cast<Action>(row - mdp_.action_begin[s]);
        queue.push_back(s);
      }
    }
    return way;
  }

  /// Of the process that `rows` make: who can gain without end is worth that; end components without rewards become
  /// groups.
  void take_out_end_components(const EndComponents& ends, const Marks& rows) {
    known_.improper = Improper::none;
    const Marks gain = states_of_gain(ends, rows);
    if (std::find(gain.begin(), gain.end(), 1) != gain.end()) know_infinite_gain(ends, rows, gain);
    EndComponents free = maximal_end_components(mdp_, rows_of_zero(rows), predecessors_);
    for (std::size_t s = 0; s < free.component.size(); ++s) {
      if (std::isnan(known_.value[s])) known_.group[s] = free.component[s];
    }
  }

  void know_infinite_gain(const EndComponents& ends, const Marks& rows, const Marks& gain) {
    // Inside: go where there is something to gain, and take it. From outside: go inside.
    Marks inner(rows);
    Marks source(gain.size(), 0);
    std::vector<Action> take(gain.size(), -1);
    for (State s = 0; s < mdp_.num_states(); ++s) {
      for (std::int64_t row = mdp_.action_begin[s]; row < mdp_.action_begin[s + 1]; ++row) {
        inner[row] = gain[s] != 0 && inside(ends, rows, s, row);
        if (inner[row] == 0 || loss(row) == 0) continue;
        source[s] = 1;
        take[s] = static_cast<Action>(row - mdp_.action_begin[s]);
      }
    }
    const std::vector<Action> within = ways_to(source, inner);
    const std::vector<Action> into = ways_to(gain, rows);
    for (std::size_t s = 0; s < gain.size(); ++s) {
      if (into[s] < 0) continue;
      known_.value[s] = objective_.sense == Sense::min ? -infinity : infinity;
      known_.policy[s] = source[s] != 0 ? take[s] : gain[s] != 0 ? within[s] : into[s];
    }
  }

  const SparseMdp& mdp_;
  const Objective& objective_;
  BellmanEquation equation_;
  PredecessorRows predecessors_;
  Knowledge known_;
};

/// Writes the rows that are left.
class Builder {
 public:
  Builder(const SparseMdp& mdp, const Objective& objective, Knowledge knowledge)
      : mdp_(mdp), objective_(objective), known_(std::move(knowledge)) {}

  Reduction run() && {
    number_the_states();
    if (has_infinite_ || has_groups_) {
      sort_the_members();
      reserve();
      for (State c = 0; c < result_.num_unknown; ++c) add_state(c);
    } else {
      copy_all_rows();
    }
    SparseMdp& mdp = result_.mdp;
    mdp.action_begin.resize(mdp.fixed_value.size() + 1, mdp.num_rows());
    if (mdp_.is_game()) mdp.owner.resize(mdp.fixed_value.size(), Sense::max);
    result_.sense = objective_.sense;
    result_.improper = known_.improper;
    result_.policy = std::move(known_.policy);
    for (State s = 0; s < mdp_.num_states(); ++s) {
      if (result_.policy[s] < 0 && mdp_.num_actions(s) > 0) result_.policy[s] = 0;
    }
    return std::move(result_);
  }

 private:
  /// States without a known value first, then one for each known value.
  void number_the_states() {
    const auto n = known_.value.size();
    result_.reduced_state.resize(n);
    std::vector<State> of_group(n, -1);
    std::map<double, State> of_value;
    if (known_.groups_may_stay) of_value[0] = -1;
    for (std::size_t s = 0; s < n; ++s) {
      if (std::isnan(known_.value[s])) {
        has_groups_ = has_groups_ || known_.group[s] >= 0;
        State& number = known_.group[s] < 0 ? result_.reduced_state[s] : of_group[known_.group[s]];
        if (known_.group[s] < 0 || number < 0) number = result_.num_unknown++;
        result_.reduced_state[s] = number;
      } else if (std::isfinite(known_.value[s])) {
        of_value[known_.value[s]] = -1;
      }
    }
    result_.mdp.fixed_value.assign(static_cast<std::size_t>(result_.num_unknown), 0);
    for (auto& [value, number] : of_value) {
      number = result_.mdp.num_states();
      result_.mdp.fixed_value.push_back(value);
    }
    if (known_.groups_may_stay) end_of_staying_ = of_value[0];
    for (std::size_t s = 0; s < n; ++s) {
      const double value = known_.value[s];
      if (std::isfinite(value)) result_.reduced_state[s] = of_value[value];
      if (value == infinity) result_.reduced_state[s] = Reduction::positive_infinity;
      if (value == -infinity) result_.reduced_state[s] = Reduction::negative_infinity;
      has_infinite_ = has_infinite_ || std::isinf(value);
    }
  }

  void sort_the_members() {
    member_begin_.assign(static_cast<std::size_t>(result_.num_unknown) + 2, 0);
    for (const State c : result_.reduced_state) {
      if (c >= 0 && c < result_.num_unknown) ++member_begin_[c + 2];
    }
    for (std::size_t c = 2; c < member_begin_.size(); ++c) member_begin_[c] += member_begin_[c - 1];
    members_.resize(static_cast<std::size_t>(member_begin_.back()));
    for (State s = 0; s < mdp_.num_states(); ++s) {
      const State c = result_.reduced_state[s];
      if (c >= 0 && c < result_.num_unknown) members_[member_begin_[c + 1]++] = s;
    }
  }

  /// What add_state() makes of all states where each is alone and all rows are left: the order stays, and all rows of
  /// states without a known value are copied at once.
  void copy_all_rows() {
    SparseMdp& mdp = result_.mdp;
    std::size_t rows = 0;
    std::size_t transitions = 0;
    for_each_unknown([&](State s) {
      rows += static_cast<std::size_t>(mdp_.num_actions(s));
      transitions += static_cast<std::size_t>(transitions_end(s) - transitions_begin(s));
    });
    reserve(rows, transitions);
    for_each_unknown([&](State s) {
      const std::int64_t shift = mdp.num_transitions() - transitions_begin(s);
      for (std::int64_t row = mdp_.action_begin[s]; row < mdp_.action_begin[s + 1]; ++row) {
        mdp.row_begin.push_back(mdp_.row_begin[row + 1] + shift);
        mdp.reward.push_back(step_reward(mdp_, objective_, row));
        result_.original_row.push_back(static_cast<RowIndex>(row));
      }
      const auto next = mdp_.next_state.begin();
      const auto probability = mdp_.probability.begin();
      mdp.next_state.insert(mdp.next_state.end(), next + transitions_begin(s), next + transitions_end(s));
      mdp.probability.insert(mdp.probability.end(), probability + transitions_begin(s),
                             probability + transitions_end(s));
      mdp.action_begin.push_back(mdp.num_rows());
      if (mdp_.is_game()) mdp.owner.push_back(mdp_.owner[s]);
    });
    for (State& next : mdp.next_state) next = result_.reduced_state[next];
  }

  template <class Visit>
  void for_each_unknown(Visit visit) const {
    for (State s = 0; s < mdp_.num_states(); ++s) {
      if (std::isnan(known_.value[s])) visit(s);
    }
  }

  std::int64_t transitions_begin(State s) const noexcept { return mdp_.row_begin[mdp_.action_begin[s]]; }
  std::int64_t transitions_end(State s) const noexcept { return mdp_.row_begin[mdp_.action_begin[s + 1]]; }

  template <class Visit>
  void for_each_row(State c, Visit visit) const {
    for (State i = member_begin_[c]; i < member_begin_[c + 1]; ++i) {
      const State s = members_[i];
      for (std::int64_t row = mdp_.action_begin[s]; row < mdp_.action_begin[s + 1]; ++row) {
        if (is_left(s, row)) visit(s, row);
      }
    }
  }

  bool is_left(State s, std::int64_t row) const noexcept {
    if (known_.group[s] < 0 && !has_infinite_) return true;
    bool staying = known_.group[s] >= 0 && step_reward(mdp_, objective_, row) == 0;
    for (std::int64_t i = mdp_.row_begin[row]; i < mdp_.row_begin[row + 1]; ++i) {
      const State next = result_.reduced_state[mdp_.next_state[i]];
      if (next < 0) return false;
      staying = staying && next == result_.reduced_state[s];
    }
    return !staying;
  }

  bool may_stay(State c) const noexcept {
    return known_.groups_may_stay && known_.group[members_[member_begin_[c]]] >= 0;
  }

  void reserve() {
    std::size_t rows = 0;
    std::size_t transitions = 0;
    for (State c = 0; c < result_.num_unknown; ++c) {
      for_each_row(c, [&](State, std::int64_t row) {
        ++rows;
        transitions += static_cast<std::size_t>(mdp_.row_begin[row + 1] - mdp_.row_begin[row]);
      });
      rows += may_stay(c);
      transitions += may_stay(c);
    }
    reserve(rows, transitions);
  }

  /// Exactly what is needed: vectors that grow would take twice the memory.
  void reserve(std::size_t rows, std::size_t transitions) {
    SparseMdp& mdp = result_.mdp;
    mdp.action_begin.reserve(mdp.fixed_value.size() + 1);
    mdp.row_begin.reserve(rows + 1);
    mdp.reward.reserve(rows);
    result_.original_row.reserve(rows);
    mdp.next_state.reserve(transitions);
    mdp.probability.reserve(transitions);
    mdp.action_begin.push_back(0);
    mdp.row_begin.push_back(0);
  }

  void add_state(State c) {
    SparseMdp& mdp = result_.mdp;
    for_each_row(c, [&](State, std::int64_t row) {
      for (std::int64_t i = mdp_.row_begin[row]; i < mdp_.row_begin[row + 1]; ++i) {
        // Not merged: a sum of probabilities would be rounded.
        mdp.next_state.push_back(result_.reduced_state[mdp_.next_state[i]]);
        mdp.probability.push_back(mdp_.probability[i]);
      }
      end_row(step_reward(mdp_, objective_, row), static_cast<RowIndex>(row));
    });
    if (may_stay(c)) {
      mdp.next_state.push_back(end_of_staying_);
      mdp.probability.push_back(1);
      end_row(0, Reduction::stay);
    }
    mdp.action_begin.push_back(mdp.num_rows());
    if (mdp_.is_game()) mdp.owner.push_back(mdp_.owner[members_[member_begin_[c]]]);
  }

  void end_row(double reward, RowIndex original) {
    result_.mdp.reward.push_back(reward);
    result_.mdp.row_begin.push_back(result_.mdp.num_transitions());
    result_.original_row.push_back(original);
  }

  const SparseMdp& mdp_;
  const Objective& objective_;
  Knowledge known_;
  Reduction result_;
  State end_of_staying_ = -1;        // the reduced state of value 0
  bool has_infinite_ = false;        // some state's value is infinite
  bool has_groups_ = false;          // some states become one
  std::vector<State> members_;       // original states, those of one reduced state together
  std::vector<State> member_begin_;  // of each reduced state with actions
};

/// Moves the states that are one with others towards those that have a row in `policy` already.
void move_within_groups(const SparseMdp& mdp, const Objective& objective, const Reduction& reduction,
                        std::vector<Action>& policy) {
  const PredecessorRows predecessors(mdp);
  std::vector<State> queue;
  for (State s = 0; s < mdp.num_states(); ++s) {
    if (policy[s] >= 0) queue.push_back(s);
  }
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const State to = reduction.reduced_state[queue[head]];
    for (const RowIndex row : predecessors.rows_into(queue[head])) {
      const State s = predecessors.state_of(row);
      if (policy[s] >= 0 || reduction.reduced_state[s] != to || step_reward(mdp, objective, row) != 0 ||
          !stays_inside(mdp, row, reduction.reduced_state, to)) {
        continue;
      }
      policy[s] = static_cast<Action>(row - mdp.action_begin[s]);
      queue.push_back(s);
    }
  }
}

}  // namespace

double step_reward(const SparseMdp& mdp, const Objective& objective, std::int64_t row) noexcept {
  switch (objective.kind) {
    case ObjectiveKind::reach_probability:
      return 0;
    case ObjectiveKind::expected_steps:
      return 1;
    default:
      return mdp.reward[row];
  }
}

Reduction reduce(const SparseMdp& mdp, const Objective& objective) {
  if (objective.kind == ObjectiveKind::discounted || objective.kind == ObjectiveKind::average_reward) {
    throw std::invalid_argument("neither discounted nor average rewards can be reduced");
  }
  if (objective.kind != ObjectiveKind::total_reward && objective.target.size() != mdp.fixed_value.size()) {
    throw std::invalid_argument(text("a target for ", objective.target.size(), " states of ", mdp.fixed_value.size()));
  }
  Knowledge knowledge = GraphStep(mdp, objective).run();
  if (!knowledge.doubt.empty()) {
    Reduction nothing;
    nothing.doubt = std::move(knowledge.doubt);
    return nothing;
  }
  return Builder(mdp, objective, std::move(knowledge)).run();
}

std::vector<double> original_values(const Reduction& reduction, std::span<const double> reduced_value) {
  std::vector<double> value(reduction.reduced_state.size());
  std::transform(reduction.reduced_state.begin(), reduction.reduced_state.end(), value.begin(), [&](State c) {
    if (c >= 0) return reduced_value[c];
    return c == Reduction::positive_infinity ? infinity : -infinity;
  });
  return value;
}

std::vector<Action> original_policy(const SparseMdp& mdp, const Objective& objective, const Reduction& reduction,
                                    std::span<const RowIndex> chosen_row) {
  std::vector<Action> policy(reduction.policy);
  const auto is_unknown = [&](State s) {
    return reduction.reduced_state[s] >= 0 && reduction.reduced_state[s] < reduction.num_unknown;
  };
  for (State s = 0; s < mdp.num_states(); ++s) {
    if (is_unknown(s)) policy[s] = -1;
  }
  bool complete = true;
  for (State s = 0; s < mdp.num_states(); ++s) {
    if (!is_unknown(s)) continue;
    const RowIndex row = reduction.original_row[chosen_row[reduction.reduced_state[s]]];
    for (std::int64_t r = mdp.action_begin[s]; r < mdp.action_begin[s + 1] && policy[s] < 0; ++r) {
      const bool stays = row == Reduction::stay && step_reward(mdp, objective, r) == 0 &&
                         stays_inside(mdp, r, reduction.reduced_state, reduction.reduced_state[s]);
      if (r == row || stays) policy[s] = static_cast<Action>(r - mdp.action_begin[s]);
    }
    complete = complete && policy[s] >= 0;
  }
  if (!complete) move_within_groups(mdp, objective, reduction, policy);
  return policy;
}

}  // namespace aleator
