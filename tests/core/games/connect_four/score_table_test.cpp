#include "core/games/connect_four/score_table.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace aleator::connect_four {
namespace {

TEST(Shuffle, is_one_to_one) {
  for (const int bits : {1, 2, 7, 12, 17}) {
    const Shuffle shuffle(bits);
    std::set<std::uint64_t> seen;
    for (Bits key = 0; key < Bits{1} << bits; ++key) {
      const std::uint64_t shuffled = shuffle(key);
      ASSERT_LT(shuffled, std::uint64_t{1} << bits);
      ASSERT_TRUE(seen.insert(shuffled).second);
    }
  }
}

TEST(ScoreEntry, tells_all_keys_of_a_place_apart_and_keeps_all_bounds) {
  // Keys of 64 bits that share the 14 bits of a place and differ in one of the others.
  for (int bit = 14; bit < 64; ++bit) {
    const std::uint64_t shuffled = 0x1234;
    ScoreBounds bounds{-32, 32};
    EXPECT_FALSE(ScoreEntry::read(ScoreEntry::packed(shuffled ^ std::uint64_t{1} << bit, {0, 0}), shuffled, bounds));
  }
  for (int lower = -32; lower <= 32; ++lower) {
    for (int upper = lower; upper <= 32; ++upper) {
      const std::uint64_t word = ScoreEntry::packed(~std::uint64_t{0}, {lower, upper});
      ScoreBounds bounds{-32, 32};
      ASSERT_TRUE(ScoreEntry::read(word, ~std::uint64_t{0}, bounds));
      ASSERT_EQ(bounds.lower, lower);
      ASSERT_EQ(bounds.upper, upper);
      ASSERT_FALSE(ScoreEntry::is_empty(word));
    }
  }
  ScoreBounds bounds{-32, 32};
  EXPECT_FALSE(ScoreEntry::read(0, 0, bounds));  // an empty place knows nothing on key 0
}

TEST(ScoreEntry, only_narrows_bounds) {
  ScoreBounds bounds{-1, 3};
  EXPECT_TRUE(ScoreEntry::read(ScoreEntry::packed(5, {-4, 2}), 5, bounds));
  EXPECT_EQ(bounds.lower, -1);
  EXPECT_EQ(bounds.upper, 2);
}

TEST(ScoreTable, keeps_what_it_has_when_it_grows) {
  const Shuffle shuffle(49);
  ScoreTable table(std::size_t{64} << 20);
  const std::size_t small = table.size();
  constexpr int keys = 300'000;
  for (int i = 0; i < keys; ++i) table.put(shuffle(static_cast<Bits>(i) * 977), {i % 5 - 2, 7});
  EXPECT_GT(table.size(), small);
  int found = 0;
  for (int i = 0; i < keys; ++i) {
    ScoreBounds bounds{-32, 32};
    if (!table.find(shuffle(static_cast<Bits>(i) * 977), bounds)) continue;
    ++found;
    ASSERT_EQ(bounds.lower, i % 5 - 2);
  }
  EXPECT_GT(found, keys * 3 / 5);  // newer ones have taken the places of others
  table.clear();
  ScoreBounds bounds{-32, 32};
  EXPECT_FALSE(table.find(shuffle(0), bounds));
  EXPECT_EQ(table.size(), small);
}

TEST(ScoreTable, does_not_grow_beyond_its_bytes) {
  const Shuffle shuffle(49);
  ScoreTable table(std::size_t{1} << 20);
  for (Bits i = 0; i < 500'000; ++i) table.put(shuffle(i), {0, 0});
  EXPECT_EQ(table.size() * sizeof(std::uint64_t), std::size_t{1} << 20);
}

}  // namespace
}  // namespace aleator::connect_four
