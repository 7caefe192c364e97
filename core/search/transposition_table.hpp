// What a search has found out about positions, in a table of limited size.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace aleator {

/// Values by key. Keys are compared whole: a hash that two of them share may cost an entry, never a wrong value. The
/// table grows as it fills, so that a short search stays in the caches; when it may grow no more, the older of the two
/// entries of a bucket gives way. Key{} cannot be a key.
/// @tparam Hash  Hash()(key) is spread evenly over all 64-bit numbers
template <class Key, class Hash>
class TranspositionTable {
 public:
  /// @param bytes  the most that it may take; below a bucket it holds nothing
  explicit TranspositionTable(std::size_t bytes) : most_buckets_(std::bit_floor(bytes / sizeof(Bucket))) {
    buckets_.reserve(most_buckets_);  // and so it never moves; untouched memory costs nothing
    clear();
  }

  /// @return nullptr if nothing is known; else valid until the next change
  const double* find(const Key& key) const noexcept {
    if (buckets_.empty()) return nullptr;
    const Bucket& bucket = buckets_[place(key)];
    if (bucket.newer.key == key) return &bucket.newer.value;
    if (bucket.older.key == key) return &bucket.older.value;
    return nullptr;
  }

  /// @pre find(key) is nullptr
  void insert(const Key& key, double value) {
    if (buckets_.empty()) return;
    if (entries_ == buckets_.size() && buckets_.size() < most_buckets_) grow();
    ++entries_;
    put({key, value});
  }

  /// Forgets all values.
  void clear() {
    entries_ = 0;
    buckets_.assign(std::min(most_buckets_, first_buckets), {});
  }

 private:
  static constexpr std::size_t first_buckets = 64;

  struct Entry {
    Key key{};
    double value = 0;
  };
  struct alignas(64) Bucket {  // a line of the cache, if keys are short
    Entry newer;
    Entry older;
  };

  std::size_t place(const Key& key) const noexcept { return Hash()(key) & (buckets_.size() - 1); }

  void put(const Entry& entry) noexcept {
    Bucket& bucket = buckets_[place(entry.key)];
    bucket.older = std::exchange(bucket.newer, entry);
  }

  /// Twice as many buckets: what was in one goes to it or to its twin in the upper half.
  void grow() {
    const std::size_t before = buckets_.size();
    buckets_.resize(2 * before);
    for (std::size_t i = 0; i < before; ++i) {
      const Bucket bucket = std::exchange(buckets_[i], {});
      if (bucket.older.key != Key{}) put(bucket.older);
      if (bucket.newer.key != Key{}) put(bucket.newer);
    }
  }

  std::size_t most_buckets_;  // a power of 2, or 0
  std::size_t entries_ = 0;   // inserted
  std::vector<Bucket> buckets_;
};

}  // namespace aleator
