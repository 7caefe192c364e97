// Progress, rate and time left; and a sweep that a signal ends early.
#pragma once

#include <chrono>
#include <cstdint>
#include <stop_token>
#include <string>
#include <thread>

#include "experiments/run/runner.hpp"

namespace aleator::cli {

/// The time left takes the runs to come to be like those that are done, whatever their method and size.
/// While it lives: a noted signal (see SignalGuard) asks `stop` to stop, and stderr shows how far the sweep is: one
/// line that changes on a terminal, a line every ten seconds elsewhere.
class ProgressDisplay {
 public:
  ProgressDisplay(const SweepProgress& progress, std::int64_t total, std::stop_source& stop);
  ~ProgressDisplay();
  ProgressDisplay(const ProgressDisplay&) = delete;
  ProgressDisplay& operator=(const ProgressDisplay&) = delete;

  double seconds() const;

 private:
  void watch(const std::stop_token& end);
  std::string line() const;

  const SweepProgress& progress_;
  std::int64_t total_;
  std::stop_source& stop_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::jthread thread_;
};

/// "340 ms", "12 s", "3 min 20 s", "2 h 5 min".
std::string duration_text(double seconds);

}  // namespace aleator::cli
