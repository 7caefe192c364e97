// A results file in a screenful.
#pragma once

#include <filesystem>

namespace aleator::cli {

/// Prints the axes, the variables, the failed runs and a table of the numbers of each run (their spread if there are
/// many runs). Reads no more than the axes and /runs. @throws results::FileError
void print_summary(const std::filesystem::path& path);

}  // namespace aleator::cli
