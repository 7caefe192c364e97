// Another order of the blocks.
#pragma once

#include <utility>
#include <vector>

#include "core/executor.hpp"

namespace aleator::reference {

/// As far from serial as one thread can be: every block in reverse order.
struct ReverseExecutor {
  template <class F>
  void for_blocks(std::size_t n, F&& f) {
    while (n-- > 0) f(n);
  }
  template <class T, class F, class Merge>
  T reduce_blocks(std::size_t n, T total, F&& f, Merge&& merge) {
    std::vector<T> parts(n, total);
    for_blocks(n, [&](std::size_t i) { parts[i] = f(i); });
    for (T& part : parts) merge(total, std::move(part));
    return total;
  }
};
static_assert(Executor<ReverseExecutor>);

}  // namespace aleator::reference
