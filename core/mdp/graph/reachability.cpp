#include "core/mdp/graph/reachability.hpp"

#include <algorithm>
#include <utility>

namespace aleator {
namespace {

/// Almost sure reachability as a nested fixpoint: of the states still in the play (at first all), those that come to
/// the target with positive probability are kept, the others removed, with those that they can be led to.
class Search {
 public:
  Search(const BellmanEquation& equation, Sense reacher, std::span<const std::uint8_t> target,
         const PredecessorRows& predecessors)
      : equation_(equation),
        mdp_(equation.mdp),
        reacher_(reacher),
        target_(target),
        predecessors_(predecessors),
        playing_(target.size(), 1),
        attracted_(target.size(), 0),
        rows_left_(target.size()),
        hit_(mdp_.reward.size(), 0),
        dropped_(mdp_.reward.size(), 0) {
    result_.choice.assign(target.size(), -1);
    for (State s = 0; s < mdp_.num_states(); ++s) rows_left_[s] = mdp_.num_actions(s);
  }

  Reachability run() && {
    attract();
    result_.chance.resize(target_.size());
    std::transform(attracted_.begin(), attracted_.end(), result_.chance.begin(),
                   [](std::uint8_t in) { return in != 0 ? Chance::between : Chance::zero; });
    while (remove_the_others()) attract();
    for (std::size_t s = 0; s < target_.size(); ++s) {
      if (playing_[s] != 0) result_.chance[s] = Chance::one;
    }
    return std::move(result_);
  }

 private:
  bool helps(State s) const noexcept { return equation_.sense_of(s) == reacher_; }

  /// Marks the states of the play that come to the target with positive probability without leaving the play. Breadth
  /// first: the choices are short ways.
  void attract() {
    std::fill(attracted_.begin(), attracted_.end(), 0);
    std::fill(hit_.begin(), hit_.end(), 0);
    std::vector<Action> rows_missing(rows_left_);
    queue_.clear();
    for (State s = 0; s < mdp_.num_states(); ++s) {
      if (target_[s] != 0) mark(s);
    }
    for (std::size_t head = 0; head < queue_.size(); ++head) {
      for (const RowIndex row : predecessors_.rows_into(queue_[head])) {
        if (hit_[row] != 0 || dropped_[row] != 0) continue;
        hit_[row] = 1;
        const State s = predecessors_.state_of(row);
        if (playing_[s] == 0 || attracted_[s] != 0) continue;
        if (helps(s)) {
          result_.choice[s] = static_cast<Action>(row - mdp_.action_begin[s]);
          mark(s);
        } else if (--rows_missing[s] == 0) {
          mark(s);
        }
      }
    }
  }

  void mark(State s) {
    attracted_[s] = 1;
    queue_.push_back(s);
  }

  /// Removes the states that attract() did not reach; then a hinderer with a row into a removed state, and a reacher
  /// all of whose rows have one. Returns whether there were any.
  bool remove_the_others() {
    queue_.clear();
    for (State s = 0; s < mdp_.num_states(); ++s) {
      if (playing_[s] == 0 || attracted_[s] != 0) continue;
      const auto first = hit_.begin() + mdp_.action_begin[s];
      const auto missing = std::find(first, hit_.begin() + mdp_.action_begin[s + 1], 0);
      remove(s, helps(s) || mdp_.num_actions(s) == 0 ? -1 : static_cast<Action>(missing - first));
    }
    const bool removed = !queue_.empty();
    while (!queue_.empty()) {  // in any order: the last ones are still in the cache
      const State gone = queue_.back();
      queue_.pop_back();
      for (const RowIndex row : predecessors_.rows_into(gone)) {
        const State s = predecessors_.state_of(row);
        if (dropped_[row] != 0 || playing_[s] == 0 || target_[s] != 0) continue;
        dropped_[row] = 1;
        if (!helps(s)) {
          remove(s, static_cast<Action>(row - mdp_.action_begin[s]));
        } else if (--rows_left_[s] == 0) {
          remove(s, -1);
        }
      }
    }
    return removed;
  }

  void remove(State s, Action choice) {
    playing_[s] = 0;
    result_.choice[s] = choice;
    queue_.push_back(s);
  }

  const BellmanEquation& equation_;
  const SparseMdp& mdp_;
  Sense reacher_;
  std::span<const std::uint8_t> target_;
  const PredecessorRows& predecessors_;
  std::vector<std::uint8_t> playing_;    // |S|: not removed
  std::vector<std::uint8_t> attracted_;  // |S|
  std::vector<Action> rows_left_;        // |S|: rows that do not lead to removed states
  std::vector<std::uint8_t> hit_;        // |SA|: leads to an attracted state
  std::vector<std::uint8_t> dropped_;    // |SA|: leads to a removed state
  std::vector<State> queue_;
  Reachability result_;
};

}  // namespace

Reachability reachability(const BellmanEquation& equation, Sense reacher, std::span<const std::uint8_t> target,
                          const PredecessorRows& predecessors) {
  return Search(equation, reacher, target, predecessors).run();
}

}  // namespace aleator
