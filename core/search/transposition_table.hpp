// What a search has found out about positions, in a table of fixed size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace aleator {

/// Values by key. Keys are compared whole: a hash that two of them share costs an entry, never a wrong value. Where a
/// bucket is full, its oldest entry gives way.
template <class Key>
class TranspositionTable {
 public:
  /// @param bytes  the most that it takes; below a bucket it holds nothing
  explicit TranspositionTable(std::size_t bytes) : buckets_(bytes / sizeof(Bucket)) {}

  /// How many values it can hold.
  std::size_t capacity() const noexcept { return 2 * buckets_.size(); }

  /// @param hash  of the key, spread evenly over all numbers
  /// @return nullptr if nothing is known; else valid until the next change
  const double* find(const Key& key, std::uint64_t hash) const noexcept {
    if (buckets_.empty()) return nullptr;
    const Bucket& bucket = buckets_[place(hash)];
    if (is_known(bucket.newer, key)) return &bucket.newer.value;
    if (is_known(bucket.older, key)) return &bucket.older.value;
    return nullptr;
  }

  /// @pre find(key, hash) is nullptr
  void insert(const Key& key, std::uint64_t hash, double value) noexcept {
    if (buckets_.empty()) return;
    Bucket& bucket = buckets_[place(hash)];
    bucket.older = std::exchange(bucket.newer, {key, value, generation_});
  }

  /// Forgets all values; takes no time worth mentioning.
  void clear() noexcept {
    if (generation_ == std::numeric_limits<std::uint32_t>::max()) {
      generation_ = 0;
      for (Bucket& bucket : buckets_) bucket = {};
    }
    ++generation_;
  }

 private:
  struct Entry {
    Key key{};
    double value = 0;
    std::uint32_t generation = 0;  // of which clear(); 0 is none
  };
  struct alignas(64) Bucket {  // a line of the cache
    Entry newer;
    Entry older;
  };

  bool is_known(const Entry& entry, const Key& key) const noexcept {
    return entry.generation == generation_ && entry.key == key;
  }

  std::size_t place(std::uint64_t hash) const noexcept {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::size_t>(Wide{hash} * buckets_.size() >> 64);
  }

  std::vector<Bucket> buckets_;
  std::uint32_t generation_ = 1;
};

}  // namespace aleator
