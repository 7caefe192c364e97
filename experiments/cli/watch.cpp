// aleator watch: how far a sweep is, from its journal.
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <ctime>
#include <filesystem>
#include <thread>

#include "experiments/cli/command.hpp"
#include "experiments/cli/print.hpp"
#include "experiments/cli/progress.hpp"
#include "experiments/journal/journal.hpp"
#include "experiments/journal/lock_file.hpp"

namespace aleator::cli {
namespace {

namespace po = boost::program_options;

double number_in(const Journal& journal, const char* key) {
  const std::string text = journal.text(key);
  return text.empty() ? 0 : std::stod(text);
}

/// "340/1000 runs, 34 %, 2 failed, 12.3 runs/s, 54 s left; process 12 on host since ..."
std::string line_of(const Journal& journal, const std::string& holder) {
  const JournalCounts counts = journal.counts();
  const double done = static_cast<double>(counts.runs) - number_in(journal, "run_before");
  const double all = number_in(journal, "to_run");
  const double seconds = std::difftime(std::time(nullptr), static_cast<std::time_t>(number_in(journal, "started")));
  std::string line = fmt::format("{}/{} runs, {:.0f} %", done, all, all > 0 ? 100 * done / all : 100);
  if (counts.failed > 0) line += fmt::format(", {} failed", counts.failed);
  if (holder.empty()) return line + "; nobody is running them";
  if (done > 0 && seconds > 0) {
    line += fmt::format(", {:.3g} runs/s, {} left at this rate", done / seconds,
                        duration_text((all - done) * seconds / done));
  }
  return line + "; " + holder;
}

}  // namespace

int watch_command(const Arguments& arguments) {
  po::options_description options("Options");
  options.add_options()("once", "print one line and end");
  const auto map = parse(arguments, "watch", options, "OUT");
  if (!map) return done;
  const std::filesystem::path output = (*map)["OUT"].as<std::string>();
  const bool terminal = isatty(STDOUT_FILENO) != 0;
  while (true) {
    const std::string holder = lock_holder(output);
    const std::string line = line_of(Journal(journal_path(output)), holder);
    const bool last = holder.empty() || map->count("once") > 0;
    print("{}{}{}", terminal ? "\r\033[K" : "", line, terminal && !last ? "" : "\n");
    std::fflush(stdout);
    if (last) return done;
    std::this_thread::sleep_for(std::chrono::seconds(terminal ? 1 : 10));
  }
}

}  // namespace aleator::cli
