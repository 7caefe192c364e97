#include "experiments/model_files/text_file_writer.hpp"

#include <zlib.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "experiments/model_files/file_text.hpp"
#include "experiments/results/file_error.hpp"
#include "experiments/results/replace_file.hpp"

namespace aleator {
namespace {

/// zlib writes packed and plain files alike.
class GzOutput {
 public:
  GzOutput(const std::filesystem::path& path, bool packed, const std::string& doing) : path_(path), doing_(doing) {
    errno = 0;
    file_ = gzopen(path.c_str(), packed ? "wbe6" : "wbeT");
    if (file_ == nullptr) fail(errno);
  }
  GzOutput(GzOutput&&) = delete;
  ~GzOutput() {
    if (file_ != nullptr) gzclose_w(file_);
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);  // gone already if all went well
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

  std::filesystem::path path_;
  std::string doing_;
  gzFile file_ = nullptr;
};

}  // namespace

void write_text_file(const std::filesystem::path& file, const std::function<void(const TextSink&)>& write) {
  const std::string doing = "cannot write " + file.string();
  const results::Replacement replacement = results::replacement_for(file, doing);
  GzOutput output(replacement.temporary, is_packed(file), doing);
  write([&](std::string_view piece) { output.write(piece); });
  output.finish();
  results::replace_file(replacement, doing);
}

}  // namespace aleator
