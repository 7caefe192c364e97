#include "core/mdp/methods/progress.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "core/mdp/methods/sweep.hpp"
#include "core/text.hpp"

namespace aleator {
namespace {

// A residual may rise for a sweep or two before it falls again.
constexpr double patience = 10;

}  // namespace

Progress::Progress(const BellmanEquation& equation, double target, const std::vector<double>& value, Effort& effort,
                   double contraction)
    : equation_(equation),
      target_(target),
      memory_(contraction < 1 ? 1 / (1 - contraction) : std::numeric_limits<double>::infinity()),
      effort_(effort) {
  if (value.size() != equation.mdp.fixed_value.size()) {
    throw std::invalid_argument(
        text(value.size(), " values to start from, for a process of ", equation.mdp.num_states(), " states"));
  }
  if (!(equation.discount > 0 && equation.discount <= 1)) {
    throw std::invalid_argument(text("discount ", equation.discount, " is not in (0, 1]"));
  }
  if (!(target >= 0)) throw std::invalid_argument(text("target ", target));
}

/// What rounding alone can make of a residual: a few times the error of a backup.
double Progress::rounding(std::span<const double> value) {
  if (!facts_) facts_ = row_facts(equation_.mdp);
  const double size = facts_->largest_reward + detail::largest_absolute(value);
  return 4 * static_cast<double>(facts_->longest + 6) * std::numeric_limits<double>::epsilon() * size;
}

/// Whether rounding alone keeps the residual from falling. That of the sweeps before adds up: values can go to and fro
/// for ever, memory_ times as far as one sweep rounds.
bool Progress::is_rounding(double residual, std::span<const double> value) {
  const auto without_gain = static_cast<double>(without_gain_);
  if (without_gain < patience) return false;
  const double once = rounding(value);
  return residual <= once || (without_gain >= patience + 2 * memory_ && residual <= memory_ * once);
}

std::optional<SolveStatus> Progress::after_sweep(double change, double residual, std::int64_t transitions,
                                                 std::span<const double> value) {
  effort_.residual.push_back(change);
  effort_.transitions_processed += transitions;
  if (residual <= target_) return SolveStatus::converged;
  if (!std::isfinite(residual)) return SolveStatus::precision_limit;
  if (residual < least_) {
    least_ = residual;
    without_gain_ = 0;
  } else {
    ++without_gain_;
    if (is_rounding(residual, value)) return SolveStatus::precision_limit;
  }
  if (effort_.stop.stop_requested()) return SolveStatus::stopped;
  return std::nullopt;
}

}  // namespace aleator
