// Reading what users write of positions.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace aleator {

/// The whole text as a number; nothing if it is none, or one that does not fit.
inline std::optional<std::int64_t> integer_of(std::string_view line) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), value);
  if (error != std::errc() || end != line.data() + line.size()) return std::nullopt;
  return value;
}

}  // namespace aleator
