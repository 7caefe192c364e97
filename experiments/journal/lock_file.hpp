// One run at a time writes a results file.
#pragma once

#include <filesystem>
#include <string>

namespace aleator {

/// Holds RESULTS.lock while it lives; a process that dies lets go of it. The file says who holds it: host, process,
/// since when.
class LockFile {
 public:
  /// @throws results::FileError if another process holds it ("x.h5 is being written by process 12 on host since ..."),
  /// or the file cannot be made
  explicit LockFile(const std::filesystem::path& results);
  LockFile(const LockFile&) = delete;
  ~LockFile();

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
};

/// Who holds the lock of the results: "process 12 on host since 2026-11-30T12:00:00Z"; empty if nobody does.
std::string lock_holder(const std::filesystem::path& results);

/// "2026-11-30T12:00:00Z", the time now.
std::string utc_now();
std::string host_name();

}  // namespace aleator
