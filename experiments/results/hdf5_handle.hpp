// Owning handles of HDF5 objects, and failed HDF5 calls as exceptions. Only sources include this header.
#pragma once

#include <hdf5.h>

#include <string>
#include <utility>

#include "experiments/results/file_error.hpp"

namespace aleator::results {

/// Owns one reference to an HDF5 object of any kind (file, group, dataset, type, ...). H5Idec_ref closes each kind in
/// its own way. Closing a file closes the objects in it (see `file_access`); a handle that outlives its file does
/// nothing.
class Handle {
 public:
  Handle() = default;
  explicit Handle(hid_t id) noexcept : id_(id) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~Handle() {
    if (id_ >= 0 && H5Iis_valid(id_) > 0) H5Idec_ref(id_);
  }

  hid_t get() const noexcept { return id_; }
  hid_t release() noexcept { return std::exchange(id_, H5I_INVALID_HID); }

 private:
  hid_t id_ = H5I_INVALID_HID;
};

/// Why the last HDF5 call failed: the operating system's reason if it had one ("No space left on device"), else the
/// innermost message of HDF5's error stack. To be called before any other HDF5 function.
std::string last_hdf5_reason();

/// Returns `result` of an HDF5 call unless it says that the call failed.
/// @param doing  what was tried, for example "cannot write results.h5"
/// @throws FileError "doing: reason"
template <class Result>
Result check(Result result, const std::string& doing) {
  if (result < 0) throw FileError(doing + ": " + last_hdf5_reason());
  return result;
}

/// How files are opened: without locks (many network file systems have none), and closing a file closes all that is
/// open in it. Also turns off HDF5's own printing of errors.
Handle file_access(const std::string& doing);

}  // namespace aleator::results
