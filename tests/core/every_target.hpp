// Runs a check for each set of vector instructions that this processor has.
#pragma once

#include <functional>
#include <string>

#include "core/simd.hpp"

namespace aleator {

inline void for_every_target(const std::function<void(const std::string& target)>& check) {
  for (const std::string& target : simd_targets()) {
    set_simd_target(target);
    check(target);
  }
  set_simd_target("");
}

}  // namespace aleator
