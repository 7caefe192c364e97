#include "core/search/transposition_table.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <random>

namespace aleator {
namespace {

struct Key {
  std::uint64_t number = 0;

  bool operator==(const Key&) const = default;
};

struct Spread {
  std::uint64_t operator()(const Key& key) const noexcept { return key.number * 0x9e37'79b9'7f4a'7c15 >> 20; }
};

/// All keys in one bucket.
struct Constant {
  std::uint64_t operator()(const Key&) const noexcept { return 77; }
};

constexpr std::size_t bucket_bytes = 64;

TEST(TranspositionTable, gives_what_was_inserted_last_or_nothing) {
  std::mt19937_64 random(1);
  for (const std::size_t bytes : {100 * bucket_bytes, std::size_t{1} << 20}) {
    TranspositionTable<Key, Spread> table(bytes);
    std::map<std::uint64_t, double> known;
    std::size_t found = 0;
    for (int i = 0; i < 20'000; ++i) {
      const Key key{1 + random() % 5000};
      if (const double* value = table.find(key)) {
        ++found;
        ASSERT_EQ(*value, known.at(key.number));
      } else {
        table.insert(key, known[key.number] = i);
      }
    }
    EXPECT_GT(found, bytes == std::size_t{1} << 20 ? 13'000U : 100U);  // of 15,000 that were there before
    table.clear();
    for (std::uint64_t number = 1; number <= 5000; ++number) ASSERT_EQ(table.find({number}), nullptr);
  }
}

TEST(TranspositionTable, keeps_the_newer_of_keys_with_equal_hashes) {
  TranspositionTable<Key, Constant> table(1 << 12);
  for (std::uint64_t number = 1; number <= 3; ++number) table.insert({number}, static_cast<double>(number));
  EXPECT_EQ(table.find({1}), nullptr);
  EXPECT_EQ(*table.find({2}), 2);
  EXPECT_EQ(*table.find({3}), 3);
}

TEST(TranspositionTable, keeps_both_of_a_bucket_when_it_grows) {
  TranspositionTable<Key, Spread> table(1 << 20);
  for (std::uint64_t number = 1; number <= 1000; ++number) table.insert({number}, static_cast<double>(number));
  int found = 0;
  for (std::uint64_t number = 1; number <= 1000; ++number) found += table.find({number}) != nullptr;
  EXPECT_GT(found, 850);
}

TEST(TranspositionTable, without_room_knows_nothing) {
  TranspositionTable<Key, Spread> table(bucket_bytes - 1);
  table.insert({1}, 1);
  table.clear();
  EXPECT_EQ(table.find({1}), nullptr);
}

}  // namespace
}  // namespace aleator
