// Looks after the results file of a run before it is written.
#pragma once

#include <filesystem>
#include <string>

namespace aleator::cli {

/// Whether results of the experiment `name` may be written to `path`.
/// @param fresh  an old file, whatever it is, will be renamed
/// @throws results::FileError if the folder cannot be written, or a file is there that is not this experiment's
void check_output(const std::filesystem::path& path, const std::string& name, bool fresh);

/// Gives what stands at `path` a second name, the first free of NAME.1.h5, NAME.2.h5, ..., so that it stays when `path`
/// is replaced; where the file system has no second names it is renamed. Returns the name, empty if nothing is there.
/// @throws results::FileError
std::filesystem::path keep_old(const std::filesystem::path& path);

/// Does so with a results file and with its journal, under names that belong together, and says it.
/// @throws results::FileError
void keep_all_old(const std::filesystem::path& path);

/// Tells the user of the new name, if there is one.
void say_kept(const std::filesystem::path& path, const std::filesystem::path& kept);

}  // namespace aleator::cli
