// A value for each thread that asks for one.
#pragma once

#include <oneapi/tbb/enumerable_thread_specific.h>

namespace aleator {

/// PerThread<T> values(make): values.local() is this thread's T, made by make() when it first asks.
/// Work that waits inside a block (see TbbExecutor) never lends its thread's value to another block.
template <class T>
using PerThread = tbb::enumerable_thread_specific<T>;

}  // namespace aleator
