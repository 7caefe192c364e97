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
  std::error_code error;
  const auto status = std::filesystem::status(target, error);
  if (error == std::errc::too_many_symbolic_link_levels) throw_errno(error.value(), doing);
  if (exists(status) && !is_regular_file(status)) throw FileError(doing + ": it is not a regular file");
  std::filesystem::path real = std::filesystem::absolute(target, error);
  if (error) throw_errno(error.value(), doing);
  while (is_symlink(std::filesystem::symlink_status(real, error))) {  // the last part may lead to a file yet to come
    real = real.parent_path() / std::filesystem::read_symlink(real, error);
  }
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
