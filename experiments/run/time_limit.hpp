// Runs that may take only so long: when their time is over they are asked to stop.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace aleator {

/// One thread that watches the clock for many runs.
class TimeLimit {
 public:
  using Clock = std::chrono::steady_clock;

  /// @param seconds  that each run may take; nothing: as long as it likes, and no thread watches
  explicit TimeLimit(std::optional<double> seconds);

  const std::optional<double>& seconds() const noexcept { return seconds_; }

  /// A run that is watched while it lives.
  class Watched {
   public:
    /// @param stop  asks the run to stop too
    Watched(TimeLimit& limit, const std::stop_token& stop);
    ~Watched();
    Watched(const Watched&) = delete;
    Watched& operator=(const Watched&) = delete;

    /// Asks the run to stop: `stop` did, or its time is over.
    std::stop_token token() const noexcept { return source_.get_token(); }
    /// Whether its time is over.
    bool expired() const noexcept;

   private:
    TimeLimit& limit_;
    Clock::time_point end_ = Clock::time_point::max();
    std::stop_source source_;
    std::stop_callback<std::function<void()>> passed_on_;
  };

 private:
  void watch(const std::stop_token& end);

  std::optional<double> seconds_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::multimap<Clock::time_point, std::stop_source> running_;  // by the end of their time
  std::jthread thread_;
};

}  // namespace aleator
