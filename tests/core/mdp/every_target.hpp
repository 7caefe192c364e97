// Runs a check for each set of vector instructions that this processor has.
#pragma once

#include <hwy/highway.h>
#include <hwy/targets.h>

#include <functional>
#include <string>

namespace aleator {

inline void for_every_target(const std::function<void(const std::string& target)>& check) {
  const std::int64_t supported = hwy::SupportedTargets();
  for (std::int64_t rest = supported; rest != 0; rest &= rest - 1) {
    const std::int64_t target = rest & -rest;
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    check(hwy::TargetName(target));
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace aleator
