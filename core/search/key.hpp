// Keys of positions: what tells them apart, and how they are spread over a table.
#pragma once

#include <compare>
#include <cstdint>

namespace aleator {

/// For boards of which two must be told.
struct WideKey {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  auto operator<=>(const WideKey&) const = default;
};

/// Two keys may share a hash: who looks for a key compares it whole.
struct KeyHash {
  std::uint64_t operator()(std::uint64_t key) const noexcept {
    key *= 0x9e37'79b9'7f4a'7c15;
    key ^= key >> 32;
    key *= 0xd6e8'feb8'6659'fd93;
    return key ^ key >> 32;
  }
  std::uint64_t operator()(const WideKey& key) const noexcept { return (*this)(key.low ^ (*this)(key.high)); }
};

}  // namespace aleator
