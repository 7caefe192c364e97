// Takes finished runs from all threads and commits them.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

#include "experiments/journal/journal.hpp"

namespace aleator {

/// The numbers of points' runs in a journal; safe to use from several threads.
class PointNumbers {
 public:
  explicit PointNumbers(std::vector<std::int64_t> numbers) : numbers_(std::move(numbers)) {}

  void set(std::int64_t point, std::int64_t number) {
    const std::lock_guard lock(mutex_);
    numbers_[static_cast<std::size_t>(point)] = number;
  }
  std::vector<std::int64_t> copy() const {
    const std::lock_guard lock(mutex_);
    return numbers_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::int64_t> numbers_;
};

/// Commits what was added about every 250 ms, on a thread of its own. While another process keeps the journal from
/// being written, runs wait.
class JournalWriter {
 public:
  /// @param journal  is used by no one else until finish() has returned
  /// @param trouble  is called, on the writer's thread, when the journal cannot be written: nothing is, from then on
  JournalWriter(Journal& journal, std::int64_t facts, std::int64_t schema, PointNumbers& numbers,
                std::function<void()> trouble);
  ~JournalWriter();

  void add(std::int64_t point, JournalRun run);

  /// Waits until all runs are committed.
  /// @throws results::FileError if they cannot be; the message says how many are lost
  void finish();

 private:
  void work(const std::stop_token& end);
  void commit();

  Journal& journal_;
  std::int64_t facts_;
  std::int64_t schema_;
  PointNumbers& numbers_;
  std::function<void()> trouble_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::vector<std::int64_t> points_;  // that wait, with their runs
  std::vector<JournalRun> runs_;
  std::vector<std::int64_t> committing_points_;  // of the writer's thread alone
  std::vector<JournalRun> committing_;
  std::exception_ptr error_;
  std::jthread thread_;
};

}  // namespace aleator
