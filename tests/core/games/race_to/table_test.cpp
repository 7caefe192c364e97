#include "core/games/race_to/table.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace aleator::race_to {
namespace {

TEST(RaceToTable, is_what_the_period_says) {
  for (const bool misere : {false, true}) {
    for (const std::int64_t step : {1, 2, 3, 7, 100, 5000}) {
      const RaceTo game({3000, step, misere});
      const Table table = solve_table(game, 1 << 20);
      for (std::int64_t total = 0; total <= 3000; ++total) {
        ASSERT_EQ(table.outlook(total), outlook(game, total)) << step << " " << misere << " " << total;
      }
    }
  }
}

TEST(RaceToTable, ten_million_totals_take_a_moment_whatever_the_step) {
  for (const std::int64_t step : {3, 1'000'000}) {
    const RaceTo game({largest_table_target, step});
    const Table table = solve_table(game, 60 << 20);
    EXPECT_EQ(table.outlook(0), outlook(game, 0));
    EXPECT_EQ(table.outlook(1), outlook(game, 1));
  }
}

TEST(RaceToTable, refuses_what_is_too_large_with_the_reason) {
  const auto why = [](std::int64_t target, std::size_t memory) -> std::string {
    try {
      solve_table(RaceTo({target, 3}), memory);
    } catch (const std::length_error& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(why(10'000'001, std::size_t{1} << 40),
            "a table of 10000001 totals is larger than the 10000000 that are solved one by one; outlooks are known by "
            "the period");
  EXPECT_EQ(why(1'000'000, 5'000'000),
            "a table of 1000000 totals takes 5000005 bytes: more than the 5000000 bytes of memory that it may take");
  EXPECT_EQ(why(1'000'000, 5'000'005), "accepted");
}

}  // namespace
}  // namespace aleator::race_to
