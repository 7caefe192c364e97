// Stops work after a time, or when the run is stopped.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace aleator::perfect {

/// From its making on, token() asks to stop after so many seconds (0: never), or once `outer` does.
class TimeLimit {
 public:
  TimeLimit(double seconds, const std::stop_token& outer) : outer_(outer, [this] { source_.request_stop(); }) {
    if (seconds <= 0) return;
    clock_ = std::jthread([this, seconds](const std::stop_token& done) {
      std::mutex mutex;
      std::unique_lock lock(mutex);
      std::condition_variable_any never;
      never.wait_for(lock, done, std::chrono::duration<double>(seconds), [] { return false; });
      if (!done.stop_requested()) source_.request_stop();
    });
  }

  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::stop_callback<std::function<void()>> outer_;
  std::jthread clock_;  // the last: it is joined before what it uses is gone
};

}  // namespace aleator::perfect
