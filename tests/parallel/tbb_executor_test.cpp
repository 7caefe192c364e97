#include "parallel/tbb_executor.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <mutex>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace aleator {
namespace {

class TbbExecutorOnThreads : public testing::TestWithParam<int> {
 protected:
  TbbExecutor executor{GetParam()};
};

INSTANTIATE_TEST_SUITE_P(Threads, TbbExecutorOnThreads, testing::Values(1, 2, 3, 8),
                         [](const auto& threads) { return std::to_string(threads.param); });

/// Of very different size from block to block, so that another order of addition gives another sum.
double block_value(std::size_t i) {
  return std::exp(20 * std::sin(static_cast<double>(i))) / 3;
}

void add(double& total, double part) {
  total += part;
}

TEST_P(TbbExecutorOnThreads, has_the_threads_it_was_given) {
  EXPECT_EQ(executor.threads(), GetParam());
}

TEST_P(TbbExecutorOnThreads, for_blocks_calls_every_block_once) {
  for (const std::size_t n : {0, 1, 2, 1000}) {
    std::vector<std::atomic<int>> calls(n);
    executor.for_blocks(n, [&](std::size_t i) { ++calls.at(i); });
    for (const auto& count : calls) EXPECT_EQ(count, 1);
  }
}

TEST_P(TbbExecutorOnThreads, reduce_blocks_merges_in_order) {
  for (const std::size_t n : {0, 1, 2, 500}) {
    std::vector<std::size_t> expected(n + 1);
    std::iota(expected.begin(), expected.end(), 0);
    const auto order = executor.reduce_blocks(
        n, std::vector<std::size_t>{0},
        [](std::size_t i) {
          if (i % 7 == 0) std::this_thread::sleep_for(std::chrono::microseconds(50));  // let later ones overtake
          return i + 1;
        },
        [](std::vector<std::size_t>& all, std::size_t i) { all.push_back(i); });
    EXPECT_EQ(order, expected);
  }
}

TEST_P(TbbExecutorOnThreads, sums_of_doubles_equal_the_serial_ones_to_the_bit) {
  SerialExecutor serial;
  for (const std::size_t n : {0, 1, 2, 3, 17, 1000}) {
    EXPECT_EQ(executor.reduce_blocks(n, 0.1, block_value, add), serial.reduce_blocks(n, 0.1, block_value, add)) << n;
  }
  const auto backwards = [](std::size_t i) { return block_value(999 - i); };
  EXPECT_NE(serial.reduce_blocks(1000, 0.1, block_value, add), serial.reduce_blocks(1000, 0.1, backwards, add))
      << "the test shows nothing: the order does not matter";
}

TEST_P(TbbExecutorOnThreads, parts_may_be_large_or_only_movable) {
  const auto total = executor.reduce_blocks(
      100, std::size_t{0}, [](std::size_t i) { return std::make_unique<std::size_t>(i); },
      [](std::size_t& sum, std::unique_ptr<std::size_t> part) { sum += *part; });
  EXPECT_EQ(total, 4950u);
}

TEST_P(TbbExecutorOnThreads, passes_on_what_a_block_throws_and_works_on) {
  const auto fails_at = [](std::size_t bad) {
    return [bad](std::size_t i) {
      if (i == bad) throw std::runtime_error("block " + std::to_string(i));
      return 1.0;
    };
  };
  for (const std::size_t n : {1, 100}) {
    for (const std::size_t bad : {std::size_t{0}, n / 2, n - 1}) {
      try {
        executor.for_blocks(n, fails_at(bad));
        ADD_FAILURE() << "nothing thrown";
      } catch (const std::runtime_error& error) {
        EXPECT_EQ(error.what(), "block " + std::to_string(bad));
      }
      EXPECT_THROW(executor.reduce_blocks(n, 0.0, fails_at(bad), add), std::runtime_error);
    }
  }
  EXPECT_THROW(executor.reduce_blocks(10, 0.0, block_value, [](double&, double) { throw std::runtime_error("merge"); }),
               std::runtime_error);
  EXPECT_EQ(executor.reduce_blocks(
                10, 0.0, [](std::size_t) { return 1.0; }, add),
            10);
}

TEST_P(TbbExecutorOnThreads, calls_nest_without_deadlock_and_give_the_same_sums) {
  const auto nested = [](auto& on) {
    return on.reduce_blocks(
        40, 0.0,
        [&](std::size_t i) {
          std::atomic<int> calls = 0;
          on.for_blocks(5, [&](std::size_t) { ++calls; });
          return calls + on.reduce_blocks(
                             30, 0.0, [i](std::size_t j) { return block_value(31 * i + j); }, add);
        },
        add);
  };
  SerialExecutor serial;
  EXPECT_EQ(nested(executor), nested(serial));
}

TEST_P(TbbExecutorOnThreads, a_thread_that_waits_inside_a_block_takes_no_other_outer_block) {
  // Else a per-thread workspace of the outer block would be overwritten half-way.
  thread_local bool busy = false;
  std::atomic<int> intruders = 0;
  const auto outer = [&](std::size_t) {
    if (busy) ++intruders;
    busy = true;
    const auto inner = [](std::size_t) {
      std::this_thread::sleep_for(std::chrono::microseconds(20));
      return 1;
    };
    executor.for_blocks(8, inner);
    executor.reduce_blocks(8, 0, inner, [](int& total, int part) { total += part; });
    busy = false;
    return 1;
  };
  executor.for_blocks(40, outer);
  executor.reduce_blocks(40, 0, outer, [](int& total, int part) { total += part; });
  EXPECT_EQ(intruders, 0);
}

/// Which threads ran blocks of 2 ms.
template <class Run>
std::set<std::thread::id> threads_seen(Run run) {
  std::mutex mutex;
  std::set<std::thread::id> seen;
  run([&](std::size_t) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    const std::scoped_lock lock(mutex);
    seen.insert(std::this_thread::get_id());
    return 0;
  });
  return seen;
}

TEST_P(TbbExecutorOnThreads, really_uses_its_threads_and_no_more) {
  const auto in_for = threads_seen([&](auto block) { executor.for_blocks(60, block); });
  const auto in_reduce = threads_seen([&](auto block) { executor.reduce_blocks(60, 0, block, [](int&, int) {}); });
  for (const auto& seen : {in_for, in_reduce}) {
    EXPECT_LE(seen.size(), static_cast<std::size_t>(GetParam()));
    EXPECT_EQ(seen.size() > 1, GetParam() > 1);
  }
}

TEST_P(TbbExecutorOnThreads, nested_blocks_use_no_more_threads_either) {
  const auto seen = threads_seen([&](auto block) {
    executor.for_blocks(6, [&](std::size_t) { executor.reduce_blocks(6, 0, block, [](int&, int) {}); });
  });
  EXPECT_LE(seen.size(), static_cast<std::size_t>(GetParam()));
}

TEST(TbbExecutor, one_after_the_other_may_have_other_numbers_of_threads) {
  for (const int threads : {2, 1, 4, 2}) {
    TbbExecutor executor(threads);
    EXPECT_EQ(executor.threads(), threads);
    EXPECT_EQ(executor.reduce_blocks(
                  50, 0.0, [](std::size_t) { return 1.0; }, add),
              50);
  }
}

}  // namespace
}  // namespace aleator
