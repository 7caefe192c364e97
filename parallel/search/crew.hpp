// Threads that search one tree: who is where.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/search/key.hpp"

namespace aleator {

/// Marks of the positions that somebody searches now. A mark may be lost, or be that of another position: it only says
/// what had better be searched later.
class BusyPositions {
 public:
  void enter(std::uint64_t hash) noexcept { place(hash).store(hash, std::memory_order_relaxed); }
  void leave(std::uint64_t hash) noexcept {
    if (has(hash)) place(hash).store(0, std::memory_order_relaxed);
  }
  bool has(std::uint64_t hash) const noexcept { return place(hash).load(std::memory_order_relaxed) == hash; }

 private:
  static constexpr std::size_t num_places = 1 << 15;

  std::atomic<std::uint64_t>& place(std::uint64_t hash) noexcept { return (*places_)[hash % num_places]; }
  const std::atomic<std::uint64_t>& place(std::uint64_t hash) const noexcept { return (*places_)[hash % num_places]; }

  std::unique_ptr<std::array<std::atomic<std::uint64_t>, num_places>> places_ =
      std::make_unique<std::array<std::atomic<std::uint64_t>, num_places>>();
};

/// One of the threads. Positions with few plies left are not worth the telling.
/// Source: Weill, The ABDADA distributed minimax search algorithm (1996), with marks apart from the table.
class CrewMember {
 public:
  static constexpr bool is_alone = false;

  CrewMember(BusyPositions& busy, std::int64_t least_left) : busy_(&busy), least_left_(least_left) {}

  bool joins(std::int64_t left) const noexcept { return left >= least_left_; }

  template <class Key>
  bool is_busy(const Key& key) const noexcept {
    return busy_->has(KeyHash()(key));
  }
  template <class Key>
  void enter(const Key& key) noexcept {
    busy_->enter(KeyHash()(key));
  }
  template <class Key>
  void leave(const Key& key) noexcept {
    busy_->leave(KeyHash()(key));
  }

 private:
  BusyPositions* busy_;
  std::int64_t least_left_;
};

}  // namespace aleator
