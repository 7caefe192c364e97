#include "core/games/g2048/rules.hpp"

#include <bit>

#include "core/text.hpp"

namespace aleator::g2048 {

Problems problems_of(const Rules& rules) {
  Problems problems = problems_of_shape(rules.rows, rules.cols);
  if (!(rules.four_probability >= 0 && rules.four_probability <= 1)) {
    problems.push_back({"four_probability", {}, text(rules.four_probability, " is not a probability")});
  }
  constexpr std::int64_t least = 8;  // what no start has
  constexpr std::int64_t most = std::int64_t{1} << largest_exponent<WideBoard>;
  const bool is_tile = std::has_single_bit(static_cast<std::uint64_t>(rules.target));
  if (rules.target != 0 && !(is_tile && rules.target >= least && rules.target <= most)) {
    problems.push_back({"target", {}, text(rules.target, " is neither 0 nor a tile: 8, 16, 32, ... 2^31")});
  }
  return problems;
}

}  // namespace aleator::g2048
