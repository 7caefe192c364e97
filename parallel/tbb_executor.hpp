// Blocks of work on the threads of one oneTBB arena.
#pragma once

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <cstddef>
#include <utility>

#include "core/executor.hpp"

namespace aleator {

/// Runs blocks on `threads` threads, the caller's among them. Calls may nest: work started from inside a block shares
/// the same threads, and a thread that waits for it takes no other outer block meanwhile.
/// One at a time exists in a process (it sets the number of threads that oneTBB may have).
class TbbExecutor {
 public:
  /// @pre threads >= 1
  explicit TbbExecutor(int threads)
      : limit_(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads)), arena_(threads) {}

  int threads() const { return arena_.max_concurrency(); }

  template <class F>
  void for_blocks(std::size_t n, F&& f) {
    if (n == 1) {
      f(std::size_t{0});
      return;
    }
    in_arena([&] {
      tbb::parallel_for(
          std::size_t{0}, n, [&](std::size_t i) { f(i); }, tbb::simple_partitioner{});
    });
  }

  template <class T, class F, class Merge>
  T reduce_blocks(std::size_t n, T total, F&& f, Merge&& merge) {
    if (n == 1) {
      merge(total, f(std::size_t{0}));
      return total;
    }
    using Part = decltype(f(std::size_t{0}));
    std::size_t next = 0;
    in_arena([&] {
      const auto tokens = 4 * static_cast<std::size_t>(threads());
      tbb::parallel_pipeline(
          tokens,
          tbb::make_filter<void, std::size_t>(tbb::filter_mode::serial_in_order, [&](tbb::flow_control& control) {
            if (next == n) control.stop();
            return next == n ? n : next++;
          }) & tbb::make_filter<std::size_t, Part>(tbb::filter_mode::parallel, [&](std::size_t i) {
            return f(i);
          }) & tbb::make_filter<Part, void>(tbb::filter_mode::serial_in_order, [&](Part part) {
            merge(total, std::move(part));
          }));
    });
    return total;
  }

 private:
  template <class F>
  void in_arena(F&& f) {
    arena_.execute([&] { tbb::this_task_arena::isolate(f); });
  }

  tbb::global_control limit_;
  tbb::task_arena arena_;
};
static_assert(Executor<TbbExecutor>);

}  // namespace aleator
