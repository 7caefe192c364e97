#include "core/simd.hpp"

#include <hwy/highway.h>
#include <hwy/targets.h>

#include <algorithm>
#include <stdexcept>

#include "core/text.hpp"

namespace aleator {
namespace {

std::vector<std::int64_t> compiled_and_supported() {
  std::vector<std::int64_t> targets;
  hwy::SetSupportedTargetsForTest(0);
  // Better ones have lower bits.
  for (std::int64_t rest = hwy::SupportedTargets() & HWY_TARGETS; rest != 0; rest &= rest - 1) {
    targets.push_back(rest & -rest);
  }
  return targets;
}

void pin(std::int64_t target) {
  hwy::SetSupportedTargetsForTest(target);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace

std::vector<std::string> simd_targets() {
  std::vector<std::string> names;
  const std::int64_t in_use = hwy::SupportedTargets();
  for (const std::int64_t target : compiled_and_supported()) names.emplace_back(hwy::TargetName(target));
  pin(in_use);
  return names;
}

std::string simd_target() {
  const std::int64_t usable = hwy::SupportedTargets() & HWY_TARGETS;
  return usable == 0 ? "scalar" : hwy::TargetName(usable & -usable);
}

void set_simd_target(std::string_view name) {
  const auto targets = compiled_and_supported();
  const auto found = std::find_if(targets.begin(), targets.end(),
                                  [&](std::int64_t target) { return name == hwy::TargetName(target); });
  if (name.empty()) return pin(0);
  if (found != targets.end()) return pin(*found);
  pin(0);
  std::string known;
  for (const std::int64_t target : targets) known += (known.empty() ? "" : ", ") + std::string(hwy::TargetName(target));
  throw std::invalid_argument(text("this processor has no ", name, ": it has ", known));
}

}  // namespace aleator
