#include "core/mdp/methods/discounted_bounds.hpp"

#include <limits>
#include <stdexcept>

#include "core/text.hpp"

namespace aleator {

DiscountedBounds::DiscountedBounds(const RowFacts& facts, double discount) : facts_(facts) {
  // Rounded away from the true products, by more than adding up a row can have lost.
  const double margin = static_cast<double>(facts_.longest + 2) * std::numeric_limits<double>::epsilon();
  const double contraction = discount * facts_.largest_sum * (1 + margin);
  const double weakest = discount * facts_.smallest_sum * (1 - margin);
  if (!(discount > 0) || !(contraction < 1)) {
    throw std::invalid_argument(text("discount ", discount, " with rows that sum to as much as ", facts_.largest_sum,
                                     " is no contraction: nothing can be proved"));
  }
  factor_ = contraction / (1 - contraction);
  least_factor_ = weakest / (1 - weakest);
  const double largest = facts_.largest_fixed + facts_.largest_reward * (1 + factor_);
  if (!(largest <= std::numeric_limits<double>::max() / 4)) {
    throw std::invalid_argument(text("values may be as large as ", largest, ": they overflow double precision"));
  }
}

double DiscountedBounds::rounding(double largest_value) const noexcept {
  const double terms = static_cast<double>(facts_.longest + 6);
  const double size = facts_.largest_reward + largest_value;
  return terms * std::numeric_limits<double>::epsilon() * size * (1 + factor_);
}

}  // namespace aleator
