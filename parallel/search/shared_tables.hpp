// Transposition tables that threads share.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "core/games/connect_four/score_table.hpp"
#include "core/search/bound_table.hpp"

namespace aleator {

/// A BoundTable with locks, each for the places of some keys: what is found was put as a whole.
template <class Key>
class SharedBoundTable {
 public:
  SharedBoundTable(std::size_t bytes, Replacement replacement) : table_(bytes, replacement, BoundTable<Key>::Size::fixed) {}

  Bounds find(const Key& key) const noexcept {
    const Guard guard(lock_of(key));
    return table_.find(key);
  }
  void put(const Key& key, const Bounds& bounds) {
    const Guard guard(lock_of(key));
    table_.put(key, bounds);
  }

  /// @pre nobody else uses it
  void clear() { table_.clear(); }

 private:
  static constexpr std::size_t num_locks = 1 << 12;

  /// Held for some instructions only.
  class Guard {
   public:
    explicit Guard(std::atomic_flag& flag) noexcept : flag_(flag) {
      while (flag_.test_and_set(std::memory_order_acquire)) {
        while (flag_.test(std::memory_order_relaxed)) std::this_thread::yield();
      }
    }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;
    ~Guard() { flag_.clear(std::memory_order_release); }

   private:
    std::atomic_flag& flag_;
  };

  std::atomic_flag& lock_of(const Key& key) const noexcept {
    return (*locks_)[table_.num_places() == 0 ? 0 : table_.place(key) % num_locks];
  }

  BoundTable<Key> table_;
  std::unique_ptr<std::array<std::atomic_flag, num_locks>> locks_ =
      std::make_unique<std::array<std::atomic_flag, num_locks>>();
};

/// A ScoreTable of fixed size whose words are read and written as wholes.
class SharedScoreTable {
 public:
  /// @param bytes  at most; it has 128 KiB at least
  explicit SharedScoreTable(std::size_t bytes) : words_(connect_four::num_score_entries(bytes)) {}

  void prefetch(std::uint64_t shuffled) const noexcept { __builtin_prefetch(&words_[place(shuffled)]); }

  bool find(std::uint64_t shuffled, connect_four::ScoreBounds& bounds) const noexcept {
    return connect_four::ScoreEntry::read(words_[place(shuffled)].load(std::memory_order_relaxed), shuffled, bounds);
  }
  void put(std::uint64_t shuffled, connect_four::ScoreBounds bounds) noexcept {
    words_[place(shuffled)].store(connect_four::ScoreEntry::packed(shuffled, bounds), std::memory_order_relaxed);
  }

  /// @pre nobody else uses it
  void clear() noexcept {
    for (auto& word : words_) word.store(0, std::memory_order_relaxed);
  }

 private:
  std::size_t place(std::uint64_t shuffled) const noexcept { return shuffled & (words_.size() - 1); }

  std::vector<std::atomic<std::uint64_t>> words_;
};

}  // namespace aleator
