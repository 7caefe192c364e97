#include "experiments/results/hdf5_output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <new>
#include <system_error>

namespace aleator::results {
namespace {

// What follows is HDF5's interface to files ("virtual file driver", H5FDpublic.h), on top of an OutputFile.

struct DriverSettings {
  OutputFile* output;
};

struct DriverFile : H5FD_t {
  OutputFile* output;
  haddr_t allocated;  // HDF5's "end of address"
  haddr_t end;        // of what was written
};

DriverFile& as_driver_file(H5FD_t* file) {
  return *static_cast<DriverFile*>(file);
}
const DriverFile& as_driver_file(const H5FD_t* file) {
  return *static_cast<const DriverFile*>(file);
}

H5FD_t* open_file(const char*, unsigned, hid_t access, haddr_t) {
  const auto* settings = static_cast<const DriverSettings*>(H5Pget_driver_info(access));
  return settings == nullptr ? nullptr : new (std::nothrow) DriverFile{{}, settings->output, 0, 0};
}

herr_t close_file(H5FD_t* file) {
  delete &as_driver_file(file);
  return 0;
}

herr_t query(const H5FD_t*, unsigned long* flags) {
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
           H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
  return 0;
}

haddr_t get_allocated(const H5FD_t* file, H5FD_mem_t) {
  return as_driver_file(file).allocated;
}

herr_t set_allocated(H5FD_t* file, H5FD_mem_t, haddr_t bytes) {
  as_driver_file(file).allocated = bytes;
  return 0;
}

haddr_t get_end(const H5FD_t* file, H5FD_mem_t) {
  return as_driver_file(file).end;
}

herr_t read_bytes(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, std::size_t bytes, void* data) {
  return as_driver_file(file).output->read(data, bytes, at) ? 0 : -1;
}

herr_t write_bytes(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, std::size_t bytes, const void* data) {
  DriverFile& self = as_driver_file(file);
  self.output->write(data, bytes, at);
  self.end = std::max(self.end, at + bytes);
  return 0;
}

herr_t truncate_file(H5FD_t* file, hid_t, hbool_t) {
  DriverFile& self = as_driver_file(file);
  if (self.end == self.allocated) return 0;
  self.output->resize(self.allocated);
  self.end = self.allocated;
  return 0;
}

H5FD_class_t driver_class() {
  H5FD_class_t driver{};
  driver.name = "aleator_output";
  driver.maxaddr = std::numeric_limits<off_t>::max();
  driver.fc_degree = H5F_CLOSE_STRONG;
  driver.fapl_size = sizeof(DriverSettings);
  driver.open = open_file;
  driver.close = close_file;
  driver.query = query;
  driver.get_eoa = get_allocated;
  driver.set_eoa = set_allocated;
  driver.get_eof = get_end;
  driver.read = read_bytes;
  driver.write = write_bytes;
  driver.truncate = truncate_file;
  const H5FD_mem_t space_is_reused_by_kind[] = H5FD_FLMAP_DICHOTOMY;  // as for HDF5's ordinary files
  std::copy(std::begin(space_is_reused_by_kind), std::end(space_is_reused_by_kind), driver.fl_map);
  return driver;
}

}  // namespace

OutputFile::OutputFile(const std::filesystem::path& path, std::string doing)
    : doing_(std::move(doing)), descriptor_(open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
  if (descriptor_ < 0) throw FileError(doing_ + ": " + std::generic_category().message(errno));
}

OutputFile::~OutputFile() {
  close(descriptor_);
}

void OutputFile::attach_to(const Handle& access) {
  static const H5FD_class_t driver = driver_class();
  const Handle id(check(H5FDregister(&driver), doing_));
  const DriverSettings settings{this};
  check(H5Pset_driver(access.get(), id.get(), &settings), doing_);
}

void OutputFile::check_written() const {
  if (error_ != 0) throw FileError(doing_ + ": " + std::generic_category().message(error_));
}

void OutputFile::write(const void* data, std::size_t bytes, haddr_t at) {
  const auto* from = static_cast<const char*>(data);
  while (bytes > 0 && error_ == 0) {
    const ssize_t written = pwrite(descriptor_, from, bytes, static_cast<off_t>(at));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      error_ = written < 0 ? errno : EIO;
      return;
    }
    from += written;
    bytes -= static_cast<std::size_t>(written);
    at += static_cast<haddr_t>(written);
  }
}

bool OutputFile::read(void* data, std::size_t bytes, haddr_t at) const {
  auto* to = static_cast<char*>(data);
  while (bytes > 0) {
    const ssize_t got = pread(descriptor_, to, bytes, static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return false;
    if (got == 0) break;
    to += got;
    bytes -= static_cast<std::size_t>(got);
    at += static_cast<haddr_t>(got);
  }
  std::memset(to, 0, bytes);  // beyond the end
  return true;
}

void OutputFile::resize(haddr_t bytes) {
  if (error_ == 0 && ftruncate(descriptor_, static_cast<off_t>(bytes)) != 0) error_ = errno;
}

}  // namespace aleator::results
