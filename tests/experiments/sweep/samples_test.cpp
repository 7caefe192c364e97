#include "experiments/sweep/samples.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "tests/core/refusal.hpp"

namespace aleator {
namespace {

const Sampling all_samplings[] = {Sampling::random, Sampling::sobol, Sampling::latin_hypercube};

TEST(Samples, of_random_and_sobol_the_first_of_many_are_those_of_few) {
  for (const Sampling sampling : {Sampling::random, Sampling::sobol}) {
    for (const std::uint64_t seed : {0, 7}) {
      const auto few = sample_cube(sampling, 100, 3, seed);
      const auto many = sample_cube(sampling, 200, 3, seed);
      EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin()));
    }
  }
}

TEST(Samples, another_seed_or_count_gives_other_points) {
  for (const Sampling sampling : all_samplings) {
    EXPECT_NE(sample_cube(sampling, 10, 2, 0), sample_cube(sampling, 10, 2, 1));
    EXPECT_EQ(sample_cube(sampling, 10, 2, 1), sample_cube(sampling, 10, 2, 1));
  }
  EXPECT_NE(sample_cube(Sampling::latin_hypercube, 10, 1, 0)[0], sample_cube(Sampling::latin_hypercube, 20, 1, 0)[0]);
}

TEST(Samples, a_latin_hypercube_has_one_point_in_each_part) {
  for (const std::size_t count : {1u, 2u, 97u}) {
    const auto points = sample_cube(Sampling::latin_hypercube, count, 4, 3);
    for (std::size_t k = 0; k < 4; ++k) {
      std::set<int> parts;
      for (std::size_t i = 0; i < count; ++i) parts.insert(static_cast<int>(points[4 * i + k] * double(count)));
      EXPECT_EQ(parts.size(), count);
    }
  }
}

/// The largest distance of the share of points in [0, x) x [0, y) from x y, on a lattice of corners.
double discrepancy(const std::vector<double>& points) {
  double largest = 0;
  const double count = static_cast<double>(points.size() / 2);
  for (double x = 0.1; x < 1; x += 0.1) {
    for (double y = 0.1; y < 1; y += 0.1) {
      int inside = 0;
      for (std::size_t i = 0; i < points.size(); i += 2) inside += points[i] < x && points[i + 1] < y;
      largest = std::max(largest, std::abs(inside / count - x * y));
    }
  }
  return largest;
}

TEST(Samples, sobol_fills_the_square_more_evenly_than_chance) {
  for (const std::uint64_t seed : {0, 5}) {
    EXPECT_LT(discrepancy(sample_cube(Sampling::sobol, 1024, 2, seed)), 0.006);
    EXPECT_LT(discrepancy(sample_cube(Sampling::random, 1024, 2, seed)), 0.06);
    EXPECT_GT(discrepancy(sample_cube(Sampling::random, 1024, 2, seed)), 0.006);
  }
}

TEST(Samples, all_points_are_in_the_cube) {
  for (const Sampling sampling : all_samplings) {
    for (const double x : sample_cube(sampling, 1000, 5, 11)) EXPECT_TRUE(x >= 0 && x < 1);
  }
}

TEST(Samples, values_are_in_their_ranges_and_integers_reach_both_ends) {
  const auto values =
      sampled_values(Sampling::sobol, 256, 0, {{-2, 3, false, false}, {1e-3, 1e3, true, false}, {1, 6, false, true}});
  EXPECT_EQ(std::set<double>(values[2].begin(), values[2].end()), (std::set<double>{1, 2, 3, 4, 5, 6}));
  const auto [least, most] = std::minmax_element(values[0].begin(), values[0].end());
  EXPECT_TRUE(*least >= -2 && *least < -1.9 && *most <= 3 && *most > 2.9);
  const auto small = std::count_if(values[1].begin(), values[1].end(), [](double x) { return x < 1; });
  EXPECT_NEAR(static_cast<double>(small), 128, 1);  // the middle of the logarithms
}

TEST(Samples, wrong_ranges_are_refused) {
  const auto told = [](const SampledRange& range) {
    return refusal([&] { sampled_values(Sampling::random, 2, 0, {range}); });
  };
  EXPECT_EQ(told({1, 1}), "from 1 is not below to 1");
  EXPECT_EQ(told({0, 1, true}), "from 0: on a log scale it must be above 0");
  EXPECT_EQ(told({0.5, 2, false, true}), "from 0.5 to 2: the key takes integers");
  EXPECT_EQ(told({0, INFINITY}), "the numbers must be finite");
}

}  // namespace
}  // namespace aleator
