// Blocks of work on the threads of one oneTBB arena.
#pragma once

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <atomic>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "core/executor.hpp"

namespace aleator {
namespace detail {

/// What was written before give() is seen after take(). oneTBB promises the same between a block and what waits for it;
/// its library is not built for the thread sanitizer, though, which takes the word of these two.
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
    // Blocks i and i + tokens are never in the pipeline together, so that their parts can share a place.
    using Part = decltype(f(std::size_t{0}));
    const auto tokens = 4 * static_cast<std::size_t>(threads());
    std::vector<std::optional<Part>> parts(tokens);
    std::size_t next = 0;
    detail::Handover begun;
    detail::Handover done;
    detail::Handover merged;
    const auto take_number = [&](tbb::flow_control& control) {
      begun.take();
      if (next == n) control.stop();
      const std::size_t i = next == n ? n : next++;
      begun.give();
      return i;
    };
    const auto compute = [&](std::size_t i) {
      begun.take();
      merged.take();
      const detail::GiveAtEnd give{done};
      parts[i % tokens].emplace(f(i));
      return i;
    };
    const auto merge_next = [&](std::size_t i) {
      done.take();
      merged.take();
      const detail::GiveAtEnd give{merged};
      merge(total, std::move(*parts[i % tokens]));
      parts[i % tokens].reset();
    };
    using Mode = tbb::filter_mode;
    begun.give();
    {
      const detail::TakeAtEnd take_begun{begun};
      const detail::TakeAtEnd take_done{done};
      const detail::TakeAtEnd take_merged{merged};
      in_arena([&] {
        tbb::parallel_pipeline(tokens, tbb::make_filter<void, std::size_t>(Mode::serial_in_order, take_number) &
                                           tbb::make_filter<std::size_t, std::size_t>(Mode::parallel, compute) &
                                           tbb::make_filter<std::size_t, void>(Mode::serial_in_order, merge_next));
      });
    }
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
