#include "experiments/sweep/spacing.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace aleator {
namespace {

TEST(Spacing, linspace_gives_the_decimals_that_a_person_would_type) {
  const auto values = linspace_values(0.5, 0.99, 50);
  ASSERT_EQ(values.size(), 50u);
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_EQ(values[i], std::stod(fmt::format("0.{}", 50 + i)));
}

TEST(Spacing, range_gives_the_decimals_that_a_person_would_type_and_leaves_its_end_out) {
  const auto values = range_values(-0.3, 0.3, 0.1);
  const std::vector<double> typed = {-0.3, -0.2, -0.1, 0.0, 0.1, 0.2};
  EXPECT_EQ(values, typed);
  EXPECT_EQ(range_values(0, 1, 0.1)[3], 0.3);
  EXPECT_EQ(range_values(0, 1, 0.1).size(), 10u);
}

TEST(Spacing, range_goes_down_with_a_negative_step) {
  EXPECT_EQ(range_values(3, 0, -1), (std::vector<double>{3, 2, 1}));
}

TEST(Spacing, range_is_empty_when_the_step_leads_away_from_the_end) {
  EXPECT_TRUE(range_values(0, 1, -0.5).empty());
  EXPECT_TRUE(range_values(1, 1, 0.5).empty());
}

TEST(Spacing, range_refuses_a_step_of_zero_and_endless_lists) {
  EXPECT_THROW(range_values(0, 1, 0), std::invalid_argument);
  EXPECT_THROW(range_values(0, 1, 1e-300), std::invalid_argument);
}

TEST(Spacing, linspace_of_thirds_is_the_nearest_double) {
  const auto values = linspace_values(0, 1, 4);
  EXPECT_EQ(values[1], 1.0 / 3.0);
  EXPECT_EQ(values[2], 2.0 / 3.0);
}

TEST(Spacing, linspace_reaches_both_ends_exactly_however_large_or_small) {
  const std::vector<std::pair<double, double>> ends = {
      {1e-300, 1e300}, {-1e308, 1e308}, {5e-324, 1e-320}, {7.0, 7.0}, {2.5, -0.1}};
  for (const auto& [from, to] : ends) {
    const auto values = linspace_values(from, to, 7);
    EXPECT_EQ(values.front(), from);
    EXPECT_EQ(values.back(), to);
  }
}

TEST(Spacing, linspace_of_one_value_is_its_beginning) {
  EXPECT_EQ(linspace_values(0.25, 9, 1), std::vector<double>{0.25});
}

/// With few decimals, from + i*step is itself a decimal of that many places: typing it must give the same double.
TEST(Spacing, range_agrees_with_printed_decimals_on_random_steps) {
  std::mt19937_64 random(5);
  for (int trial = 0; trial < 300; ++trial) {
    const int places = 1 + static_cast<int>(random() % 6);
    const double scale = std::pow(10.0, places);
    const auto from = static_cast<std::int64_t>(random() % 2'000'001) - 1'000'000;
    const auto step = static_cast<std::int64_t>(random() % 1'000) + 1;
    const auto typed = [&](std::int64_t units) { return std::stod(fmt::format("{}e-{}", units, places)); };
    const auto values = range_values(typed(from), typed(from + 20 * step), typed(step));
    ASSERT_EQ(values.size(), 20u) << from << " " << step << " " << scale;
    for (std::int64_t i = 0; i < 20; ++i) EXPECT_EQ(values[static_cast<std::size_t>(i)], typed(from + i * step));
  }
}

TEST(Spacing, logspace_of_powers_of_ten_is_exact) {
  EXPECT_EQ(logspace_values(1e-6, 1e2, 9), (std::vector<double>{1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10, 100}));
}

TEST(Spacing, logspace_refuses_ends_that_are_not_above_zero) {
  EXPECT_THROW(logspace_values(0, 1, 3), std::invalid_argument);
  EXPECT_THROW(logspace_values(1, -1, 3), std::invalid_argument);
}

}  // namespace
}  // namespace aleator
