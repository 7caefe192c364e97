// Blocks of work on the threads of one oneTBB arena.
#pragma once

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "core/executor.hpp"

namespace aleator {
namespace detail {

/// What was written before a give() is seen after a take(). oneTBB promises as much between a block and what waits for
/// it; but its library is not built for the thread sanitizer, which takes the word of this.
class Handover {
 public:
  void give() noexcept { count_.fetch_add(1, std::memory_order_release); }
  void take() const noexcept { count_.load(std::memory_order_acquire); }

 private:
  std::atomic<std::size_t> count_ = 0;
};

// At the end of a scope, however it is left.
struct GiveAtEnd {
  Handover& to;
  ~GiveAtEnd() { to.give(); }
};
struct TakeAtEnd {
  const Handover& from;
  ~TakeAtEnd() { from.take(); }
};

}  // namespace detail

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
    detail::Handover begun;
    detail::Handover done;
    begun.give();
    const auto block = [&](std::size_t i) {
      begun.take();
      const detail::GiveAtEnd give{done};
      f(i);
    };
    const detail::TakeAtEnd take{done};
    in_arena([&] { tbb::parallel_for(std::size_t{0}, n, block, tbb::simple_partitioner{}); });
  }

  template <class T, class F, class Merge>
  T reduce_blocks(std::size_t n, T total, F&& f, Merge&& merge) {
    if (n == 1) {
      merge(total, f(std::size_t{0}));
      return total;
    }
    using Part = decltype(f(std::size_t{0}));
    // A window at a time, so that the parts that wait for their turn stay few however many blocks there are.
    const std::size_t window = std::min(n, blocks_in_window * static_cast<std::size_t>(threads()));
    std::vector<std::optional<Part>> parts(window);
    for (std::size_t first = 0; first < n; first += window) {
      const std::size_t count = std::min(window, n - first);
      for_blocks(count, [&](std::size_t i) { parts[i].emplace(f(first + i)); });
      for (std::size_t i = 0; i < count; ++i) merge(total, *std::exchange(parts[i], std::nullopt));
    }
    return total;
  }

 private:
  template <class F>
  void in_arena(F&& f) {
    arena_.execute([&] { tbb::this_task_arena::isolate(f); });
  }

  static constexpr std::size_t blocks_in_window =
      32;  // for each thread; waiting for the last block costs a few percent

  tbb::global_control limit_;
  tbb::task_arena arena_;
};
static_assert(Executor<TbbExecutor>);

}  // namespace aleator
