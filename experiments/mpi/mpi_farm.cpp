#include "experiments/mpi/mpi_farm.hpp"

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace aleator {
namespace {

enum Tag : int {
  wants_points,  // to the first process: how many
  has_points,    // from it: the replicates of the sweep, then numbers of points; only the replicates: there are no more
  has_record     // to it: the number of a point, and its record
};

/// Numbers and arrays one after the other, as this machine has them: all processes run the same program.
class Packed {
 public:
  Packed() = default;
  explicit Packed(std::vector<char> bytes) : bytes_(std::move(bytes)) {}

  template <class T>
  void put(const T& value) {
    const auto* raw = reinterpret_cast<const char*>(&value);
    bytes_.insert(bytes_.end(), raw, raw + sizeof value);
  }
  template <class Array>
  void put_array(const Array& array) {
    put(array.size());
    const auto* raw = reinterpret_cast<const char*>(array.data());
    bytes_.insert(bytes_.end(), raw, raw + array.size() * sizeof(array[0]));
  }
  template <class T>
  T take() {
    T value;
    std::memcpy(&value, bytes_.data() + read_, sizeof value);
    read_ += sizeof value;
    return value;
  }
  template <class Array>
  Array take_array() {
    Array array;
    array.resize(take<std::size_t>());
    const std::size_t size = array.size() * sizeof(array[0]);
    if (size > 0) std::memcpy(array.data(), bytes_.data() + read_, size);
    read_ += size;
    return array;
  }
  const std::vector<char>& bytes() const noexcept { return bytes_; }

 private:
  std::vector<char> bytes_;
  std::size_t read_ = 0;
};

Packed packed(std::int64_t point, const Record& record) {
  Packed message;
  message.put(point);
  message.put(record.status);
  message.put(record.seconds);
  message.put_array(record.message);
  message.put_array(record.extents);
  message.put(record.labels.size());
  for (const auto& labels : record.labels) message.put_array(labels);
  message.put_array(record.data);
  return message;
}

Record take_record(Packed& message) {
  Record record;
  record.status = message.take<RunStatus>();
  record.seconds = message.take<double>();
  record.message = message.take_array<std::string>();
  record.extents = message.take_array<std::vector<std::uint32_t>>();
  record.labels.resize(message.take<std::size_t>());
  for (auto& labels : record.labels) labels = message.take_array<std::vector<std::int64_t>>();
  record.data = message.take_array<std::vector<std::byte>>();
  return record;
}

constexpr std::size_t most_bytes = std::numeric_limits<int>::max();  // of a message

/// The message of a point's record; of one that is too large to be sent, that it has failed.
Packed message_of(std::int64_t point, const Record& record) {
  Packed message = packed(point, record);
  if (message.bytes().size() <= most_bytes) return message;
  Record failed;
  failed.status = RunStatus::failed;
  failed.seconds = record.seconds;
  failed.message = "its record is larger than MPI sends: keep less in output.keep";
  return packed(point, failed);
}

void send(const void* data, std::size_t bytes, int to, Tag tag) {
  MPI_Send(data, static_cast<int>(bytes), MPI_BYTE, to, tag, MPI_COMM_WORLD);
}

/// Waits for a message without keeping the processor busy for long.
MPI_Status wait_for_message(int from, int tag) {
  MPI_Status status;
  for (int tries = 0;; ++tries) {
    int there = 0;
    MPI_Iprobe(from, tag, MPI_COMM_WORLD, &there, &status);
    if (there) return status;
    if (tries > 100) std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
}

std::vector<char> receive(const MPI_Status& probed) {
  int bytes = 0;
  MPI_Get_count(&probed, MPI_BYTE, &bytes);
  std::vector<char> data(static_cast<std::size_t>(bytes));
  MPI_Recv(data.data(), bytes, MPI_BYTE, probed.MPI_SOURCE, probed.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return data;
}

/// A process that wants points, and how many.
struct Waiting {
  int worker;
  std::int64_t wanted;
};

/// What a worker says when it wants points.
struct Wish {
  std::int64_t finished;  // of the points that it was given last, dropped ones included
  std::int64_t wanted;
};

Wish take_wish(const MPI_Status& status) {
  return Packed(receive(status)).take<Wish>();
}

/// The points of one sweep on their way to the workers.
class Handout {
 public:
  Handout(std::span<const std::int64_t> points, std::int64_t replicates, SweepProgress& progress, std::stop_token stop,
          const RecordSink& sink)
      : points_(points), replicates_(replicates), progress_(progress), stop_(std::move(stop)), sink_(sink) {}

  /// Hands out all points and takes all records. Workers that then want points wait for the next call, or finish().
  void run(std::vector<Waiting>& waiting) {
    for (const Waiting& asked : std::exchange(waiting, {})) answer(asked, waiting);
    while (out_ > 0) {
      const MPI_Status status = wait_for_message(MPI_ANY_SOURCE, MPI_ANY_TAG);
      if (status.MPI_TAG == has_record) {
        take(Packed(receive(status)));
      } else {
        const Wish wish = take_wish(status);
        out_ -= wish.finished;
        answer({status.MPI_SOURCE, wish.wanted}, waiting);
      }
    }
  }

 private:
  void take(Packed message) {
    const auto point = message.take<std::int64_t>();
    const Record record = take_record(message);
    if (record.status == RunStatus::failed) ++progress_.failed;
    ++progress_.done;
    sink_(point, record);
  }

  void answer(const Waiting& asked, std::vector<Waiting>& waiting) {
    const std::size_t left = stop_.stop_requested() ? 0 : points_.size() - next_;
    const std::size_t count = std::min(left, static_cast<std::size_t>(asked.wanted));
    if (count == 0) return waiting.push_back(asked);
    std::vector<std::int64_t> message{replicates_};
    const auto begin = points_.begin() + static_cast<std::ptrdiff_t>(next_);
    message.insert(message.end(), begin, begin + static_cast<std::ptrdiff_t>(count));
    next_ += count;
    out_ += static_cast<std::int64_t>(count);
    send(message.data(), message.size() * sizeof message[0], asked.worker, has_points);
  }

  std::span<const std::int64_t> points_;
  std::int64_t replicates_;
  SweepProgress& progress_;
  std::stop_token stop_;
  const RecordSink& sink_;
  std::size_t next_ = 0;
  std::int64_t out_ = 0;  // points that workers have
};

class MpiFarm : public Farm {
 public:
  MpiFarm() {
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    if (provided < MPI_THREAD_SERIALIZED) throw std::runtime_error("this MPI takes calls from one thread only");
  }
  ~MpiFarm() override {
    if (is_first()) finish();
    MPI_Finalize();
  }
  MpiFarm(const MpiFarm&) = delete;
  MpiFarm& operator=(const MpiFarm&) = delete;

  bool is_first() const noexcept override { return rank_ == 0; }
  int workers() const noexcept override { return size_ - 1; }

  void run(const Experiment& experiment, std::span<const std::int64_t> points, SweepProgress& progress,
           std::stop_token stop, const RecordSink& sink) override {
    wait_for_all();
    Handout(points, experiment.sweep.replicates, progress, std::move(stop), sink).run(waiting_);
  }

  void work(Experiment& experiment, TbbExecutor& executor, std::stop_token stop) override {
    std::int64_t finished = 0;
    for (;;) {
      // Asked to stop, it leaves the points to the others.
      const Wish wish{finished, stop.stop_requested() ? 0 : executor.threads()};
      send(&wish, sizeof wish, 0, wants_points);
      Packed message(receive(wait_for_message(0, has_points)));
      const std::size_t count = message.bytes().size() / sizeof(std::int64_t) - 1;
      if (count == 0) return;
      experiment.sweep.replicates = message.take<std::int64_t>();
      std::vector<std::int64_t> points(count);
      for (std::int64_t& point : points) point = message.take<std::int64_t>();
      run_here(experiment, points, executor, stop);
      finished = static_cast<std::int64_t>(count);
    }
  }

 private:
  /// Sends each record as soon as there is one.
  static void run_here(const Experiment& experiment, const std::vector<std::int64_t>& points, TbbExecutor& executor,
                       const std::stop_token& stop) {
    std::mutex one_at_a_time;
    SweepProgress progress;
    run_sweep(experiment, points, executor, progress, stop, [&](std::int64_t point, const Record& record) {
      const Packed message = message_of(point, record);
      const std::scoped_lock lock(one_at_a_time);
      send(message.bytes().data(), message.bytes().size(), 0, has_record);
    });
  }

  void wait_for_all() {
    while (static_cast<int>(waiting_.size()) < workers()) {
      const MPI_Status status = wait_for_message(MPI_ANY_SOURCE, wants_points);
      waiting_.push_back({status.MPI_SOURCE, take_wish(status).wanted});
    }
  }

  void finish() {
    wait_for_all();
    const std::int64_t no_more = 0;
    for (const Waiting& waiting : waiting_) send(&no_more, sizeof no_more, waiting.worker, has_points);
  }

  int rank_ = 0;
  int size_ = 1;
  std::vector<Waiting> waiting_;  // workers without points
};

}  // namespace

std::unique_ptr<Farm> find_mpi_farm() {
  for (const char* variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    const char* const size = std::getenv(variable);
    if (size && std::atoi(size) > 1) return std::make_unique<MpiFarm>();
  }
  return nullptr;
}

}  // namespace aleator
