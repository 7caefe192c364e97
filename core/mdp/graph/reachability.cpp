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
      : mdp_(equation.mdp),
        target_(target),
        predecessors_(predecessors),
        state_(target.size()),
        rows_left_(target.size()),
        row_(mdp_.reward.size(), 0) {
    result_.choice.assign(target.size(), -1);
    for (State s = 0; s < mdp_.num_states(); ++s) {
      state_[s] = playing | (equation.sense_of(s) == reacher ? helps : 0);
      rows_left_[s] = mdp_.num_actions(s);
    }
  }

  Reachability run() && {
    attract();
    result_.chance.resize(target_.size());
    std::transform(state_.begin(), state_.end(), result_.chance.begin(),
                   [](std::uint8_t marks) { return (marks & attracted) != 0 ? Chance::between : Chance::zero; });
    while (remove_the_others()) attract();
    for (std::size_t s = 0; s < target_.size(); ++s) {
      if ((state_[s] & playing) != 0) result_.chance[s] = Chance::one;
    }
    return std::move(result_);
  }

 private:
  // What is known of a state, or of a row, together in one byte: the searches jump from one to the other.
  enum : std::uint8_t {
    playing = 1,    // not removed
    attracted = 2,  // comes to the target
    helps = 4       // its owner wants to come there
  };
  enum : std::uint8_t {
    hit = 1,     // leads to an attracted state
    dropped = 2  // leads to a removed state
  };

  bool is(State s, std::uint8_t mark) const noexcept { return (state_[s] & mark) != 0; }

  /// Marks the states of the play that come to the target with positive probability without leaving the play. Breadth
  /// first: the choices are short ways.
  void attract() {
    for (std::uint8_t& marks : state_) marks &= static_cast<std::uint8_t>(~attracted);
    for (std::uint8_t& marks : row_) marks &= static_cast<std::uint8_t>(~hit);
    std::vector<Action> rows_missing(rows_left_);
    queue_.clear();
    for (State s = 0; s < mdp_.num_states(); ++s) {
      if (target_[s] != 0) mark(s);
    }
    for (std::size_t head = 0; head < queue_.size(); ++head) {
      for (const RowIndex row : predecessors_.rows_into(queue_[head])) {
        if (row_[row] != 0) continue;
        row_[row] = hit;
        const State s = predecessors_.state_of(row);
        if ((state_[s] & (playing | attracted)) != playing) continue;
        if (is(s, helps)) {
          result_.choice[s] = static_cast<Action>(row - mdp_.action_begin[s]);
          mark(s);
        } else if (--rows_missing[s] == 0) {
          mark(s);
        }
      }
    }
  }

  void mark(State s) {
    state_[s] |= attracted;
    queue_.push_back(s);
  }

  /// Removes the states that attract() did not reach; then a hinderer with a row into a removed state, and a reacher
  /// all of whose rows have one. Returns whether there were any.
  bool remove_the_others() {
    queue_.clear();
    for (State s = 0; s < mdp_.num_states(); ++s) {
      if ((state_[s] & (playing | attracted)) != playing) continue;
      const auto first = row_.begin() + mdp_.action_begin[s];
      const auto missing = std::find_if(first, row_.begin() + mdp_.action_begin[s + 1],
                                        [](std::uint8_t marks) { return (marks & hit) == 0; });
      remove(s, is(s, helps) || mdp_.num_actions(s) == 0 ? -1 : static_cast<Action>(missing - first));
    }
    const bool removed = !queue_.empty();
    while (!queue_.empty()) {  // in any order: the last ones are still in the cache
      const State gone = queue_.back();
      queue_.pop_back();
      for (const RowIndex row : predecessors_.rows_into(gone)) {
        const State s = predecessors_.state_of(row);
        if ((row_[row] & dropped) != 0 || !is(s, playing) || target_[s] != 0) continue;
        row_[row] |= dropped;
        if (!is(s, helps)) {
          remove(s, static_cast<Action>(row - mdp_.action_begin[s]));
        } else if (--rows_left_[s] == 0) {
          remove(s, -1);
        }
      }
    }
    return removed;
  }

  void remove(State s, Action choice) {
    state_[s] &= static_cast<std::uint8_t>(~playing);
    result_.choice[s] = choice;
    queue_.push_back(s);
  }

  const SparseMdp& mdp_;
  std::span<const std::uint8_t> target_;
  const PredecessorRows& predecessors_;
  std::vector<std::uint8_t> state_;  // |S|
  std::vector<Action> rows_left_;    // |S|: rows that do not lead to removed states
  std::vector<std::uint8_t> row_;    // |SA|
  std::vector<State> queue_;
  Reachability result_;
};

}  // namespace

Reachability reachability(const BellmanEquation& equation, Sense reacher, std::span<const std::uint8_t> target,
                          const PredecessorRows& predecessors) {
  return Search(equation, reacher, target, predecessors).run();
}

}  // namespace aleator
