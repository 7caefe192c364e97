#include "experiments/sweep/replication.hpp"

#include <gtest/gtest.h>

namespace aleator {
namespace {

Moments moments_of(std::initializer_list<double> values) {
  Moments moments;
  for (const double x : values) moments.add(x);
  return moments;
}

TEST(Replication, the_half_width_is_that_of_students_t) {
  // Mean 3, s = sqrt(2.5), t(4, 0.975) = 2.7764451052 (any table): 2.776... * sqrt(2.5 / 5).
  EXPECT_NEAR(confidence_half_width(moments_of({1, 2, 3, 4, 5}), 0.95), 1.9632431614775, 1e-9);
  // t(1, 0.75) = 1.
  EXPECT_NEAR(confidence_half_width(moments_of({0, 2}), 0.5), 1, 1e-12);
  EXPECT_EQ(confidence_half_width(moments_of({1}), 0.95), std::numeric_limits<double>::infinity());
}

TEST(Replication, their_number_doubles_until_the_interval_is_narrow_or_there_are_enough) {
  const ReplicatesUntil until{"x", 1.9, 0.95, 5, 50};
  const Moments wide = moments_of({1, 2, 3, 4, 5});
  EXPECT_EQ(more_replicates(until, 5, wide), 5);
  EXPECT_EQ(more_replicates(until, 40, wide), 10);
  EXPECT_EQ(more_replicates(until, 50, wide), 0);
  EXPECT_EQ(more_replicates({"x", 2, 0.95, 5, 50}, 5, wide), 0);
}

}  // namespace
}  // namespace aleator
