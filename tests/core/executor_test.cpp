#include "core/executor.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace aleator {
namespace {

TEST(SerialExecutor, calls_every_block_in_order) {
  SerialExecutor executor;
  std::vector<std::size_t> seen;
  executor.for_blocks(4, [&](std::size_t i) { seen.push_back(i); });
  EXPECT_EQ(seen, (std::vector<std::size_t>{0, 1, 2, 3}));
  const auto total = executor.reduce_blocks(
      3, std::vector<std::size_t>{9}, [](std::size_t i) { return 10 * i; },
      [](std::vector<std::size_t>& all, std::size_t part) { all.push_back(part); });
  EXPECT_EQ(total, (std::vector<std::size_t>{9, 0, 10, 20}));
}

TEST(SerialExecutor, passes_on_what_a_block_throws) {
  SerialExecutor executor;
  EXPECT_THROW(executor.for_blocks(2, [](std::size_t) { throw std::runtime_error("no"); }), std::runtime_error);
}

}  // namespace
}  // namespace aleator
