// The bytes of a file, mapped or unpacked.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace aleator {

/// A plain file is mapped, not copied: it must not be cut short while it is read. A name that ends in .gz stands for
/// what is packed in the file; that is unpacked into one buffer.
class FileText {
 public:
  /// @throws results::FileError if the file cannot be read, is no regular file, or its packed contents are damaged
  explicit FileText(const std::filesystem::path& file);
  FileText(FileText&&) = delete;
  ~FileText();

  std::string_view text() const noexcept { return {data_, size_}; }

 private:
  void map(const std::filesystem::path& file);
  void unpack(const std::filesystem::path& file);

  char* data_ = nullptr;
  std::size_t size_ = 0;
  bool is_mapped_ = false;
};

/// Whether a file's name says that its contents are packed.
bool is_packed(const std::filesystem::path& file);

}  // namespace aleator
