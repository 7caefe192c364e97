#include "core/mdp/graph/components.hpp"

#include <algorithm>
#include <utility>

namespace aleator {
namespace {

/// Depth-first search from given states. Its arrays outlive a search, so that a later one over few states is cheap.
class TarjanSearch {
 public:
  TarjanSearch(const SparseMdp& mdp, std::span<const std::uint8_t> rows)
      : mdp_(mdp), rows_(rows), low_(mdp.fixed_value.size(), unseen) {}

  /// Calls found(states) for each component that can be reached from the roots and has not been found, successors
  /// first.
  template <class Found>
  void run(std::span<const State> roots, Found found) {
    for (const State root : roots) {
      if (low_[root] != unseen) continue;
      enter(root);
      while (!path_.empty()) {
        if (const State next = unseen_successor(); next >= 0) {
          enter(next);
        } else {
          leave(found);
        }
      }
    }
  }

  void forget(std::span<const State> states) {
    for (const State s : states) low_[s] = unseen;
  }

 private:
  static constexpr State unseen = -1;
  static constexpr State done = -2;

  struct Visit {
    State state;
    State order;        // at which it was entered
    Action action;      // being read
    std::int32_t next;  // transition of its row to be read
  };

  void enter(State s) {
    const auto order = static_cast<State>(open_.size());  // of the open states only: enough to compare them
    low_[s] = order;
    open_.push_back(s);
    path_.push_back({s, order, 0, 0});
  }

  /// Reads on in the last state of the path until a transition leads to a new state; -1 if none is left.
  State unseen_successor() {
    Visit& visit = path_.back();
    State& low = low_[visit.state];
    const std::int64_t first = mdp_.action_begin[visit.state];
    for (const Action actions = mdp_.num_actions(visit.state); visit.action < actions; ++visit.action, visit.next = 0) {
      const std::int64_t row = first + visit.action;
      if (!rows_.empty() && rows_[row] == 0) continue;
      const std::int64_t begin = mdp_.row_begin[row];
      const std::int64_t end = mdp_.row_begin[row + 1];
      for (std::int64_t i = begin + visit.next; i < end; ++i) {
        const State next = mdp_.next_state[i];
        if (low_[next] == unseen) {
          visit.next = static_cast<std::int32_t>(i + 1 - begin);
          return next;
        }
        if (low_[next] != done) low = std::min(low, low_[next]);
      }
    }
    return -1;
  }

  template <class Found>
  void leave(Found& found) {
    const Visit visit = path_.back();
    path_.pop_back();
    left_.push_back(visit.state);
    if (!path_.empty()) low_[path_.back().state] = std::min(low_[path_.back().state], low_[visit.state]);
    if (low_[visit.state] != visit.order) return;
    // The open states entered since this one are its component, and all of them have been left since.
    const auto size = static_cast<std::ptrdiff_t>(open_.size()) - visit.order;
    open_.resize(static_cast<std::size_t>(visit.order));
    const std::span<const State> component(left_.end() - size, left_.end());
    for (const State s : component) low_[s] = done;
    found(component);
    left_.resize(left_.size() - static_cast<std::size_t>(size));
  }

  const SparseMdp& mdp_;
  std::span<const std::uint8_t> rows_;
  std::vector<State> low_;   // |S|: the least order of an open state that is known to be reached
  std::vector<State> open_;  // in the order in which they were entered
  std::vector<State> left_;  // open ones whose successors have been searched, in the order in which that was done
  std::vector<Visit> path_;
};

/// Takes away rows and states until what is left are end components.
class EndComponentSearch {
 public:
  EndComponentSearch(const SparseMdp& mdp, std::vector<std::uint8_t> rows, const PredecessorRows& predecessors)
      : mdp_(mdp), rows_(std::move(rows)), predecessors_(predecessors), rows_left_(mdp.fixed_value.size(), 0) {
    result_.component.assign(mdp.fixed_value.size(), -1);
  }

