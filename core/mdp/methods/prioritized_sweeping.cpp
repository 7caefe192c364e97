#include "core/mdp/methods/prioritized_sweeping.hpp"

#include <algorithm>
#include <cmath>

#include "core/mdp/methods/progress.hpp"
#include "core/mdp/methods/sweep.hpp"
#include "core/mdp/methods/weighted_predecessors.hpp"

namespace aleator {
namespace {

/// A binary heap of all states that knows where each stands, so that priorities can change.
class StateQueue {
 public:
  /// @param priority  |S|, not negative
  explicit StateQueue(std::vector<double> priority)
      : priority_(std::move(priority)), heap_(priority_.size()), place_(priority_.size()) {
    for (std::size_t i = 0; i < heap_.size(); ++i) put(i, static_cast<State>(i));
    for (std::size_t i = heap_.size() / 2; i-- > 0;) sink(i);
  }

  State first() const noexcept { return heap_.front(); }
  double priority(State s) const noexcept { return priority_[s]; }

  void raise(State s, double by) noexcept {
    priority_[s] += by;
    rise(place_[s]);
  }
  void clear(State s) noexcept {
    priority_[s] = 0;
    sink(place_[s]);
  }

 private:
  bool before(State a, State b) const noexcept {
    return priority_[a] > priority_[b] || (priority_[a] == priority_[b] && a < b);
  }
  void put(std::size_t at, State s) noexcept {
    heap_[at] = s;
    place_[s] = at;
  }
  void rise(std::size_t at) noexcept {
    const State s = heap_[at];
    for (; at > 0 && before(s, heap_[(at - 1) / 2]); at = (at - 1) / 2) put(at, heap_[(at - 1) / 2]);
    put(at, s);
  }
  void sink(std::size_t at) noexcept {
    const State s = heap_[at];
    for (std::size_t child = 2 * at + 1; child < heap_.size(); at = child, child = 2 * at + 1) {
      if (child + 1 < heap_.size() && before(heap_[child + 1], heap_[child])) ++child;
      if (!before(heap_[child], s)) break;
      put(at, heap_[child]);
    }
    put(at, s);
  }

  std::vector<double> priority_;
  std::vector<State> heap_;
  std::vector<std::size_t> place_;
};

/// |TV - V| of every state.
std::vector<double> residuals(const BellmanEquation& equation, const std::vector<double>& v) {
  std::vector<double> result(v.size());
  SerialExecutor executor;
  detail::sweep(equation, v, result, executor);
  for (std::size_t s = 0; s < v.size(); ++s) result[s] = std::abs(result[s] - v[s]);
  return result;
}

}  // namespace

SolveStatus prioritized_sweeping(const BellmanEquation& equation, double target, std::vector<double>& value,
                                 Effort& effort) {
  Progress progress(equation, target, value, effort);
  const SparseMdp& mdp = equation.mdp;
  if (effort.exhausted()) return SolveStatus::max_sweeps;
  const WeightedPredecessors before = weighted_predecessors(mdp);
  StateQueue queue(residuals(equation, value));
  if (value.empty()) return SolveStatus::converged;
  const double first = queue.priority(queue.first());
  // Finding the predecessors reads all transitions twice, the residuals once.
  if (const auto end = progress.after_sweep(first, first, 3 * mdp.num_transitions(), value)) return *end;
  while (!effort.exhausted()) {
    double largest = 0;
    std::int64_t transitions = 0;
    for (State backups = 0; backups < mdp.num_states(); ++backups) {
      const State s = queue.first();
      if (queue.priority(s) <= target) break;
      const double next = best_row_value(equation, s, value);
      const double change = std::abs(next - value[s]);
      value[s] = next;
      queue.clear(s);
      for (std::int64_t i = before.begin[s]; change > 0 && i < before.begin[s + 1]; ++i) {
        queue.raise(before.state[i], equation.discount * static_cast<double>(before.weight[i]) * change);
      }
      largest = std::max(largest, change);
      transitions += mdp.row_begin[mdp.action_begin[s + 1]] - mdp.row_begin[mdp.action_begin[s]];
    }
    const double residual = queue.priority(queue.first());
    if (const auto end = progress.after_sweep(largest, residual, transitions, value)) return *end;
  }
  return SolveStatus::max_sweeps;
}

}  // namespace aleator
