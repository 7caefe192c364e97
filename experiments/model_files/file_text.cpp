#include "experiments/model_files/file_text.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <cstdlib>
#include <memory>
#include <string>
#include <system_error>

#include "experiments/results/file_error.hpp"

namespace aleator {
namespace {

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& reason) {
  throw results::FileError("cannot read " + file.string() + ": " + reason);
}

[[noreturn]] void fail_with(const std::filesystem::path& file, int number) {
  fail(file, std::generic_category().message(number));
}

struct Descriptor {
  explicit Descriptor(int opened) : number(opened) {}
  Descriptor(Descriptor&&) = delete;
  ~Descriptor() {
    if (number >= 0) close(number);
  }
  int number;
};

struct CloseGz {
  void operator()(gzFile file) const { gzclose_r(file); }
};

}  // namespace

bool is_packed(const std::filesystem::path& file) {
  return file.extension() == ".gz";
}

FileText::FileText(const std::filesystem::path& file) {
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (!exists(status)) fail_with(file, error ? error.value() : ENOENT);
  if (!is_regular_file(status)) fail(file, "it is not a regular file");
  if (is_packed(file)) {
    unpack(file);
  } else {
    map(file);
  }
}

FileText::~FileText() {
  if (is_mapped_) {
    munmap(data_, size_);
  } else {
    std::free(data_);
  }
}

void FileText::map(const std::filesystem::path& file) {
  const Descriptor descriptor(open(file.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat facts {};
  if (descriptor.number < 0 || fstat(descriptor.number, &facts) != 0) fail_with(file, errno);
  if (facts.st_size == 0) return;
  const auto bytes = static_cast<std::size_t>(facts.st_size);
  void* const mapped = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, descriptor.number, 0);
  if (mapped == MAP_FAILED) fail_with(file, errno);
  madvise(mapped, bytes, MADV_SEQUENTIAL);
  data_ = static_cast<char*>(mapped);
  size_ = bytes;
  is_mapped_ = true;
}

void FileText::unpack(const std::filesystem::path& file) {
  errno = 0;
  const std::unique_ptr<gzFile_s, CloseGz> packed(gzopen(file.c_str(), "rbe"));
  if (!packed) fail_with(file, errno != 0 ? errno : ENOMEM);
  gzbuffer(packed.get(), 1 << 17);
  // realloc moves large blocks without copying them, and memory that was never written is none.
  std::unique_ptr<char, decltype(&std::free)> buffer(nullptr, &std::free);
  std::size_t room = 0;
  std::size_t used = 0;
  for (int got = 1; got > 0; used += static_cast<std::size_t>(got)) {
    constexpr std::size_t step = 1 << 20;
    if (room - used < step) {
      room = room + room / 2 + step;
      char* const larger = static_cast<char*>(std::realloc(buffer.get(), room));
      if (larger == nullptr) fail_with(file, ENOMEM);
      static_cast<void>(buffer.release());
      buffer.reset(larger);
    }
    got = gzread(packed.get(), buffer.get() + used, step);
    if (got < 0) break;
  }
  int number = Z_OK;
  const std::string reason = gzerror(packed.get(), &number);
  if (number == Z_ERRNO) fail_with(file, errno);
  if (number == Z_BUF_ERROR) fail(file, "the packed contents end too early");
  if (number != Z_OK && number != Z_STREAM_END) fail(file, "the packed contents are damaged");
  data_ = buffer.release();
  size_ = used;
}

}  // namespace aleator
