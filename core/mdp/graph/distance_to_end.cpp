#include "core/mdp/graph/distance_to_end.hpp"

#include <utility>

namespace aleator {
namespace {

/// Breadth first against the transitions.
class Search {
 public:
  Search(const SparseMdp& mdp, const PredecessorRows& predecessors)
      : predecessors_(predecessors), distance_(mdp.fixed_value.size(), never_ends) {
    order_.reserve(distance_.size());
    for (State s = 0; s < mdp.num_states(); ++s) {
      if (mdp.num_actions(s) == 0) find(s, 0);
    }
    go_on();
  }

  /// Around `root` too, if it has not been found.
  void search_around(State root) {
    find(root, 0);
    go_on();
  }

  std::vector<State> take_order() && { return std::move(order_); }
  std::vector<State> take_distance() && { return std::move(distance_); }

 private:
  void find(State s, State distance) {
    if (distance_[s] != never_ends) return;
    distance_[s] = distance;
    order_.push_back(s);
  }

  void go_on() {
    for (; done_ < order_.size(); ++done_) {
      const State next = order_[done_];
      for (const RowIndex row : predecessors_.rows_into(next)) find(predecessors_.state_of(row), distance_[next] + 1);
    }
  }

  const PredecessorRows& predecessors_;
  std::vector<State> distance_;
  std::vector<State> order_;  // also the queue
  std::size_t done_ = 0;
};

}  // namespace

std::vector<State> distances_to_end(const SparseMdp& mdp, const PredecessorRows& predecessors) {
  return Search(mdp, predecessors).take_distance();
}

std::vector<State> nearest_end_first(const SparseMdp& mdp) {
  const PredecessorRows predecessors(mdp);
  Search search(mdp, predecessors);
  for (State s = 0; s < mdp.num_states(); ++s) search.search_around(s);
  return std::move(search).take_order();
}

}  // namespace aleator
