// Who runs the blocks of a computation. Algorithms compute one block at a time and never ask which thread they are on.
#pragma once

#include <concepts>
#include <cstddef>
#include <utility>

namespace aleator {

/// for_blocks(n, f) calls f(0) ... f(n-1), in any order and at the same time.
/// reduce_blocks(n, total, f, merge) calls merge(total, f(i)) in the order i = 0 ... n-1 whatever the number of
/// threads, so that a sum of doubles is the same on one thread and on many; returns total. Both pass on what f throws.
template <class E>
concept Executor = requires(E& executor, std::size_t n, void (*f)(std::size_t), double (*g)(std::size_t),
                            void (*merge)(double&, double&&)) {
  executor.for_blocks(n, f);
  { executor.reduce_blocks(n, 0.0, g, merge) } -> std::same_as<double>;
};

/// Everything on the calling thread: the reference for every other executor.
struct SerialExecutor {
  template <class F>
  void for_blocks(std::size_t n, F&& f) {
    for (std::size_t i = 0; i < n; ++i) f(i);
  }

  template <class T, class F, class Merge>
  T reduce_blocks(std::size_t n, T total, F&& f, Merge&& merge) {
    for (std::size_t i = 0; i < n; ++i) merge(total, f(i));
    return total;
  }
};
static_assert(Executor<SerialExecutor>);

}  // namespace aleator
