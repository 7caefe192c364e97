#include "core/stats/moments.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace aleator {
namespace {

struct TwoPass {
  double mean;
  double variance;
};

TwoPass two_pass(const std::vector<double>& x) {
  const auto n = static_cast<long double>(x.size());
  long double mean = 0;
  long double squares = 0;
  for (const double value : x) mean += value / n;
  for (const double value : x) squares += (value - mean) * (value - mean);
  return {static_cast<double>(mean), static_cast<double>(squares / (n - 1))};
}

void expect_moments(const Moments& moments, const std::vector<double>& x) {
  const TwoPass exact = two_pass(x);
  EXPECT_EQ(moments.count(), static_cast<std::int64_t>(x.size()));
  EXPECT_NEAR(moments.mean(), exact.mean, 1e-13 * std::abs(exact.mean));
  EXPECT_NEAR(moments.variance(), exact.variance, 1e-9 * exact.variance);
  EXPECT_NEAR(moments.standard_error(), std::sqrt(exact.variance / static_cast<double>(x.size())),
              1e-9 * moments.standard_error());
}

std::vector<double> sample(int n, double offset) {
  std::mt19937_64 random(11);
  std::normal_distribution<double> normal(offset, 2);
  std::vector<double> x;
  for (int i = 0; i < n; ++i) x.push_back(normal(random));
  return x;
}

TEST(Moments, agree_with_two_passes_even_far_from_0) {
  for (const double offset : {0.5, 1e6}) {
    const auto x = sample(1000, offset);
    Moments moments;
    for (const double value : x) moments.add(value);
    expect_moments(moments, x);
  }
}

TEST(Moments, merge_in_any_order) {
  const auto x = sample(100, 3);
  Moments head, middle, tail, none;
  for (std::size_t i = 0; i < 100; ++i) (i < 5 ? head : i < 60 ? middle : tail).add(x[i]);
  for (const auto& order :
       {std::vector<const Moments*>{&head, &middle, &tail, &none}, {&none, &tail, &head, &middle}}) {
    Moments total;
    for (const Moments* part : order) total.merge(*part);
    expect_moments(total, x);
  }
}

TEST(Moments, count_repetitions) {
  Moments counted, one_by_one;
  for (const auto& [value, times] : {std::pair{2.0, 3}, {7.0, 0}, {-1.0, 1}, {4.5, 10}}) {
    counted.add(value, times);
    for (int i = 0; i < times; ++i) one_by_one.add(value);
  }
  EXPECT_EQ(counted.count(), 14);
  EXPECT_NEAR(counted.mean(), one_by_one.mean(), 1e-15);
  EXPECT_NEAR(counted.variance(), one_by_one.variance(), 1e-14);
}

TEST(Moments, are_not_numbers_where_they_are_not_defined) {
  Moments moments;
  EXPECT_TRUE(std::isnan(moments.mean()));
  EXPECT_TRUE(std::isnan(moments.standard_error()));
  moments.add(3);
  EXPECT_EQ(moments.mean(), 3);
  EXPECT_TRUE(std::isnan(moments.variance()));
  moments.add(3);
  EXPECT_EQ(moments.variance(), 0);
  EXPECT_EQ(moments.standard_error(), 0);
}

}  // namespace
}  // namespace aleator
