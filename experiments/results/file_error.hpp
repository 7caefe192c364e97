// The error of a file that cannot be read or written.
#pragma once

#include <stdexcept>

namespace aleator::results {

/// The message names the file and the reason, for example "cannot write results.h5: No space left on device".
struct FileError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace aleator::results
