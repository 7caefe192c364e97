// The bytes of a file, mapped or unpacked.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string_view>

namespace aleator {

/// Memory that holds the bytes, mapped or allocated.
struct FileBytes {
  std::shared_ptr<char> memory;
  std::size_t size = 0;
};

/// A plain file is mapped, not copied: it must not be cut short while it is read. A name that ends in .gz stands for
/// what is packed in the file (one member of gzip or several); that is unpacked into one buffer.
class FileText {
 public:
  /// @throws results::FileError if the file cannot be read, is no regular file, or its packed contents are damaged or
  /// followed by something else
  explicit FileText(const std::filesystem::path& file);
  FileText(FileText&&) = delete;

  std::string_view text() const noexcept { return {bytes_.memory.get(), bytes_.size}; }

 private:
  FileBytes bytes_;
};

/// Whether a file's name says that its contents are packed.
bool is_packed(const std::filesystem::path& file);

}  // namespace aleator
