// A part of the points of a sweep, for one of several machines.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "experiments/journal/identity.hpp"

namespace aleator {

/// Points whose identity modulo `count` is `index`: more points move none from one shard to another.
struct Shard {
  std::int64_t index = 0;
  std::int64_t count = 1;

  bool has(const Identity& identity) const noexcept {
    return identity.low % static_cast<std::uint64_t>(count) == static_cast<std::uint64_t>(index);
  }
  /// "2/8"
  std::string text() const { return std::to_string(index) + "/" + std::to_string(count); }

  /// Of "2/8"; nothing for what is no shard.
  static std::optional<Shard> parse(const std::string& text);
};

/// The shard of a task of a Slurm job array, by SLURM_ARRAY_TASK_ID, _MIN, _STEP and _COUNT, and ALEATOR_ARRAY_OFFSET
/// and ALEATOR_ARRAY_COUNT where one array is not enough; the only one elsewhere.
Shard slurm_shard();

}  // namespace aleator
