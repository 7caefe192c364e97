#include "experiments/journal/lock_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>

#include "experiments/results/file_error.hpp"

namespace aleator {
namespace {

std::filesystem::path lock_path(const std::filesystem::path& results) {
  return results.string() + ".lock";
}

/// Of the whole file, for this process as a whole.
bool try_lock(int descriptor) {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return ::fcntl(descriptor, F_SETLK, &lock) == 0;
}

bool is_locked(int descriptor) {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return ::fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

std::string content(int descriptor) {
  std::array<char, 512> text{};
  const ssize_t size = ::pread(descriptor, text.data(), text.size(), 0);
  return size > 0 ? std::string(text.data(), static_cast<std::size_t>(size)) : std::string("another process");
}

/// Whether the name still leads to the open file: who had the lock before may have removed it.
bool is_current(int descriptor, const std::filesystem::path& path) {
  struct stat open {};
  struct stat named {};
  return ::fstat(descriptor, &open) == 0 && ::stat(path.c_str(), &named) == 0 && open.st_ino == named.st_ino &&
         open.st_dev == named.st_dev;
}

}  // namespace

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::array<char, 32> text{};
  std::tm parts{};
  gmtime_r(&now, &parts);
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

LockFile::LockFile(const std::filesystem::path& results) : path_(lock_path(results)) {
  while (true) {
    descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor_ < 0) {
      throw results::FileError(fmt::format("cannot write {}: {}", path_.string(), std::strerror(errno)));
    }
    if (!try_lock(descriptor_)) {
      const std::string holder = content(descriptor_);
      ::close(descriptor_);
      throw results::FileError(fmt::format("{} is being written by {}", results.string(), holder));
    }
    if (is_current(descriptor_, path_)) break;
    ::close(descriptor_);
  }
  const std::string holder = fmt::format("process {} on {} since {}", ::getpid(), host_name(), utc_now());
  if (::ftruncate(descriptor_, 0) != 0 ||
      ::pwrite(descriptor_, holder.data(), holder.size(), 0) != static_cast<ssize_t>(holder.size())) {
    // The lock counts, not what it says.
  }
}

LockFile::~LockFile() {
  ::unlink(path_.c_str());
  ::close(descriptor_);
}

std::string lock_holder(const std::filesystem::path& results) {
  const int descriptor = ::open(lock_path(results).c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return {};
  std::string holder = is_locked(descriptor) ? content(descriptor) : std::string();
  ::close(descriptor);
  return holder;
}

}  // namespace aleator
