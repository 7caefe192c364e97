#include "core/mdp/undiscounted/step_weights.hpp"

#include <algorithm>
#include <cmath>

#include "core/mdp/graph/components.hpp"
#include "core/mdp/methods/slowest_mode.hpp"
#include "core/mdp/undiscounted/outward.hpp"

namespace aleator {
namespace {

constexpr std::int64_t max_passes = 100'000;  // over one component
constexpr std::int64_t least_passes = 1000;   // however few sweeps are allowed
constexpr double largest_weight = 1e12;       // beyond, rounding takes more than the 1 of the inequality
constexpr double slack = 0.1;                 // the residual that is scaled away

class Weights {
 public:
  Weights(const SparseMdp& mdp, std::span<const std::uint8_t> rows, Effort& effort)
      : mdp_(mdp), rows_(rows), effort_(effort), w_(mdp.fixed_value.size(), 0) {}

  std::optional<std::vector<double>> run() && {
    const Components components = strongly_connected_components(mdp_, rows_);
    for (State c = 0; c < components.count(); ++c) {
      if (mdp_.num_actions(components.states_of(c)[0]) == 0) continue;
      if (!solve(components.states_of(c))) return std::nullopt;
    }
    return std::move(w_);
  }

 private:
  /// Passes over the component, successors first, until the weights can be proved.
  bool solve(std::span<const State> states) {
    std::vector<double> change(states.size());
    SlowestMode mode(0.3);
    const std::int64_t passes = std::min(max_passes, std::max(least_passes, 2 * effort_.max_sweeps));
    for (std::int64_t pass = 0; pass < passes && !effort_.stop.stop_requested(); ++pass) {
      for (std::size_t i = 0; i < states.size(); ++i) change[i] = -w_[states[i]];
      for (const State s : states) {
        if (!update(s)) return false;
      }
      double largest = 0;
      double total = 0;
      for (std::size_t i = 0; i < states.size(); ++i) {
        change[i] += w_[states[i]];
        largest = std::max(largest, std::abs(change[i]));
        total += std::abs(change[i]);
      }
      if ((largest <= slack / 2 || states.size() == 1) && scale(states)) return true;
      const double factor = mode.what_is_to_come(total);
      for (std::size_t i = 0; i < states.size() && factor > 0; ++i) w_[states[i]] += factor * change[i];
    }
    return false;
  }

  /// The largest 1 + P w of the state's rows, solved for its own weight. False if that is too large.
  bool update(State s) {
    double largest = 0;
    for (std::int64_t row = mdp_.action_begin[s]; row < mdp_.action_begin[s + 1]; ++row) {
      if (rows_[row] == 0) continue;
      double others = 1;
      double leave = 1;
      for (std::int64_t i = mdp_.row_begin[row]; i < mdp_.row_begin[row + 1]; ++i) {
        const State next = mdp_.next_state[i];
        if (next == s) {
          leave -= mdp_.probability[i];
        } else {
          others += mdp_.probability[i] * w_[next];
        }
      }
      effort_.transitions_processed += mdp_.row_begin[row + 1] - mdp_.row_begin[row];
      if (!(others <= leave * largest_weight)) return false;
      largest = std::max(largest, others / leave);
    }
    w_[s] = largest;
    return true;
  }

  /// If w >= 1 - r + P w with r < 1 in the whole component, then w / (1 - r) >= 1 + P w, whatever is outside of it.
  bool scale(std::span<const State> states) {
    double residual = 0;
    for (const State s : states) {
      for (std::int64_t row = mdp_.action_begin[s]; row < mdp_.action_begin[s + 1]; ++row) {
        if (rows_[row] == 0) continue;
        residual = std::max(residual, enclosed_row_value(mdp_, row, 1, [&](State t) { return w_[t]; }).upper() - w_[s]);
      }
    }
    if (!(residual <= slack)) return false;
    // The product is rounded: by far less than one part in 1000 of the 1 above.
    for (const State s : states) w_[s] *= 1.001 / (1 - residual);
    return true;
  }

  const SparseMdp& mdp_;
  std::span<const std::uint8_t> rows_;
  Effort& effort_;
  std::vector<double> w_;
};

}  // namespace

std::optional<std::vector<double>> step_weights(const SparseMdp& mdp, std::span<const std::uint8_t> rows,
                                                Effort& effort) {
  return Weights(mdp, rows, effort).run();
}

}  // namespace aleator
