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

std::optional<std::size_t> BoardSet::find(Board board) const noexcept {
  const std::uint64_t key = key_of(board);
  const auto found = std::lower_bound(keys_.begin(), keys_.end(), key);
  if (found == keys_.end() || *found != key) return std::nullopt;
  return static_cast<std::size_t>(found - keys_.begin());
}

BoardIndex::BoardIndex(const BoardSet& set) : keys_(set.keys()) {
  const int bits = std::max(KeyLists::bits, static_cast<int>(std::bit_width(keys_.size())) - 1);
  shift_ = 64 - bits;
  begin_.resize(std::size_t{1} << bits);
}

void BoardIndex::fill(std::size_t i) {
  const std::size_t buckets = begin_.size() / KeyLists::count;
  const std::uint64_t first = std::uint64_t{i * buckets} << shift_;
  auto next = std::lower_bound(keys_.begin(), keys_.end(), first);
  for (std::size_t bucket = i * buckets; bucket < (i + 1) * buckets; ++bucket) {
    begin_[bucket] = static_cast<std::uint32_t>(next - keys_.begin());
    while (next != keys_.end() && *next >> shift_ == bucket) ++next;
  }
}

}  // namespace aleator::g2048
