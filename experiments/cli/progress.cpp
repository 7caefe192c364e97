#include "experiments/cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <mutex>

#include "experiments/cli/print.hpp"
#include "experiments/cli/signals.hpp"

namespace aleator::cli {
namespace {

using std::chrono::milliseconds;
constexpr auto poll_every = milliseconds(50);
constexpr auto terminal_every = milliseconds(250);
constexpr auto plain_every = milliseconds(10'000);

}  // namespace

std::string duration_text(double seconds) {
  if (seconds < 1) return fmt::format("{:.0f} ms", seconds * 1e3);
  if (seconds < 10) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::int64_t>(std::min(seconds, 9e15) + 0.5);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  if (whole < 86400 * 2) return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
  return fmt::format("{} days", whole / 86400);
}

ProgressDisplay::ProgressDisplay(const SweepProgress& progress, std::int64_t total, std::stop_source& stop)
    : progress_(progress), total_(total), stop_(stop) {
  thread_ = std::jthread([this](const std::stop_token& end) { watch(end); });
}

ProgressDisplay::~ProgressDisplay() {
  thread_.request_stop();
  thread_.join();
}

double ProgressDisplay::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

std::string ProgressDisplay::line() const {
  const auto done = progress_.done.load();
  const auto failed = progress_.failed.load();
  const double elapsed = std::max(seconds(), 1e-9);
  const double rate = static_cast<double>(done) / elapsed;
  std::string text = fmt::format("{}/{} runs, {:.0f} %", done, total_,
                                 100.0 * static_cast<double>(done) / static_cast<double>(total_));
  if (failed > 0) text += fmt::format(", {} failed", failed);
  if (done > 0) {
    text += fmt::format(", {:.3g} runs/s, {} left at this rate", rate,
                        duration_text(static_cast<double>(total_ - done) / rate));
  }
  return text;
}

void ProgressDisplay::watch(const std::stop_token& end) {
  const bool terminal = isatty(STDERR_FILENO) != 0;
  auto next = start_ + (terminal ? terminal_every : plain_every);
  bool shown = false;
  std::mutex mutex;
  std::condition_variable_any wake;
  std::unique_lock lock(mutex);
  while (!end.stop_requested()) {
    wake.wait_for(lock, end, poll_every, [] { return false; });
    if (SignalGuard::interrupted()) stop_.request_stop();
    if (std::chrono::steady_clock::now() < next) continue;
    next += terminal ? terminal_every : plain_every;
    print_error("{}{}{}", terminal ? "\r\033[K" : "", line(), terminal ? "" : "\n");
    shown = true;
  }
  if (SignalGuard::interrupted()) stop_.request_stop();
  if (shown && terminal) print_error("\r\033[K");
}

}  // namespace aleator::cli
