#include "core/stats/histogram.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace aleator {
namespace {

TEST(Histogram, counts_what_was_added_and_merged) {
  Histogram histogram;
  EXPECT_EQ(histogram.total(), 0);
  EXPECT_TRUE(histogram.counts().empty());
  histogram.add(3);
  histogram.add(0, 2);
  Histogram other;
  other.add(3);
  other.add(5);
  histogram.merge(other);
  EXPECT_EQ(std::vector<std::int64_t>(histogram.counts().begin(), histogram.counts().end()),
            (std::vector<std::int64_t>{2, 0, 0, 2, 0, 1}));
  EXPECT_EQ(histogram.total(), 5);
}

TEST(Histogram, is_the_same_in_any_order) {
  Histogram one;
  Histogram parts[2];
  std::mt19937_64 random(1);
  for (int i = 0; i < 1000; ++i) {
    const std::size_t number = random() % 50;
    one.add(number);
    parts[random() % 2].add(number);
  }
  parts[1].merge(parts[0]);
  EXPECT_EQ(parts[1], one);
  EXPECT_NE(parts[0], one);
}

TEST(Histogram, quantiles_are_those_of_the_sorted_numbers) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 100; ++round) {
    Histogram histogram;
    std::vector<std::size_t> numbers(1 + random() % 40);
    for (std::size_t& number : numbers) histogram.add(number = random() % 30);
    std::sort(numbers.begin(), numbers.end());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const double level = (static_cast<double>(i) + 0.5) / static_cast<double>(numbers.size());
      EXPECT_EQ(histogram.quantile(level), numbers[i]);
    }
    EXPECT_EQ(histogram.quantile(1), numbers.back());
  }
}

}  // namespace
}  // namespace aleator
