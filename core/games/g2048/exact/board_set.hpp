// Sets of boards that are built from many lists at the same time and looked up fast.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/executor.hpp"
#include "core/games/g2048/board.hpp"

namespace aleator::g2048 {

/// A board's bits mixed, one to one, so that keys of any boards are spread evenly over all numbers.
/// Source: the finaliser of MurmurHash3 (Appleby 2016), and its inverse.
constexpr std::uint64_t key_of(Board board) noexcept {
  board ^= board >> 33;
  board *= 0xff51'afd7'ed55'8ccd;
  board ^= board >> 33;
  board *= 0xc4ce'b9fe'1a85'ec53;
  return board ^ board >> 33;
}
constexpr Board board_of(std::uint64_t key) noexcept {
  key ^= key >> 33;
  key *= 0x9cb4'b2f8'1293'37db;
  key ^= key >> 33;
  key *= 0x4f74'430c'22a5'4005;
  return key ^ key >> 33;
}
static_assert(board_of(key_of(0x0123'4567'89ab'cdef)) == 0x0123'4567'89ab'cdef);

/// Keys that some block of work has found, with repetitions, by their highest bits.
class KeyLists {
 public:
  static constexpr int bits = 6;
  static constexpr std::size_t count = std::size_t{1} << bits;

  void add(std::uint64_t key) { list_[key >> (64 - bits)].push_back(key); }
  std::span<const std::uint64_t> list(std::size_t i) const noexcept { return list_[i]; }
  /// Of all lists, in bytes.
  std::size_t bytes() const noexcept {
    std::size_t keys = 0;
    for (const auto& list : list_) keys += list.capacity();
    return keys * sizeof(std::uint64_t);
  }

 private:
  std::array<std::vector<std::uint64_t>, count> list_;
};

/// The i-th lists of all, in order and without repetitions. The keys are taken to be spread evenly.
std::vector<std::uint64_t> merged(std::span<const KeyLists> lists, std::size_t i);

/// A set of boards in the order of their keys.
class BoardSet {
 public:
  BoardSet() = default;
  /// @param parts  KeyLists::count of them, each as merged() gives it
  template <Executor E>
  BoardSet(std::span<const std::vector<std::uint64_t>> parts, E& executor) {
    std::vector<std::size_t> begin(parts.size() + 1, 0);
    for (std::size_t i = 0; i < parts.size(); ++i) begin[i + 1] = begin[i] + parts[i].size();
    keys_.resize(begin.back());
    executor.for_blocks(parts.size(), [&](std::size_t i) {
      std::copy(parts[i].begin(), parts[i].end(), keys_.begin() + static_cast<std::ptrdiff_t>(begin[i]));
    });
  }

  std::size_t size() const noexcept { return keys_.size(); }
  Board operator[](std::size_t i) const noexcept { return board_of(keys_[i]); }
  std::span<const std::uint64_t> keys() const noexcept { return keys_; }

  /// Where the board stands in the set, by halving; nothing if it is not in it.
  std::optional<std::size_t> find(Board board) const noexcept;

 private:
  std::vector<std::uint64_t> keys_;
};

/// What is in any of the lists.
template <Executor E>
BoardSet set_of(std::span<const KeyLists> lists, E& executor) {
  std::vector<std::vector<std::uint64_t>> parts(KeyLists::count);
  executor.for_blocks(parts.size(), [&](std::size_t i) { parts[i] = merged(lists, i); });
  return BoardSet(parts, executor);
}

/// Finds the boards of a set, which must outlive it.
class BoardIndex {
 public:
  template <Executor E>
  BoardIndex(const BoardSet& set, E& executor) : BoardIndex(set) {
    executor.for_blocks(KeyLists::count, [this](std::size_t i) { fill(i); });
  }

  /// Where the board stands in the set. @pre it is in it.
  std::size_t operator()(Board board) const noexcept {
    const std::uint64_t key = key_of(board);
    std::size_t i = begin_[key >> shift_];
    while (keys_[i] != key) ++i;
    return i;
  }

 private:
  explicit BoardIndex(const BoardSet& set);

  /// The begins of the i-th part of all buckets.
  void fill(std::size_t i);

  std::span<const std::uint64_t> keys_;
  int shift_;
  std::vector<std::uint32_t> begin_;  // by bucket: the keys with the same highest bits
};

}  // namespace aleator::g2048
