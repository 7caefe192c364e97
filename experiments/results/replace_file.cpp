#include "experiments/results/replace_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "experiments/results/file_error.hpp"

namespace aleator::results {
namespace {

[[noreturn]] void throw_errno(int number, const std::string& doing) {
  throw FileError(doing + ": " + std::generic_category().message(number));
}

// Some network file systems cannot wait for a folder and say EINVAL: no error.
void sync_to_disk(const std::filesystem::path& path, const std::string& doing) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw_errno(errno, doing);
  const int reason = fsync(descriptor) == 0 ? 0 : errno;
  close(descriptor);
  if (reason != 0 && reason != EINVAL) throw_errno(reason, doing);
}

}  // namespace

Replacement replacement_for(const std::filesystem::path& target, const std::string& doing) {
  if (!target.has_filename()) throw FileError(doing + ": it names no file");
  std::error_code ignored;  // of a bad path: creating the file will say why
  const auto status = std::filesystem::status(target, ignored);
  if (exists(status) && !is_regular_file(status)) throw FileError(doing + ": it is not a regular file");
  std::filesystem::path real = std::filesystem::canonical(target, ignored);
  if (real.empty()) real = std::filesystem::absolute(target);
  std::filesystem::path hidden = ".";
  hidden += real.filename();
  hidden += ".tmp-" + std::to_string(getpid());
  return {real, real.parent_path() / hidden};
}

void replace_file(const Replacement& replacement, const std::string& doing) {
  sync_to_disk(replacement.temporary, doing);
  if (std::rename(replacement.temporary.c_str(), replacement.target.c_str()) != 0) throw_errno(errno, doing);
  sync_to_disk(replacement.target.parent_path(), doing);
}

}  // namespace aleator::results
