#include "core/stats/proportion.hpp"

#include <gtest/gtest.h>

namespace aleator {
namespace {

/// Figures of Brown, Cai, DasGupta (2001) and of the formula done by hand.
TEST(WilsonInterval, is_as_known) {
  EXPECT_NEAR(wilson_interval(5, 10).low, 0.2365931, 1e-6);
  EXPECT_NEAR(wilson_interval(5, 10).high, 0.7634069, 1e-6);
  EXPECT_EQ(wilson_interval(0, 10).low, 0);
  EXPECT_NEAR(wilson_interval(0, 10).high, 0.2775328, 1e-6);
  EXPECT_NEAR(wilson_interval(10, 10).low, 0.7224672, 1e-6);
  EXPECT_EQ(wilson_interval(10, 10).high, 1);
  EXPECT_EQ(wilson_interval(0, 0).low, 0);
  EXPECT_EQ(wilson_interval(0, 0).high, 1);
}

}  // namespace
}  // namespace aleator
