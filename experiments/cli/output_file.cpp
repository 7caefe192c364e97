#include "experiments/cli/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <variant>

#include "experiments/cli/print.hpp"
#include "experiments/journal/journal.hpp"
#include "experiments/results/netcdf_reader.hpp"
#include "experiments/results/replace_file.hpp"

namespace aleator::cli {
namespace {

/// The experiment whose results a file holds; empty if it is no results file of aleator.
std::string experiment_of(const std::filesystem::path& path) {
  std::string title;
  bool ours = false;
  try {
    for (const auto& attribute : results::NetcdfReader(path).attributes()) {
      const auto* text = std::get_if<std::string>(&attribute.value);
      if (text && attribute.name == "title") title = *text;
      if (text && attribute.name == "source") ours = text->starts_with("aleator ");
    }
  } catch (const results::FileError&) {
    return {};
  }
  return ours ? title : std::string();
}

/// Whether the name is taken, if only by a link that leads nowhere.
bool exists_as_link(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::exists(std::filesystem::symlink_status(path, ignored));
}

}  // namespace

void check_output(const std::filesystem::path& path, const std::string& name, bool fresh) {
  const std::string doing = fmt::format("cannot write {}", path.string());
  const auto replacement = results::replacement_for(path, doing);
  ::unlink(replacement.temporary.c_str());  // left by a killed process that had our number
  const int probe = ::open(replacement.temporary.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
  if (probe < 0) throw results::FileError(fmt::format("{}: {}", doing, std::strerror(errno)));
  ::close(probe);
  ::unlink(replacement.temporary.c_str());
  std::error_code error;
  if (fresh || !std::filesystem::exists(path, error)) return;
  const std::string owner = experiment_of(path);
  const std::string way_out = "choose another file with -o, or let --fresh rename this one";
  if (owner.empty()) {
    const std::filesystem::path journal = journal_path(path);
    throw results::FileError(
        std::filesystem::exists(journal, error)
            ? fmt::format("{} is not a results file of aleator: move it away, and the same command writes it anew from "
                          "{}, which has all that is finished; --fresh would begin anew",
                          path.string(), journal.string())
            : fmt::format("{} is not a results file of aleator: {}", path.string(), way_out));
  }
  if (owner != name) {
    throw results::FileError(fmt::format("{} holds the results of the experiment \"{}\", not of \"{}\": {}",
                                         path.string(), owner, name, way_out));
  }
}

std::filesystem::path keep_old(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return {};
  const std::filesystem::path old = std::filesystem::canonical(path);
  for (int i = 1;; ++i) {
    std::filesystem::path kept = old;
    kept.replace_extension(fmt::format(".{}{}", i, old.extension().string()));
    if (exists_as_link(kept)) continue;
    std::filesystem::create_hard_link(old, kept, error);
    if (error) std::filesystem::rename(old, kept, error);
    if (error)
      throw results::FileError(fmt::format("cannot keep {} as {}: {}", old.string(), kept.string(), error.message()));
    return kept;
  }
}

void keep_all_old(const std::filesystem::path& path) {
  std::error_code error;
  const std::filesystem::path journal = journal_path(path);
  for (int i = 1;; ++i) {
    std::filesystem::path kept = path;
    kept.replace_extension(fmt::format(".{}{}", i, path.extension().string()));
    if (exists_as_link(kept) || exists_as_link(journal_path(kept))) continue;
    for (const auto& [from, to] : {std::pair(journal, journal_path(kept)), std::pair(path, kept)}) {
      if (!std::filesystem::exists(from, error)) continue;
      std::filesystem::rename(from, to, error);
      if (error) {
        throw results::FileError(fmt::format("cannot keep {} as {}: {}", from.string(), to.string(), error.message()));
      }
      say_kept(from, to);
    }
    return;
  }
}

void say_kept(const std::filesystem::path& path, const std::filesystem::path& kept) {
  if (!kept.empty()) print_error("the old {} is now {}\n", path.filename().string(), kept.filename().string());
}

}  // namespace aleator::cli
