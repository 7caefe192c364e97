// The file beneath an HDF5 file being written. Only sources include this header.
#pragma once

#include <filesystem>
#include <string>

#include "experiments/results/hdf5_handle.hpp"

namespace aleator::results {

/// A new file to which HDF5 writes, and its first write error.
///
/// HDF5 does not survive a write that fails while it closes something: the closed object's id stays behind, pointing to
/// freed memory (the process crashes at its exit at the latest), and the chunks of a closed dataset are lost without a
/// word to who closes the file. So HDF5 is never told: after the first failed write the file takes in nothing more,
/// HDF5 carries on and closes everything in order, and then `check_written` says what happened.
class OutputFile {
 public:
  /// @param doing  for messages, for example "cannot write results.h5"
  /// @throws FileError if the file cannot be created
  OutputFile(const std::filesystem::path& path, std::string doing);
  OutputFile(OutputFile&&) = delete;
  ~OutputFile();

  /// Makes the HDF5 file that is created with `access` write here. This object must outlive that file.
  void attach_to(const Handle& access);

  /// To be called when the HDF5 file is closed.
  /// @throws FileError if anything could not be written
  void check_written() const;

  // For HDF5, which sees a file of any size that takes all writes.
  void write(const void* data, std::size_t bytes, haddr_t at);
  bool read(void* data, std::size_t bytes, haddr_t at) const;
  void resize(haddr_t bytes);

 private:
  std::string doing_;
  int descriptor_;
  int error_ = 0;  ///< errno of the first failed write
};

}  // namespace aleator::results
