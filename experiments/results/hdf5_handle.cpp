#include "experiments/results/hdf5_handle.hpp"

#include <cstdlib>
#include <system_error>

namespace aleator::results {
namespace {

struct Reason {
  std::string innermost;
  std::string system;
};

// HDF5 writes the errno of a failed system call into its message: "file write failed: ..., errno = 28, error message =
// ...".
herr_t look_at(unsigned, const H5E_error2_t* error, void* data) {
  auto& reason = *static_cast<Reason*>(data);
  const std::string message = error->desc != nullptr ? error->desc : "";
  if (reason.innermost.empty()) reason.innermost = message;
  static const std::string mark = "errno = ";
  if (const auto at = message.find(mark); at != std::string::npos && reason.system.empty()) {
    const int number = std::atoi(message.c_str() + at + mark.size());
    if (number != 0) reason.system = std::generic_category().message(number);
  }
  return 0;
}

}  // namespace

std::string last_hdf5_reason() {
  Reason reason;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, look_at, &reason);
  if (!reason.system.empty()) return reason.system;
  return reason.innermost.empty() ? "unknown HDF5 error" : reason.innermost;
}

Handle file_access(const std::string& doing) {
  H5dont_atexit();  // nothing to do at the exit: files are closed, and HDF5 crashes over what failed to close
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  Handle access(check(H5Pcreate(H5P_FILE_ACCESS), doing));
  check(H5Pset_file_locking(access.get(), false, true), doing);
  check(H5Pset_fclose_degree(access.get(), H5F_CLOSE_STRONG), doing);
  return access;
}

}  // namespace aleator::results
