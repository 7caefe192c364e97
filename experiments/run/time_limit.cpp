#include "experiments/run/time_limit.hpp"

#include <algorithm>

namespace aleator {
namespace {

constexpr double longest = 1e9;  // seconds: what a clock can add

}  // namespace

TimeLimit::TimeLimit(std::optional<double> seconds) : seconds_(seconds) {
  if (seconds_) thread_ = std::jthread([this](const std::stop_token& end) { watch(end); });
}

void TimeLimit::watch(const std::stop_token& end) {
  std::unique_lock lock(mutex_);
  while (!end.stop_requested()) {
    if (running_.empty()) {
      changed_.wait(lock, end, [this] { return !running_.empty(); });
      continue;
    }
    const auto next = running_.begin()->first;
    changed_.wait_until(lock, end, next, [&] { return running_.empty() || running_.begin()->first < next; });
    for (const auto now = Clock::now(); !running_.empty() && running_.begin()->first <= now;) {
      running_.begin()->second.request_stop();
      running_.erase(running_.begin());
    }
  }
}

TimeLimit::Watched::Watched(TimeLimit& limit, const std::stop_token& stop)
    : limit_(limit), passed_on_(stop, [this] { source_.request_stop(); }) {
  if (!limit_.seconds_) return;
  const std::chrono::duration<double> time(std::min(*limit_.seconds_, longest));
  end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(time);
  {
    const std::scoped_lock lock(limit_.mutex_);
    limit_.running_.emplace(end_, source_);
  }
  limit_.changed_.notify_one();
}

TimeLimit::Watched::~Watched() {
  if (!limit_.seconds_) return;
  const std::scoped_lock lock(limit_.mutex_);
  const auto [first, last] = limit_.running_.equal_range(end_);
  const auto mine = std::find_if(first, last, [this](const auto& entry) { return entry.second == source_; });
  if (mine != last) limit_.running_.erase(mine);
}

bool TimeLimit::Watched::expired() const noexcept {
  return Clock::now() >= end_;
}

}  // namespace aleator
