// The proof that an approximate solution of a reduced process is near the exact one.
#pragma once

#include <cstdint>
#include <vector>

#include "core/mdp/bellman.hpp"
#include "core/mdp/graph/predecessor_rows.hpp"
#include "core/mdp/methods/method.hpp"

namespace aleator {

/// Bounds V - delta w and V + delta' w for the V that prove() was given last.
class Certificate {
 public:
  /// @param equation  of a reduced process without Improper::game, discount 1
  explicit Certificate(const BellmanEquation& equation);

  /// Looks for bounds around v (which must stay as it is while they are asked for); false if there are none to be
  /// proved, or if effort.stop asks to stop.
  bool prove(const std::vector<double>& v, Effort& effort);

  double lower(State s) const noexcept { return (*v_)[s] - delta_lower_ * w_[s]; }
  double upper(State s) const noexcept { return (*v_)[s] + delta_upper_ * w_[s]; }
  /// Half of the largest upper - lower, and the rounding of a midpoint.
  double error() const noexcept;
  double largest_weight() const noexcept;
  /// What the residual could not be less than because of rounding.
  double rounding() const noexcept { return rounding_; }
  /// The policy that is best for v, as rows, in states with actions.
  const std::vector<RowIndex>& policy() const noexcept { return policy_; }

 private:
  enum class Check : std::uint8_t { holds, rows_added, fails };

  bool take_best_rows();
  void set_deltas();
  Check check_all();
  Check check_row(State s, std::int64_t row);
  bool weights_hold() const noexcept;

  BellmanEquation equation_;
  const std::vector<double>* v_ = nullptr;
  std::vector<double> w_;             // |S|
  std::vector<double> lower_;         // |S|: what is being checked
  std::vector<double> upper_;         // |S|
  std::vector<RowIndex> policy_;      // |S|
  std::vector<std::uint8_t> active_;  // |SA|: rows that w covers: the policy's, and those that the proof needs besides
  double residual_up_ = 0;            // max TV - V
  double residual_down_ = 0;          // max V - TV
  double rounding_ = 0;
  double delta_lower_ = 0;
  double delta_upper_ = 0;
};

}  // namespace aleator
