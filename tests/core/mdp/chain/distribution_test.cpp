#include "core/mdp/chain/distribution.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "tests/core/refusal.hpp"

namespace aleator {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The sum of two dice: 2 ... 12.
Distribution two_dice() {
  Distribution d{2, {}, 0, 0, 0};
  for (int x = 2; x <= 12; ++x) d.probability.push_back((6 - std::abs(x - 7)) / 36.0);
  return d;
}

/// Trials until the first success: P(X = k) = p (1-p)^(k-1), cut where less than `tail` is left.
Distribution geometric(double p, double tail = 1e-13) {
  Distribution d{1, {}, 1, 0, 0};
  for (; d.tail_mass > tail; d.tail_mass *= 1 - p) d.probability.push_back(p * d.tail_mass);
  return d;
}

TEST(Distribution, of_two_dice_has_the_known_moments) {
  EXPECT_NEAR(mean(two_dice()), 7, 1e-14);
  EXPECT_NEAR(variance(two_dice()), 35.0 / 6, 1e-14);
}

TEST(Distribution, quantile_is_the_least_value_with_that_much_below) {
  EXPECT_EQ(quantile(two_dice(), 1 / 36.0), 2);
  EXPECT_EQ(quantile(two_dice(), 1 / 36.0 + 1e-9), 3);
  EXPECT_EQ(quantile(two_dice(), 15 / 36.0), 6);  // but for rounding: exactly met
  EXPECT_EQ(quantile(two_dice(), 0.5), 7);
  EXPECT_EQ(quantile(two_dice(), 1), 12);
  EXPECT_EQ(quantile({-3, {0, 0, 1}, 0, 0, 0}, 1e-15), -1) << "not where the probability is 0";
}

TEST(Distribution, geometric_has_its_closed_forms) {
  for (const double p : {0.9, 0.5, 1.0 / 6, 0.01}) {
    const Distribution d = geometric(p);
    EXPECT_NEAR(mean(d), 1 / p, 1e-9 / p);
    EXPECT_NEAR(variance(d), (1 - p) / (p * p), 1e-8 / (p * p));
    for (const double q : {0.013, 0.31, 0.57, 0.949, 0.99}) {
      EXPECT_EQ(quantile(d, q), std::ceil(std::log1p(-q) / std::log1p(-p))) << "p " << p << ", q " << q;
    }
    // P(X > k) = (1-p)^k, and the mean beyond k is k + 1/p: no atom is split at a share of (1-p)^k.
    for (const int k : {1, 2, 5}) {
      const double share = std::pow(1 - p, k);
      if (share < 1e-4) continue;
      EXPECT_NEAR(tail_mean(d, share, Tail::high), k + 1 / p, 1e-7 / p) << "p " << p << ", k " << k;
    }
  }
}

TEST(Distribution, tail_mean_splits_atoms) {
  const Distribution coin{0, {0.5, 0.5}, 0, 0, 0};
  EXPECT_EQ(tail_mean(coin, 0.5, Tail::high), 1);
  EXPECT_EQ(tail_mean(coin, 0.25, Tail::high), 1);
  EXPECT_DOUBLE_EQ(tail_mean(coin, 0.75, Tail::high), 0.5 / 0.75);
  EXPECT_EQ(tail_mean(coin, 0.5, Tail::low), 0);
  EXPECT_DOUBLE_EQ(tail_mean(coin, 0.75, Tail::low), 0.25 / 0.75);
  EXPECT_NEAR(tail_mean(two_dice(), 1, Tail::low), 7, 1e-14);
  EXPECT_NEAR(tail_mean(two_dice(), 0.05, Tail::high), (12 / 36.0 + 11 * (0.05 - 1 / 36.0)) / 0.05, 1e-13);
}

TEST(Distribution, infinite_mass_decides_where_it_stands) {
  const Distribution late{1, {0.5, 0.25}, 0, 0.25, 0};
  EXPECT_EQ(mean(late), infinity);
  EXPECT_TRUE(std::isnan(variance(late)));
  EXPECT_EQ(quantile(late, 0.5), 1);
  EXPECT_EQ(quantile(late, 0.75), 2);
  EXPECT_EQ(quantile(late, 0.76), infinity);
  EXPECT_EQ(tail_mean(late, 0.05, Tail::high), infinity);
  EXPECT_EQ(tail_mean(late, 0.5, Tail::low), 1);
  EXPECT_EQ(tail_mean(late, 0.8, Tail::low), infinity);
  const Distribution ruin{1, {0.5, 0.25}, 0, 0, 0.25};
  EXPECT_EQ(mean(ruin), -infinity);
  EXPECT_EQ(quantile(ruin, 0.25), -infinity);
  EXPECT_EQ(quantile(ruin, 0.26), 1);
  EXPECT_EQ(tail_mean(ruin, 0.1, Tail::low), -infinity);
  EXPECT_EQ(tail_mean(ruin, 0.1, Tail::high), 2);
  EXPECT_TRUE(std::isnan(mean({0, {}, 0, 0.5, 0.5})));
}

TEST(Distribution, quantile_in_a_tail_that_was_cut_is_not_known) {
  const Distribution cut{0, {0.5, 0.25}, 0.125, 0.125, 0};
  EXPECT_EQ(quantile(cut, 0.75), 1);
  EXPECT_TRUE(std::isnan(quantile(cut, 0.8)));
  EXPECT_EQ(quantile(cut, 0.9), infinity);
}

TEST(Distribution, the_worst_in_a_tail_that_was_cut_are_not_known) {
  const Distribution cut{0, {0.5, 0.25}, 0.25};
  EXPECT_TRUE(std::isnan(tail_mean(cut, 0.05, Tail::high)));
  EXPECT_EQ(tail_mean(cut, 0.5, Tail::low), 0);
  EXPECT_TRUE(std::isnan(tail_mean(cut, 0.8, Tail::low)));
  Distribution anywhere = cut;
  anywhere.tail_anywhere = true;
  EXPECT_TRUE(std::isnan(tail_mean(anywhere, 0.05, Tail::low)));
  EXPECT_TRUE(std::isnan(quantile(anywhere, 0.2))) << "may lie in the tail";
  EXPECT_EQ(quantile(anywhere, 0.4), 0) << "more than the tail";
  EXPECT_TRUE(std::isnan(quantile(anywhere, 0.6)));
}

TEST(Distribution, refuses_shares_that_are_none) {
  EXPECT_EQ(refusal([] { quantile(two_dice(), 0); }), "quantile 0 is not in (0, 1]");
  EXPECT_EQ(refusal([] { quantile(two_dice(), 1.5); }), "quantile 1.5 is not in (0, 1]");
  EXPECT_EQ(refusal([] { tail_mean(two_dice(), -0.1, Tail::low); }), "share -0.1 is not in (0, 1]");
  EXPECT_EQ(refusal([] { tail_mean(two_dice(), std::nan(""), Tail::low); }), "share nan is not in (0, 1]");
}

TEST(Distribution, agrees_with_counting_samples) {
  // 720 samples, all equally likely: every figure follows from the sorted list.
  std::mt19937_64 random(3);
  for (int i = 0; i < 500; ++i) {
    std::vector<double> sample;
    Distribution d{-static_cast<std::int64_t>(random() % 50), std::vector<double>(1 + random() % 30), 0, 0, 0};
    for (int k = 0; k < 720; ++k) {
      const std::size_t x = (random() % d.probability.size() + random() % d.probability.size()) / 2;
      d.probability[x] += 1 / 720.0;
      sample.push_back(static_cast<double>(d.first) + static_cast<double>(x));
    }
    std::sort(sample.begin(), sample.end());
    double sum = 0;
    for (const double x : sample) sum += x;
    double squares = 0;
    for (const double x : sample) squares += (x - sum / 720) * (x - sum / 720);
    ASSERT_NEAR(mean(d), sum / 720, 1e-11);
    ASSERT_NEAR(variance(d), squares / 720, 1e-10);
    for (const int k : {1, 36, 360, 719, 720}) {
      ASSERT_EQ(quantile(d, k / 720.0), sample[static_cast<std::size_t>(k - 1)]);
      double low = 0;
      double high = 0;
      for (int j = 0; j < k; ++j) {
        low += sample[static_cast<std::size_t>(j)];
        high += sample[static_cast<std::size_t>(719 - j)];
      }
      ASSERT_NEAR(tail_mean(d, k / 720.0, Tail::low), low / k, 1e-10);
      ASSERT_NEAR(tail_mean(d, k / 720.0, Tail::high), high / k, 1e-10);
    }
  }
}

}  // namespace
}  // namespace aleator
