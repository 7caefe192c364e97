#include "core/text.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>

#include "core/problem.hpp"

namespace aleator {
namespace {

TEST(Text, puts_values_together) {
  EXPECT_EQ(text(), "");
  EXPECT_EQ(text("tile ", 7, std::string(" of "), std::size_t{100}), "tile 7 of 100");
  EXPECT_EQ(text(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
}

TEST(Text, writes_doubles_as_the_shortest_text_that_reads_back) {
  EXPECT_EQ(text(0.1), "0.1");
  EXPECT_EQ(text(1.0), "1");
  EXPECT_EQ(text(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(text(1e-9), "1e-09");
  EXPECT_EQ(text(std::numeric_limits<double>::quiet_NaN()), "nan");
  EXPECT_EQ(text(-std::numeric_limits<double>::infinity()), "-inf");
  for (const double x : {1.0 / 3, 1e300, 5e-324, -2.5, std::numeric_limits<double>::max()}) {
    EXPECT_EQ(std::strtod(text(x).c_str(), nullptr), x);
  }
}

TEST(RequireNone, throws_the_first_problem) {
  EXPECT_NO_THROW(require_none({}));
  try {
    require_none({{"slip", 1, "first"}, {"tiles", {}, "second"}});
    FAIL() << "accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "slip: first");
  }
}

}  // namespace
}  // namespace aleator
