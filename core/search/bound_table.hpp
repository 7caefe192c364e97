// A transposition table of bounds: what alpha-beta has found out about positions.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/search/key.hpp"
#include "core/search/score.hpp"
#include "core/search/search.hpp"

namespace aleator {

/// A search to `depth` plies has found a score from lower to upper.
struct Bounds {
  Score lower = -infinite;
  Score upper = infinite;
  std::int32_t depth = 0;
  Move best = no_move;  // worth trying first

  bool operator==(const Bounds&) const = default;
};

/// Bounds by key, of fixed size. Keys are compared whole: a hash that two of them share may cost an entry, never a
/// wrong value.
template <class Key>
class BoundTable {
 public:
  /// @param bytes  at most; too few for a bucket: holds nothing
  BoundTable(std::size_t bytes, Replacement replacement)
      : replacement_(replacement), buckets_(bytes / sizeof(Bucket)) {}

  /// @return a copy, so that others may write meanwhile; depth 0 if nothing is known
  Bounds find(const Key& key) const noexcept {
    if (buckets_.empty()) return {};
    for (const Entry& entry : buckets_[place(key)]) {
      if (entry.bounds.depth > 0 && entry.key == key) return entry.bounds;
    }
    return {};
  }

  /// @pre bounds.depth > 0
  void put(const Key& key, const Bounds& bounds) noexcept {
    if (buckets_.empty()) return;
    Entry& entry = entry_for(key, bounds.depth);
    if (keeps(entry, key, bounds.depth)) return;
    entry = {key, bounds};
  }

  void clear() noexcept { std::fill(buckets_.begin(), buckets_.end(), Bucket{}); }

  std::size_t num_places() const noexcept { return buckets_.size(); }
  std::size_t place(const Key& key) const noexcept {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::size_t>(Wide{KeyHash()(key)} * buckets_.size() >> 64);
  }

 private:
  struct Entry {
    Key key{};
    Bounds bounds;
  };
  using Bucket = std::array<Entry, 2>;

  /// Where the bounds go if anywhere. With one tier the two entries of a bucket are places of their own.
  Entry& entry_for(const Key& key, std::int32_t depth) noexcept {
    Bucket& bucket = buckets_[place(key)];
    if (replacement_ != Replacement::two_tier) return bucket[KeyHash()(key) & 1];
    for (Entry& entry : bucket) {
      if (entry.bounds.depth > 0 && entry.key == key) return entry;
    }
    auto& [deepest, newest] = bucket;
    if (depth < deepest.bounds.depth) return newest;
    newest = deepest;
    return deepest;
  }

  bool keeps(const Entry& entry, const Key& key, std::int32_t depth) const noexcept {
    return replacement_ == Replacement::deeper && entry.bounds.depth > depth && entry.key != key;
  }

  Replacement replacement_;
  std::vector<Bucket> buckets_;
};

}  // namespace aleator
