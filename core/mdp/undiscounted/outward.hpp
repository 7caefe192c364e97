// Row values with a bound on their rounding: what proofs are made of.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "core/mdp/sparse_mdp.hpp"

namespace aleator {

/// A computed value, and how far the exact one can be from it.
struct EnclosedValue {
  double value;
  double error;

  double lower() const noexcept { return value - error; }
  double upper() const noexcept { return value + error; }
};

/// reward + sum of P(next) v(next) of one row, for the probabilities and values as the doubles that they are. lower()
/// and upper() enclose the exact sum, their own rounding included: with u = 2^-53 and n transitions, adding up takes
/// (n + 1) u of the sum of absolute terms, lower() and upper() another u, and adding up that sum less than the rest.
/// @param v  v(State) is a double
/// Source: Higham, Accuracy and stability of numerical algorithms (2002), section 3.1.
template <class Values>
EnclosedValue enclosed_row_value(const SparseMdp& mdp, std::int64_t row, double reward, Values v) noexcept {
  constexpr double unit = std::numeric_limits<double>::epsilon() / 2;
  const std::int64_t begin = mdp.row_begin[row];
  const std::int64_t end = mdp.row_begin[row + 1];
  if (end - begin == 1 && mdp.probability[begin] == 1) {
    const double next = v(mdp.next_state[begin]);
    const double sum = reward + next;
    return {sum, reward == 0 || next == 0 ? 0 : 3 * unit * std::abs(sum)};
  }
  double sum = 0;
  double size = std::abs(reward);
  for (std::int64_t i = begin; i < end; ++i) {
    const double term = mdp.probability[i] * v(mdp.next_state[i]);
    sum += term;
    size += std::abs(term);
  }
  const auto n = static_cast<double>(end - begin);
  return {reward + sum, (n + 4) * unit * size + n * std::numeric_limits<double>::denorm_min()};
}

}  // namespace aleator
