#include "core/games/g2048/rules.hpp"

#include "core/text.hpp"

namespace aleator::g2048 {

Problems problems_of(const Rules& rules) {
  Problems problems = problems_of_shape(rules.rows, rules.cols);
  if (!(rules.four_probability >= 0 && rules.four_probability <= 1)) {
    problems.push_back({"four_probability", {}, text(rules.four_probability, " is not a probability")});
  }
  return problems;
}

}  // namespace aleator::g2048
