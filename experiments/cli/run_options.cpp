#include "experiments/cli/run_options.hpp"

#include <fmt/format.h>

#include <charconv>

#include "experiments/cli/command.hpp"
#include "experiments/run/memory.hpp"
#include "parallel/threads.hpp"

namespace aleator::cli {

namespace po = boost::program_options;

void add_run_options(po::options_description& options) {
  options.add_options()("jobs,j", po::value<std::string>(),
                        "threads; unless given, SLURM_CPUS_PER_TASK or the processors that may be used")(
      "set,s", po::value<std::vector<std::string>>()->composing(),
      "key=value: sets a key, or the values of a swept one")("memory", po::value<std::string>(), memory_help);
}

int threads_of(const po::variables_map& map) {
  if (!map.count("jobs")) return default_thread_count();
  const auto& text = map["jobs"].as<std::string>();
  int count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc{} || end != text.data() + text.size() || count < 1 || count > most_threads) {
    throw UsageError(fmt::format("-j {}: expected a number of threads from 1 to {}", text, most_threads));
  }
  return count;
}

std::vector<std::string> overrides_of(const po::variables_map& map) {
  return map.count("set") ? map["set"].as<std::vector<std::string>>() : std::vector<std::string>();
}

double memory_of(const po::variables_map& map) {
  if (!map.count("memory")) return default_memory();
  const auto& text = map["memory"].as<std::string>();
  if (const auto bytes = memory_bytes(text)) return *bytes;
  throw UsageError(fmt::format("--memory {}: expected a size above 0 such as 16G or 500M", text));
}

}  // namespace aleator::cli
