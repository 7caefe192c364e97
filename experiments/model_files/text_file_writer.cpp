#include "experiments/model_files/text_file_writer.hpp"

#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <system_error>

#include "core/text.hpp"
#include "experiments/model_files/file_text.hpp"
#include "experiments/results/file_error.hpp"

namespace aleator {
namespace {

namespace fs = std::filesystem;

/// zlib writes packed and plain files alike.
class GzOutput {
 public:
  GzOutput(const fs::path& path, bool packed, const std::string& doing) : doing_(doing) {
    errno = 0;
    file_ = gzopen(path.c_str(), packed ? "wbe6" : "wbeT");
    if (file_ == nullptr) fail(errno);
  }
  GzOutput(GzOutput&&) = delete;
  ~GzOutput() {
    if (file_ != nullptr) gzclose_w(file_);
  }

  void write(std::string_view piece) {
    errno = 0;
    if (!piece.empty() && gzwrite(file_, piece.data(), static_cast<unsigned>(piece.size())) <= 0) fail(errno);
  }
  void finish() {
    errno = 0;
    const int result = gzclose_w(file_);
    file_ = nullptr;
    if (result != Z_OK) fail(errno);
  }

 private:
  [[noreturn]] void fail(int number) const {
    throw results::FileError(doing_ + ": " + std::generic_category().message(number != 0 ? number : EIO));
  }

  const std::string& doing_;
  gzFile file_ = nullptr;
};

}  // namespace

TextFiles::~TextFiles() {
  std::error_code ignored;
  for (const Written& file : files_) {
    fs::remove(file.replacement.temporary, ignored);  // gone already if all went well
    if (!file.old.empty()) fs::remove(file.old, ignored);
  }
}

void TextFiles::add(const fs::path& file, const std::function<void(const TextSink&)>& write) {
  const std::string doing = "cannot write " + file.string();
  files_.push_back({doing, results::replacement_for(file, doing)});
  const Written& written = files_.back();
  GzOutput output(written.replacement.temporary, is_packed(file), written.doing);
  write([&](std::string_view piece) { output.write(piece); });
  output.finish();
}

void TextFiles::commit() {
  try {
    for (Written& file : files_) keep_old(file);
    for (Written& file : files_) {
      file.in_place = true;
      results::replace_file(file.replacement, file.doing);
    }
  } catch (const results::FileError&) {
    for (Written& file : files_) put_back(file);
    throw;
  }
}

/// A second name for what stands there; where the file system has no second names it is renamed.
void TextFiles::keep_old(Written& file) {
  const fs::path& target = file.replacement.target;
  if (!fs::is_regular_file(target)) return;
  const fs::path old = target.parent_path() / text(".", target.filename().string(), ".old-", getpid());
  std::error_code error;
  fs::remove(old, error);  // left by a killed process that had our number
  fs::create_hard_link(target, old, error);
  if (error) fs::rename(target, old, error);
  if (error) throw results::FileError(file.doing + ": " + error.message());
  file.old = old;
}

void TextFiles::put_back(Written& file) {
  std::error_code error;
  const fs::path& target = file.replacement.target;
  if (!file.old.empty()) {
    fs::rename(file.old, target, error);
    if (error) file.old.clear();  // stays where it is kept, rather than nowhere
  } else if (file.in_place && fs::is_regular_file(target, error)) {
    fs::remove(target, error);
  }
}

}  // namespace aleator
