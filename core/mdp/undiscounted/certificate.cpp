#include "core/mdp/undiscounted/certificate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "core/mdp/undiscounted/outward.hpp"
#include "core/mdp/undiscounted/step_weights.hpp"

namespace aleator {
namespace {

constexpr double unit = std::numeric_limits<double>::epsilon() / 2;
constexpr int max_doublings = 8;
constexpr int max_added = 50;  // times that rows are added to those which the weights cover

}  // namespace

Certificate::Certificate(const BellmanEquation& equation)
    : equation_(equation), policy_(equation.mdp.fixed_value.size(), 0), active_(equation.mdp.reward.size(), 0) {}

bool Certificate::prove(const std::vector<double>& v, Effort& effort) {
  v_ = &v;
  if (!take_best_rows()) return false;
  set_deltas();
  bool covered = weights_hold();
  for (int doublings = 0, added = 0; doublings <= max_doublings && added <= max_added;) {
    if (!covered) {
      std::optional<std::vector<double>> w = step_weights(equation_.mdp, active_, effort);
      if (!w) {
        w_.clear();
        return false;
      }
      w_ = std::move(*w);
      covered = true;
    }
    effort.transitions_processed += equation_.mdp.num_transitions();
    const Check check = check_all();
    if (check == Check::holds) return true;
    if (check == Check::rows_added) {
      covered = false;
      ++added;
    } else {
      delta_lower_ *= 2;
      delta_upper_ *= 2;
      ++doublings;
    }
  }
  return false;
}

/// Rows that are best for v, and how far v is from solving the equation. False if v is not finite.
bool Certificate::take_best_rows() {
  const SparseMdp& mdp = equation_.mdp;
  const std::vector<double>& v = *v_;
  const auto value = [&](State t) { return v[t]; };
  residual_up_ = residual_down_ = rounding_ = 0;
  std::fill(active_.begin(), active_.end(), 0);
  for (State s = 0; s < mdp.num_states(); ++s) {
    if (!std::isfinite(v[s])) return false;
    if (mdp.num_actions(s) == 0) continue;
    const double sign = equation_.sign_of(s);
    EnclosedValue best{-sign * std::numeric_limits<double>::infinity(), 0};
    double may_be = -std::numeric_limits<double>::infinity();  // the largest sign * Q that some row can have
    for (std::int64_t row = mdp.action_begin[s]; row < mdp.action_begin[s + 1]; ++row) {
      const EnclosedValue q = enclosed_row_value(mdp, row, mdp.reward[row], value);
      may_be = std::max(may_be, sign * q.value + q.error);
      if (sign * q.value <= sign * best.value) continue;
      best = q;
      policy_[s] = static_cast<RowIndex>(row);
    }
    active_[policy_[s]] = 1;
    residual_up_ = std::max(residual_up_, best.value - v[s]);
    residual_down_ = std::max(residual_down_, v[s] - best.value);
    rounding_ = std::max(rounding_, may_be - sign * best.value + 2 * unit * std::abs(v[s]));
  }
  return std::isfinite(residual_up_) && std::isfinite(residual_down_);
}

void Certificate::set_deltas() {
  // Never 0: it could not be doubled.
  const double least = rounding_ + std::numeric_limits<double>::min();
  delta_lower_ = residual_down_ + least;
  delta_upper_ = residual_up_ + least;
}

/// Whether the weights of an earlier proof still cover all rows of the policy.
bool Certificate::weights_hold() const noexcept {
  if (w_.empty()) return false;
  const SparseMdp& mdp = equation_.mdp;
  for (State s = 0; s < mdp.num_states(); ++s) {
    if (mdp.num_actions(s) == 0) continue;
    if (enclosed_row_value(mdp, policy_[s], 1, [&](State t) { return w_[t]; }).upper() > w_[s]) return false;
  }
  return true;
}

Certificate::Check Certificate::check_all() {
  const SparseMdp& mdp = equation_.mdp;
  lower_.resize(v_->size());
  upper_.resize(v_->size());
  for (State s = 0; s < mdp.num_states(); ++s) {
    lower_[s] = lower(s);
    upper_[s] = upper(s);
  }
  Check result = Check::holds;
  for (State s = 0; s < mdp.num_states(); ++s) {
    for (std::int64_t row = mdp.action_begin[s]; row < mdp.action_begin[s + 1]; ++row) {
      const Check check = check_row(s, row);
      if (check == Check::holds || result == Check::rows_added) continue;
      result = check;
    }
  }
  return result;
}

/// The bound that the state's owner strives against must hold for all rows; the other one for the policy's row only.
Certificate::Check Certificate::check_row(State s, std::int64_t row) {
  const SparseMdp& mdp = equation_.mdp;
  const bool is_policy = policy_[s] == row;
  const bool maximises = equation_.sense_of(s) == Sense::max;
  bool holds = true;
  if (is_policy || maximises) {
    const auto q = enclosed_row_value(mdp, row, mdp.reward[row], [&](State t) { return upper_[t]; });
    holds = q.upper() <= upper_[s];
  }
  if (is_policy || !maximises) {
    const auto q = enclosed_row_value(mdp, row, mdp.reward[row], [&](State t) { return lower_[t]; });
    holds = holds && q.lower() >= lower_[s];
  }
  if (holds) return Check::holds;
  if (active_[row] != 0) return Check::fails;
  active_[row] = 1;
  return Check::rows_added;
}

double Certificate::error() const noexcept {
  double largest = 0;
  for (State s = 0; s < equation_.mdp.num_states(); ++s) {
    if (equation_.mdp.num_actions(s) == 0) continue;
    const double size = std::max(std::abs(lower(s)), std::abs(upper(s)));
    largest = std::max(largest, (upper(s) - lower(s)) / 2 * (1 + 8 * unit) + 2 * unit * size);
  }
  return largest;
}

double Certificate::largest_weight() const noexcept {
  return w_.empty() ? 0 : *std::max_element(w_.begin(), w_.end());
}

}  // namespace aleator