  EndComponents run() && {
    for (State s = 0; s < mdp_.num_states(); ++s) {
      rows_left_[s] = static_cast<Action>(
          std::count(rows_.begin() + mdp_.action_begin[s], rows_.begin() + mdp_.action_begin[s + 1], 1));
      if (rows_left_[s] == 0) removed_.push_back(s);
    }
    remove_with_those_that_depend();
    std::vector<State> states;
    for (State s = 0; s < mdp_.num_states(); ++s) {
      if (rows_left_[s] > 0) states.push_back(s);
    }
    TarjanSearch search(mdp_, rows_);
    while (!states.empty()) {
      search.forget(states);
      states = one_round(search, states);
    }
    return std::move(result_);
  }

 private:
  /// Returns the states of components that lost rows; the others are done.
  std::vector<State> one_round(TarjanSearch& search, std::span<const State> states) {
    // Rows are cut after the search, for which they count.
    std::vector<State> found;
    std::vector<State> begin{0};
    search.run(states, [&](std::span<const State> component) {
      for (const State s : component) result_.component[s] = static_cast<State>(begin.size()) - 1;
      found.insert(found.end(), component.begin(), component.end());
      begin.push_back(static_cast<State>(found.size()));
    });
    std::vector<std::uint8_t> lost(begin.size(), 0);
    for (const State s : found) {
      if (cut_rows_that_leave(s)) lost[result_.component[s]] = 1;
    }
    remove_with_those_that_depend();

    std::vector<State> left;
    for (std::size_t c = 0; c + 1 < begin.size(); ++c) {
      const auto first = found.begin() + begin[c];
      const auto last = found.begin() + begin[c + 1];
      for (auto s = first; s != last; ++s) {
        if (lost[c] != 0 && rows_left_[*s] > 0) left.push_back(*s);
      }
      if (lost[c] == 0) final_.insert(final_.end(), first, last), final_begin_.push_back(final_.size());
    }
    if (left.empty()) number_the_components();
    return left;
  }

  bool cut_rows_that_leave(State s) {
    bool cut = false;
    for (std::int64_t row = mdp_.action_begin[s]; row < mdp_.action_begin[s + 1]; ++row) {
      if (rows_[row] == 0 || stays_inside(mdp_, row, result_.component, result_.component[s])) continue;
      cut = true;
      drop(row, s);
    }
    return cut;
  }

  void drop(std::int64_t row, State s) {
    rows_[row] = 0;
    if (--rows_left_[s] == 0) removed_.push_back(s);
  }

  void remove_with_those_that_depend() {
    while (!removed_.empty()) {
      const State gone = removed_.back();
      removed_.pop_back();
      for (const RowIndex row : predecessors_.rows_into(gone)) {
        if (rows_[row] != 0) drop(row, predecessors_.state_of(row));
      }
    }
  }

  void number_the_components() {
    std::fill(result_.component.begin(), result_.component.end(), -1);
    std::size_t i = 0;
    for (const std::size_t end : final_begin_) {
      for (; i < end; ++i) result_.component[final_[i]] = result_.count;
      ++result_.count;
    }
  }

  const SparseMdp& mdp_;
  std::vector<std::uint8_t> rows_;
  const PredecessorRows& predecessors_;
  std::vector<Action> rows_left_;         // |S|
  std::vector<State> removed_;            // states whose predecessors have not been looked at
  std::vector<State> final_;              // states of finished components, one component after the other
  std::vector<std::size_t> final_begin_;  // where each of them ends
  EndComponents result_;
};

}  // namespace

Components strongly_connected_components(const SparseMdp& mdp, std::span<const std::uint8_t> rows) {
  Components result;
  const auto n = static_cast<std::size_t>(mdp.num_states());
  result.component.resize(n);
  result.states.reserve(n);
  result.begin.push_back(0);
  TarjanSearch search(mdp, rows);
  for (State root = 0; root < mdp.num_states(); ++root) {
    search.run({&root, 1}, [&](std::span<const State> component) {
      for (const State s : component) result.component[s] = result.count();
      result.states.insert(result.states.end(), component.begin(), component.end());
      result.begin.push_back(static_cast<State>(result.states.size()));
    });
  }
  return result;
}

EndComponents maximal_end_components(const SparseMdp& mdp, std::vector<std::uint8_t> rows,
                                     const PredecessorRows& predecessors) {
  return EndComponentSearch(mdp, std::move(rows), predecessors).run();
}

}  // namespace aleator
