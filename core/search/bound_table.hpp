// A transposition table of bounds: what alpha-beta has found out about positions.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
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

/// Bounds by key. Keys are compared whole: a hash that two of them share may cost an entry, never a wrong value. The
/// table grows as it fills, so that a short search stays in the caches, or has its full size from the first.
template <class Key>
class BoundTable {
 public:
  enum class Size : std::uint8_t { grows, fixed };

  /// @param bytes  at most; too few for a bucket: holds nothing
  BoundTable(std::size_t bytes, Replacement replacement, Size size = Size::grows)
      : replacement_(replacement),
        most_buckets_(bytes / sizeof(Bucket)),
        first_buckets_(size == Size::fixed ? most_buckets_ : std::min(most_buckets_, few_buckets)),
        buckets_(first_buckets_) {}

  /// @return a copy, so that others may write meanwhile; depth 0 if nothing is known
  Bounds find(const Key& key) const noexcept {
    if (buckets_.empty()) return {};
    for (const Entry& entry : buckets_[place(key)]) {
      if (entry.bounds.depth > 0 && entry.key == key) return entry.bounds;
    }
    return {};
  }

  /// @pre bounds.depth > 0
  void put(const Key& key, const Bounds& bounds) {
    if (buckets_.empty()) return;
    if (num_put_ > buckets_.size() && buckets_.size() < most_buckets_) grow();
    Entry& entry = entry_for(key, bounds.depth);
    if (keeps(entry, key, bounds.depth)) return;
    entry = {key, bounds};
  }

  void clear() {
    num_put_ = 0;
    buckets_.assign(first_buckets_, {});
  }

  std::size_t num_places() const noexcept { return buckets_.size(); }
  std::size_t place(const Key& key) const noexcept {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::size_t>(Wide{KeyHash()(key)} * buckets_.size() >> 64);
  }

 private:
  static constexpr std::size_t few_buckets = 1 << 10;

  struct Entry {
    Key key{};
    Bounds bounds;
  };
  using Bucket = std::array<Entry, 2>;

  /// Where the bounds go if anywhere; counts an empty entry as filled. With one tier the two entries of a bucket are
  /// places of their own.
  Entry& entry_for(const Key& key, std::int32_t depth) noexcept {
    Bucket& bucket = buckets_[place(key)];
    if (replacement_ != Replacement::two_tier) {
      Entry& entry = bucket[KeyHash()(key) & 1];
      num_put_ += entry.bounds.depth == 0;
      return entry;
    }
    for (Entry& entry : bucket) {
      if (entry.bounds.depth > 0 && entry.key == key) return entry;
    }
    auto& [deepest, newest] = bucket;
    num_put_ += newest.bounds.depth == 0;
    if (depth < deepest.bounds.depth) return newest;
    newest = deepest;
    return deepest;
  }

  bool keeps(const Entry& entry, const Key& key, std::int32_t depth) const noexcept {
    return replacement_ == Replacement::deeper && entry.bounds.depth > depth && entry.key != key;
  }

  void grow() {
    std::vector<Bucket> before(std::min(4 * buckets_.size(), most_buckets_));
    std::swap(before, buckets_);
    num_put_ = 0;
    for (const Bucket& bucket : before) {
      for (auto entry = bucket.rbegin(); entry != bucket.rend(); ++entry) {  // of two tiers the deepest last
        if (entry->bounds.depth > 0) entry_for(entry->key, entry->bounds.depth) = *entry;
      }
    }
  }

  Replacement replacement_;
  std::size_t most_buckets_;
  std::size_t first_buckets_;
  std::size_t num_put_ = 0;  // into empty entries
  std::vector<Bucket> buckets_;
};

}  // namespace aleator
