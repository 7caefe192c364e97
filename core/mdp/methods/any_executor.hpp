// Any executor behind a function call for each run of blocks: for methods that are compiled once.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "core/executor.hpp"

namespace aleator {

/// @pre the executor that it was made from outlives it.
class AnyExecutor {
 public:
  template <Executor E>
  explicit AnyExecutor(E& executor)
      : run_([&executor](std::size_t n, const std::function<void(std::size_t)>& block) {
          executor.for_blocks(n, block);
        }) {}

  template <class F>
  void for_blocks(std::size_t n, F&& f) {
    run_(n, std::ref(f));
  }

  template <class T, class F, class Merge>
  T reduce_blocks(std::size_t n, T total, F&& f, Merge&& merge) {
    std::vector<T> parts(n, total);
    for_blocks(n, [&](std::size_t i) { parts[i] = f(i); });
    for (T& part : parts) merge(total, std::move(part));
    return total;
  }

 private:
  std::function<void(std::size_t, const std::function<void(std::size_t)>&)> run_;
};

}  // namespace aleator
