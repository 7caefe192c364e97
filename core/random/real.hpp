// Real random numbers from 64-bit words.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

namespace aleator {

/// Uniform in [0, 1), a multiple of 2^-53.
template <class Generator>
double uniform_real(Generator& generator) noexcept {
  return static_cast<double>(generator() >> 11) * 0x1p-53;
}

/// Of mean 0 and variance 1.
/// Source: Box and Muller, A Note on the Generation of Random Normal Deviates (1958); one of the two is used.
template <class Generator>
double standard_normal(Generator& generator) noexcept {
  const double radius = std::sqrt(-2 * std::log(1 - uniform_real(generator)));
  return radius * std::cos(2 * std::numbers::pi * uniform_real(generator));
}

}  // namespace aleator
