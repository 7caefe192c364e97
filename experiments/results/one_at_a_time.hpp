// The HDF5 library is the serial one: one thread at a time may use it.
#pragma once

#include <mutex>

namespace aleator::results {

/// Held by whoever reads or writes HDF5 files while other threads may do so.
inline std::mutex& hdf5_mutex() {
  static std::mutex mutex;
  return mutex;
}

}  // namespace aleator::results
