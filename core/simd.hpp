// Which set of vector instructions the kernels use.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace aleator {

/// The sets that kernels are compiled for and this processor has, best first: "AVX3", "AVX2", "SSE4", ...
std::vector<std::string> simd_targets();

/// The one in use.
std::string simd_target();

/// Pins the kernels to one set, for all threads; empty: to the best. Floating results are bitwise the same within one.
/// Not while kernels run.
/// @throws std::invalid_argument if this processor has not got it; the message lists those that it has
void set_simd_target(std::string_view name);

}  // namespace aleator
