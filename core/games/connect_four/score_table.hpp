// The solver's transposition table: a word of 64 bits for each position, which holds its key as a whole.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/games/connect_four/board.hpp"

namespace aleator::connect_four {

/// Bounds on a score.
struct ScoreBounds {
  int lower;
  int upper;
};

/// Keys are shuffled, one to one: the low bits of what comes out are an entry's place, and the others are kept in the
/// entry, as its tag. So two positions never look the same, and an entry has room for bounds:
///
///     bits 63 ... 14: the tag, all bits of the shuffled key but the lowest 14
///     bits 13 ...  7: upper bound + 64, bits 6 ... 0: lower bound + 64; both 0 in an empty entry
///
/// A table has 2^14 places or more, and so the place tells the bits that the tag does not have.
class ScoreEntry {
 public:
  static constexpr int least_place_bits = 14;

  static constexpr std::uint64_t packed(std::uint64_t shuffled, ScoreBounds bounds) noexcept {
    return shuffled >> least_place_bits << least_place_bits | static_cast<std::uint64_t>(bounds.upper + offset) << 7 |
           static_cast<std::uint64_t>(bounds.lower + offset);
  }

  /// Whether the word has something on the key. @param bounds  are narrowed if so
  static constexpr bool read(std::uint64_t word, std::uint64_t shuffled, ScoreBounds& bounds) noexcept {
    if ((word ^ shuffled) >> least_place_bits != 0 || is_empty(word)) return false;
    bounds.lower = std::max(bounds.lower, static_cast<int>(word & 0x7f) - offset);
    bounds.upper = std::min(bounds.upper, static_cast<int>(word >> 7 & 0x7f) - offset);
    return true;
  }

  static constexpr bool is_empty(std::uint64_t word) noexcept { return (word & 0x7f) == 0; }

 private:
  static constexpr int offset = 64;  // scores are from -32 to 32
};

/// One to one on numbers of so many bits: products with odd numbers, and the upper half added to the lower, bit by bit.
class Shuffle {
 public:
  explicit Shuffle(int bits) noexcept : half_((bits + 1) / 2), mask_(~std::uint64_t{0} >> (64 - bits)) {}

  std::uint64_t operator()(Bits key) const noexcept {
    std::uint64_t mixed = key * 0x9e37'79b9'7f4a'7c15 & mask_;
    mixed ^= mixed >> half_;
    mixed = mixed * 0xd6e8'feb8'6659'fd93 & mask_;
    return mixed ^ mixed >> half_;
  }

 private:
  int half_;
  std::uint64_t mask_;
};

/// The number of entries of a table of so many bytes: a power of 2.
constexpr std::size_t num_score_entries(std::size_t bytes) noexcept {
  return std::max(std::bit_floor(bytes / sizeof(std::uint64_t)), std::size_t{1} << ScoreEntry::least_place_bits);
}

/// Grows as it fills, so that a short search stays in the caches. A newer entry takes the place of an older one.
class ScoreTable {
 public:
  /// @param bytes  at most; it has 128 KiB at least
  explicit ScoreTable(std::size_t bytes) : most_entries_(num_score_entries(bytes)) {
    words_.reserve(most_entries_);  // and so it never moves; untouched memory costs nothing
    clear();
  }

  void prefetch(std::uint64_t shuffled) const noexcept { __builtin_prefetch(&words_[place(shuffled)]); }

  bool find(std::uint64_t shuffled, ScoreBounds& bounds) const noexcept {
    return ScoreEntry::read(words_[place(shuffled)], shuffled, bounds);
  }

  void put(std::uint64_t shuffled, ScoreBounds bounds) {
    std::uint64_t& word = words_[place(shuffled)];
    const bool is_new = ScoreEntry::is_empty(word);
    word = ScoreEntry::packed(shuffled, bounds);
    if (is_new && ++num_full_ > words_.size() / 2 && words_.size() < most_entries_) grow();
  }

  void clear() {
    num_full_ = 0;
    words_.assign(std::size_t{1} << ScoreEntry::least_place_bits, 0);
  }

  std::size_t size() const noexcept { return words_.size(); }

 private:
  std::size_t place(std::uint64_t shuffled) const noexcept { return shuffled & (words_.size() - 1); }

  /// Twice as many places: the next bit of the tag says what moves to the upper half.
  void grow() {
    const std::size_t before = words_.size();
    words_.resize(2 * before, 0);
    for (std::size_t i = 0; i < before; ++i) {
      if ((words_[i] & before) != 0) words_[i + before] = std::exchange(words_[i], 0);
    }
  }

  std::size_t most_entries_;
  std::size_t num_full_ = 0;
  std::vector<std::uint64_t> words_;
};

}  // namespace aleator::connect_four
