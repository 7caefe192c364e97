// Looks after the results file of a run before it is written.
#pragma once

#include <filesystem>
#include <string>

namespace aleator::cli {

/// Whether results of the experiment `name` may be written to `path`.
/// @param fresh  an old file, whatever it is, will be renamed
/// @throws results::FileError if the folder cannot be written, or a file is there that is not this experiment's
void check_output(const std::filesystem::path& path, const std::string& name, bool fresh);

/// Renames what stands at `path` to the first free of NAME.1.h5, NAME.2.h5, ... and returns it; does nothing and
/// returns an empty path if nothing is there.
std::filesystem::path set_aside(const std::filesystem::path& path);

}  // namespace aleator::cli
