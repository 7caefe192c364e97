#include "experiments/journal/journal_writer.hpp"

#include <fmt/format.h>

#include <chrono>
#include <iterator>
#include <utility>

#include "experiments/results/file_error.hpp"

namespace aleator {
namespace {

constexpr auto commit_every = std::chrono::milliseconds(250);

template <class T>
void move_to(std::vector<T>& to, std::vector<T>& from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  from.clear();
}

}  // namespace

JournalWriter::JournalWriter(Journal& journal, std::int64_t facts, std::int64_t schema, PointNumbers& numbers,
                             std::function<void()> trouble)
    : journal_(journal), facts_(facts), schema_(schema), numbers_(numbers), trouble_(std::move(trouble)) {
  thread_ = std::jthread([this](const std::stop_token& end) { work(end); });
}

JournalWriter::~JournalWriter() = default;

void JournalWriter::add(std::int64_t point, JournalRun run) {
  const std::lock_guard lock(mutex_);
  points_.push_back(point);
  runs_.push_back(std::move(run));
}

void JournalWriter::work(const std::stop_token& end) {
  while (true) {
    bool ending = false;
    {
      std::unique_lock lock(mutex_);
      wake_.wait_for(lock, end, commit_every, [] { return false; });
      ending = end.stop_requested();
      move_to(committing_points_, points_);
      move_to(committing_, runs_);
    }
    try {
      commit();
    } catch (const results::FileError&) {
      error_ = std::current_exception();
      trouble_();
      return;
    }
    if (ending && committing_.empty()) return;
  }
}

void JournalWriter::commit() {
  if (committing_.empty()) return;
  const auto first = journal_.append(committing_, facts_, schema_);
  if (!first) return;  // later, with what comes until then
  for (std::size_t i = 0; i < committing_.size(); ++i) {
    numbers_.set(committing_points_[i], *first + static_cast<std::int64_t>(i));
  }
  committing_.clear();
  committing_points_.clear();
}

void JournalWriter::finish() {
  thread_.request_stop();
  thread_.join();
  if (!error_) return;
  try {
    std::rethrow_exception(error_);
  } catch (const results::FileError& error) {
    const std::size_t lost = committing_.size() + runs_.size();
    throw results::FileError(
        fmt::format("{}: {} finished run{} could not be noted; all before are, and the same command goes on from them",
                    error.what(), lost, lost == 1 ? "" : "s"));
  }
}

}  // namespace aleator
