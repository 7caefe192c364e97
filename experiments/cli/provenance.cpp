#include "experiments/cli/provenance.hpp"

#include <fmt/format.h>

#include "core/simd.hpp"
#include "experiments/build_info.hpp"
#include "experiments/journal/lock_file.hpp"

namespace aleator::cli {
namespace {

/// Text that every reader takes: bytes that are not UTF-8 become question marks.
std::string valid_utf8(std::string text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const std::size_t length = byte < 0x80                   ? 1
                               : byte >= 0xc2 && byte < 0xe0 ? 2
                               : byte >= 0xe0 && byte < 0xf0 ? 3
                               : byte >= 0xf0 && byte < 0xf5 ? 4
                                                             : 0;
    bool good = length > 0 && i + length <= text.size();
    for (std::size_t k = 1; good && k < length; ++k) good = (static_cast<unsigned char>(text[i + k]) & 0xc0) == 0x80;
    if (!good) text[i] = '?';
    i += good ? length : 1;
  }
  return text;
}

}  // namespace

Provenance provenance_of(const Experiment& experiment) {
  Provenance provenance = {
      {"experiment", experiment.text},
      {"overrides", fmt::format("{}", fmt::join(experiment.overrides, "\n"))},
      {"resolved", resolved_text(experiment.config)},
      {"version", std::string(build_info::version)},
      {"git_revision", std::string(build_info::git_revision)},
      {"compiler", fmt::format("{}, {}", build_info::compiler, build_info::build_type)},
      {"simd_target", simd_target()},
  };
  for (auto& [name, text] : provenance) text = valid_utf8(std::move(text));
  return provenance;
}

void add_times(Provenance& provenance, const std::string& command, const Arguments& arguments, int threads,
               const std::string& started, double seconds) {
  provenance.emplace_back("command", valid_utf8(fmt::format("aleator {} {}", command, fmt::join(arguments, " "))));
  provenance.emplace_back("host", valid_utf8(host_name()));
  provenance.emplace_back("threads", std::to_string(threads));
  provenance.emplace_back("started", started);
  provenance.emplace_back("seconds", fmt::format("{:.3f}", seconds));
}

}  // namespace aleator::cli
