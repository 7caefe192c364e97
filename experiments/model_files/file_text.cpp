#include "experiments/model_files/file_text.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>
#include <utility>

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

FileBytes map(const std::filesystem::path& file) {
  const Descriptor descriptor(open(file.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat facts {};
  if (descriptor.number < 0 || fstat(descriptor.number, &facts) != 0) fail_with(file, errno);
  if (facts.st_size == 0) return {};
  const auto bytes = static_cast<std::size_t>(facts.st_size);
  void* const mapped = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, descriptor.number, 0);
  if (mapped == MAP_FAILED) fail_with(file, errno);
  madvise(mapped, bytes, MADV_SEQUENTIAL);
  return {{static_cast<char*>(mapped), [bytes](char* memory) { munmap(memory, bytes); }}, bytes};
}

/// A file of gzip: packed members, one after the other, and nothing else.
class GzipFile {
 public:
  explicit GzipFile(const std::filesystem::path& file) : file_(file) {
    constexpr int gzip_alone = 16 + MAX_WBITS;
    if (inflateInit2(&stream_, gzip_alone) != Z_OK) fail_with(file_, ENOMEM);
  }
  GzipFile(GzipFile&&) = delete;
  ~GzipFile() {
    inflateEnd(&stream_);
    std::free(buffer_);
  }

  FileBytes unpack(std::string_view packed) {
    constexpr std::string_view magic = "\x1f\x8b";
    if (!packed.starts_with(magic)) fail(file_, "it is not packed by gzip");
    while (!packed.empty()) {
      if (!packed.starts_with(magic)) fail(file_, "something else follows the end of the packed contents");
      inflateReset(&stream_);
      while (unpack_piece(packed) != Z_STREAM_END) {
        if (packed.empty() && stream_.avail_out > 0) fail(file_, "the packed contents end too early");
      }
    }
    return {{std::exchange(buffer_, nullptr), &std::free}, used_};
  }

 private:
  /// Unpacks as much as there is room for, and takes what that was from the front of `packed`.
  int unpack_piece(std::string_view& packed) {
    constexpr std::size_t most = std::size_t{1} << 30;
    make_room();
    const auto input = static_cast<uInt>(std::min(packed.size(), most));
    const auto output = static_cast<uInt>(std::min(room_ - used_, most));
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream_.avail_in = input;
    stream_.next_out = reinterpret_cast<Bytef*>(buffer_ + used_);
    stream_.avail_out = output;
    const int result = inflate(&stream_, Z_NO_FLUSH);
    if (result == Z_MEM_ERROR) fail_with(file_, ENOMEM);
    if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) {
      fail(file_, "the packed contents are damaged");
    }
    packed.remove_prefix(input - stream_.avail_in);
    used_ += output - stream_.avail_out;
    return result;
  }

  /// realloc moves large blocks without copying them, and memory that was never written is none.
  void make_room() {
    constexpr std::size_t step = 1 << 20;
    if (room_ - used_ >= step) return;
    room_ = room_ + room_ / 2 + step;
    char* const larger = static_cast<char*>(std::realloc(buffer_, room_));
    if (larger == nullptr) fail_with(file_, ENOMEM);
    buffer_ = larger;
  }

  const std::filesystem::path& file_;
  z_stream stream_{};
  char* buffer_ = nullptr;
  std::size_t room_ = 0;
  std::size_t used_ = 0;
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
  bytes_ = map(file);
  if (is_packed(file)) bytes_ = GzipFile(file).unpack(text());
}

}  // namespace aleator
