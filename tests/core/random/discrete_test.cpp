#include "core/random/discrete.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/random/philox_stream.hpp"

namespace aleator {
namespace {

/// Always the same word; the 53 upper bits count.
struct Constant {
  std::uint64_t word;
  std::uint64_t operator()() const { return word; }
};

constexpr Constant lowest{0};
constexpr Constant highest{~std::uint64_t{0}};

std::size_t draw(const std::vector<double>& probability, Constant generator) {
  return DiscreteDistribution(probability)(generator);
}

TEST(DiscreteDistribution, draws_with_the_probabilities_given) {
  const std::vector<double> probability = {0.1, 0, 0.25, 0.05, 0.6, 0};
  const DiscreteDistribution distribution(probability);
  PhiloxStream stream({1, 2}, 0, 0);
  const int n = 200'000;
  std::vector<int> count(probability.size(), 0);
  for (int i = 0; i < n; ++i) ++count.at(distribution(stream));
  for (std::size_t i = 0; i < count.size(); ++i) {
    EXPECT_NEAR(count[i], n * probability[i], 4 * std::sqrt(n * probability[i] * (1 - probability[i]))) << i;
  }
}

TEST(DiscreteDistribution, has_its_edges_to_the_bit) {
  const std::vector<double> probability = {0.25, 0.5, 0.25};
  const std::uint64_t quarter = std::uint64_t{1} << 62;
  EXPECT_EQ(draw(probability, {quarter - 1}), 0u);
  EXPECT_EQ(draw(probability, {quarter}), 1u);
  EXPECT_EQ(draw(probability, {3 * quarter - 1}), 1u);
  EXPECT_EQ(draw(probability, {3 * quarter}), 2u);
}

TEST(DiscreteDistribution, never_draws_an_entry_of_probability_0) {
  EXPECT_EQ(draw({0, 0, 1}, lowest), 2u);
  EXPECT_EQ(draw({0, 0, 1}, highest), 2u);
  EXPECT_EQ(draw({0, 0.5, 0, 0.5, 0}, lowest), 1u);
  EXPECT_EQ(draw({0, 0.5, 0, 0.5, 0}, {(std::uint64_t{1} << 63) - 1}), 1u);
  EXPECT_EQ(draw({0, 0.5, 0, 0.5, 0}, {std::uint64_t{1} << 63}), 3u);
  EXPECT_EQ(draw({0, 0.5, 0, 0.5, 0}, highest), 3u);
}

TEST(DiscreteDistribution, gives_what_rounding_leaves_to_the_last_entry_that_can_be_drawn) {
  EXPECT_EQ(draw(std::vector<double>(10, 0.1), highest), 9u);
  EXPECT_EQ(draw({0.5, 0.5 - 1e-9, 0}, highest), 1u);
  EXPECT_EQ(draw({0.5, 0.5 + 1e-9}, highest), 1u);
  EXPECT_EQ(draw({0.5, 0.5 + 1e-9, 0}, highest), 1u);
  EXPECT_EQ(draw({1}, highest), 0u);
}

}  // namespace
}  // namespace aleator
