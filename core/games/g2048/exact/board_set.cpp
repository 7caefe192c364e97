#include "core/games/g2048/exact/board_set.hpp"

#include <algorithm>
#include <bit>

namespace aleator::g2048 {
namespace {

/// Sorts keys whose highest KeyLists::bits bits are the same: by the bits after them, which are nearly enough, and then
/// by insertion.
void sort_even(std::vector<std::uint64_t>& keys) {
  const int bits = std::max(1, static_cast<int>(std::bit_width(keys.size())) - 1);
  const auto bucket = [bits](std::uint64_t key) { return key << KeyLists::bits >> (64 - bits); };
  std::vector<std::uint32_t> end((std::size_t{1} << bits) + 1, 0);
  for (const std::uint64_t key : keys) ++end[bucket(key) + 1];
  for (std::size_t i = 1; i < end.size(); ++i) end[i] += end[i - 1];
  std::vector<std::uint64_t> sorted(keys.size());
  for (const std::uint64_t key : keys) sorted[end[bucket(key)]++] = key;
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    const std::uint64_t key = sorted[i];
    std::size_t to = i;
    for (; to > 0 && sorted[to - 1] > key; --to) sorted[to] = sorted[to - 1];
    sorted[to] = key;
  }
  keys = std::move(sorted);
}

}  // namespace

std::vector<std::uint64_t> merged(std::span<const KeyLists> lists, std::size_t i) {
  std::vector<std::uint64_t> keys;
  std::size_t size = 0;
  for (const KeyLists& each : lists) size += each.list(i).size();
  keys.reserve(size);
  for (const KeyLists& each : lists) keys.insert(keys.end(), each.list(i).begin(), each.list(i).end());
  sort_even(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

BoardSet::BoardSet(std::span<const std::vector<std::uint64_t>> parts) {
  std::size_t size = 0;
  for (const auto& part : parts) size += part.size();
  keys_.reserve(size);
  for (const auto& part : parts) keys_.insert(keys_.end(), part.begin(), part.end());
}

BoardIndex::BoardIndex(const BoardSet& set) : keys_(set.keys()) {
  const int bits = std::max(1, static_cast<int>(std::bit_width(keys_.size())) - 1);
  shift_ = 64 - bits;
  begin_.assign((std::size_t{1} << bits) + 1, 0);
  for (const std::uint64_t key : keys_) ++begin_[(key >> shift_) + 1];
  for (std::size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
}

}  // namespace aleator::g2048
