#include "core/mdp/encodings/begins.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace aleator {
namespace {

Begins begins_of(const std::vector<std::int64_t>& lengths) {
  Begins begins;
  for (const std::int64_t length : lengths) begins.add_part(length);
  return begins;
}

TEST(Begins, of_equal_parts_need_no_memory) {
  const Begins begins = begins_of({8, 8, 8});
  EXPECT_EQ(begins.kind(), Begins::Kind::equal);
  EXPECT_EQ(begins.equal_length(), 8);
  EXPECT_EQ(begins.bytes(), 0u);
  EXPECT_EQ(begins[3], 24);
  EXPECT_EQ(begins_of({}).elements(), 0);
  EXPECT_EQ(begins_of({0, 0}).kind(), Begins::Kind::equal);
}

TEST(Begins, of_unequal_parts_take_4_bytes_while_32_bits_hold_them) {
  EXPECT_EQ(begins_of({8, 8, 7, 8}).bytes(), 20u);
  EXPECT_EQ(begins_of({0, 4'294'967'295}).kind(), Begins::Kind::narrow);
  EXPECT_EQ(begins_of({0, 4'294'967'296}).kind(), Begins::Kind::wide);
  EXPECT_EQ(begins_of({1, 4'294'967'295, 0}).bytes(), 32u);
}

TEST(Begins, are_the_sums_of_the_lengths_before) {
  const std::int64_t large = 3'000'000'000;
  for (const std::vector<std::int64_t>& lengths : std::vector<std::vector<std::int64_t>>{{},
                                                                                         {5},
                                                                                         {0, 3, 3},
                                                                                         {4, 4, 4, 0, 9},
                                                                                         {large, 1, large, 7},
                                                                                         {large, large, large},
                                                                                         {large, large, 1, 2},
                                                                                         {1, large, large, 2}}) {
    const Begins begins = begins_of(lengths);
    ASSERT_EQ(begins.parts(), std::ssize(lengths));
    std::int64_t sum = 0;
    for (std::size_t i = 0; i <= lengths.size(); ++i) {
      EXPECT_EQ(begins[static_cast<std::int64_t>(i)], sum);
      if (i < lengths.size()) sum += lengths[i];
    }
    EXPECT_EQ(begins.elements(), sum);
  }
}

}  // namespace
}  // namespace aleator
