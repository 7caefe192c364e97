#include "core/mdp/methods/discounted.hpp"

#include <cmath>
#include <stdexcept>

#include "core/text.hpp"

namespace aleator::detail {

std::vector<double> checked_start(const SparseMdp& mdp, std::vector<double> start) {
  if (start.empty()) return mdp.fixed_value;
  if (start.size() != mdp.fixed_value.size()) {
    throw std::invalid_argument(
        text(start.size(), " values to start from, for a process of ", mdp.num_states(), " states"));
  }
  for (State s = 0; s < mdp.num_states(); ++s) {
    if (mdp.num_actions(s) == 0) start[s] = mdp.fixed_value[s];
    if (!std::isfinite(start[s])) throw std::invalid_argument(text("value ", start[s], " to start state ", s, " from"));
  }
  return start;
}

DiscountedTarget::DiscountedTarget(const DiscountedBounds& bounds, double tolerance)
    : factor_(bounds.factor()), tolerance_(tolerance), residual_(0.95 * tolerance / bounds.factor()) {
  if (!(tolerance > 0)) throw std::invalid_argument(text("tolerance ", tolerance));
}

bool DiscountedTarget::lower(double gap, double rounding) noexcept {
  if (rounding > tolerance_ && gap <= rounding) return false;
  if (gap <= 0.9 * least_) {
    least_ = gap;
    without_gain_ = 0;
  } else if (++without_gain_ == 3) {
    return false;
  }
  // Where the tolerance is out of reach, as near as rounding lets it come.
  const double goal = tolerance_ > rounding ? tolerance_ - rounding : rounding;
  residual_ = 0.5 * std::min(residual_, goal / factor_);
  return true;
}

}  // namespace aleator::detail
