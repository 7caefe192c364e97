// Puts a finished file in the place of another, all or nothing.
#pragma once

#include <filesystem>
#include <string>

namespace aleator::results {

/// Where to write a file before it takes the place of `target`: a hidden name in the same folder (a rename works only
/// within a file system), with the process id. If `target` is a symbolic link, the folder is that of the file it leads
/// to.
struct Replacement {
  std::filesystem::path target;
  std::filesystem::path temporary;
};

/// @param doing  for messages, for example "cannot write results.h5"
/// @throws FileError if `target` names no file ("", "folder/"), or is there but no regular file (a folder, /dev/null)
Replacement replacement_for(const std::filesystem::path& target, const std::string& doing);

/// Waits until the closed file `temporary` is on disk, renames it to `target`, waits until the folder is on disk: a
/// crash at any time leaves the old or the new file, whole.
/// @throws FileError "doing: reason"
void replace_file(const Replacement& replacement, const std::string& doing);

}  // namespace aleator::results
