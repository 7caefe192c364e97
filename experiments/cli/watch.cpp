// aleator watch: how far a sweep is, from its journal.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
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

/// "340/1000 runs, 34 %, 2 failed, 2 running, 12.3 runs/s, 54 s left at this rate; process 12 on host since ..."
std::string line_of(const Journal& journal, const std::string& holder) {
  const JournalCounts now = journal.counts(static_cast<std::int64_t>(number_in(journal, "run_before")));
  const auto done = static_cast<double>(now.runs);
  const double left = std::max(0.0, number_in(journal, "to_run") - done);
  const double finished = number_in(journal, "done_before") + done;
  const double failed = number_in(journal, "failed_before") + static_cast<double>(now.failed);
  const double all = finished + left;
  const double seconds = std::difftime(std::time(nullptr), static_cast<std::time_t>(number_in(journal, "started")));
  std::string line = fmt::format("{}/{} runs, {:.0f} %", finished, all, all > 0 ? 100 * finished / all : 100);
  if (failed > 0) line += fmt::format(", {} failed", failed);
  if (holder.empty()) return line + "; nobody is running them";
  if (left > 0) line += fmt::format(", {} running", std::min(left, number_in(journal, "at_once")));
  if (done > 0 && seconds > 0) {
    const double rate = done / seconds;
    line += fmt::format(", {:.3g} runs/s, {} left at this rate", rate, duration_text(left / rate));
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
