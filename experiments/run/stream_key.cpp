#include <fmt/format.h>
#include <xxhash.h>

#include "experiments/registry.hpp"
#include "experiments/run/kind.hpp"

namespace aleator {

std::array<std::uint64_t, 2> stream_key(const Run& run, std::string_view task) {
  const auto& keys = run.config.as<ExperimentKeys>("");
  std::string text = fmt::format("seed = {}\nreplicate = {}\n", keys.seed, run.replicate);
  if (!keys.common_random_numbers) {
    text += section_text(run.config.section("model"), Listed::changed);
    text += section_text(run.config.section(task), Listed::changed);
  }
  const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
  return {hash.low64, hash.high64};
}

}  // namespace aleator
