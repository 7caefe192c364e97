// The records of all runs of a sweep, in as few bytes as they need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "experiments/run/record.hpp"

namespace aleator {

/// The extents, labels and outputs of a record as bytes, for Records and journals; none if the run failed. They begin
/// with the extents (u32 for each dimension of the schema, then zeros up to a multiple of 8), the labels of labelled
/// dimensions (i64) follow, then the outputs. Numbers are as this machine has them.
std::vector<std::byte> record_bytes(const ResultSchema& schema, const Record& record);

/// Whether bytes may be those of a record: they are as long as the extents that they begin with say.
bool is_record(const ResultSchema& schema, std::span<const std::byte> bytes) noexcept;

/// How a run ended.
struct RunOutcome {
  RunStatus status = RunStatus::not_run;
  std::int32_t attempts = 0;
  double seconds = 0;
  std::string message = {};
};

/// A record where it is kept.
class RecordView {
 public:
  RecordView(const ResultSchema& schema, std::span<const std::byte> bytes) noexcept : schema_(&schema), bytes_(bytes) {}

  RunStatus status = RunStatus::not_run;
  std::int32_t attempts = 0;
  double seconds = 0;
  std::string_view message = {};

  /// Whether there is anything besides how the run ended.
  bool has_data() const noexcept { return !bytes_.empty(); }

  /// The length of a dimension. @pre has_data()
  std::uint32_t extent(std::size_t dimension) const noexcept;
  /// The labels of a dimension; none unless it is labelled.
  std::span<const std::int64_t> labels(std::size_t dimension) const noexcept;
  /// The bytes of an output; empty if there are no data.
  std::span<const std::byte> output(std::size_t index) const noexcept;
  /// Output `name` as numbers of its type; empty if it is not kept or there are no data.
  template <class T>
  std::vector<T> values(std::string_view name) const {
    const std::size_t index = schema_->entry(name);
    if (index == ResultSchema::npos) return {};
    const auto raw = output(index);
    std::vector<T> numbers(raw.size() / sizeof(T));
    if (!raw.empty()) std::memcpy(numbers.data(), raw.data(), raw.size());
    return numbers;
  }

 private:
  std::size_t labels_begin() const noexcept;
  std::size_t data_begin() const noexcept;

  const ResultSchema* schema_;
  std::span<const std::byte> bytes_;  // aligned as for std::int64_t
};

/// One record for each point; points without one are not_run.
class Records {
 public:
  /// @param schema  must outlive this
  Records(const ResultSchema& schema, std::size_t points) : schema_(&schema), kept_(points) {}

  std::size_t size() const noexcept { return kept_.size(); }
  RecordView operator[](std::size_t point) const noexcept;

  void put(std::size_t point, const Record& record);
  /// @param bytes  as record_bytes gives them
  void put(std::size_t point, const RunOutcome& outcome, std::span<const std::byte> bytes);

 private:
  struct Kept {
    const std::byte* bytes = nullptr;
    std::size_t size = 0;
    double seconds = 0;
    std::int32_t attempts = 0;
    RunStatus status = RunStatus::not_run;
  };

  std::byte* room_for(std::size_t bytes);

  const ResultSchema* schema_;
  std::vector<Kept> kept_;
  std::unordered_map<std::size_t, std::string> messages_;  // by point; of few
  std::vector<std::unique_ptr<std::int64_t[]>> blocks_;
  std::size_t left_ = 0;  // words in the last block
  std::int64_t* next_ = nullptr;
};

}  // namespace aleator
