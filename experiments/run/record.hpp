// What one run leaves behind, in as few bytes as its outputs need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/run/schema.hpp"

namespace aleator {

/// How a run ended; the values stand in results files. A file has -1 (not_run) where a point has no run.
enum class RunStatus : std::int8_t {
  not_run = -1,
  ok = 0,
  max_sweeps = 1,
  precision_limit = 2,
  failed = 3,
  not_certified = 4
};

/// Value and name of each.
const std::vector<std::pair<int, std::string>>& run_status_flags();

/// "ok", "failed", ...
const std::string& status_name(RunStatus status);

struct Record {
  RunStatus status = RunStatus::not_run;
  std::string message;  // why it is not ok
  double seconds = 0;
  std::vector<std::uint32_t> extents;             // of each dimension of the schema
  std::vector<std::vector<std::int64_t>> labels;  // of each dimension; empty unless it is labelled
  std::vector<std::byte> data;                    // the outputs in the schema's order, row-major

  /// Elements of an output in this record.
  std::size_t count(const ResultSchema::Entry& entry) const noexcept;

  /// The bytes of output number `index`; empty if the run failed.
  std::span<const std::byte> bytes(const ResultSchema& schema, std::size_t index) const noexcept;

  /// Output `name` as numbers of its type; empty if it is not kept or the run failed. The copy is for tests and tables.
  template <class T>
  std::vector<T> values(const ResultSchema& schema, std::string_view name) const;
};

/// Collects what the tasks of one run write, in any order. Outputs that are not kept are dropped.
class RecordBuilder {
 public:
  explicit RecordBuilder(const ResultSchema& schema);

  bool keeps(std::string_view output) const noexcept { return schema_->entry(output) != ResultSchema::npos; }

  /// Says how long a dimension is in this run.
  /// @throws std::logic_error if it was said to be of another length before.
  void dimension(std::string_view name, std::size_t extent);
  /// The same for a labelled dimension.
  void dimension(std::string_view name, std::span<const std::int64_t> labels);

  /// @throws std::logic_error if the type or the number of values is not what the schema says.
  template <class T>
  void put(std::string_view output, std::span<const T> values) {
    put_bytes(output, element_type_of<T>, std::as_bytes(values));
  }
  template <class T>
  void put(std::string_view output, const std::vector<T>& values) {
    put(output, std::span<const T>(values));
  }
  template <class T>
  void put(std::string_view output, T value) {
    put(output, std::span<const T>(&value, 1));
  }

  /// Output `output`, along a dimension of texts of its own.
  void put_text(std::string_view output, std::string_view text);

  /// The worst of the tasks' statuses counts, with its message.
  void status(RunStatus status, std::string message);

  /// Outputs that were not put are written as missing (they are another kind of model's).
  void fill_missing();

  /// @throws std::logic_error if a kept output was not put.
  Record finish() &&;

 private:
  void put_bytes(std::string_view output, ElementType type, std::span<const std::byte> bytes);

  const ResultSchema* schema_;
  Record record_;
  std::vector<bool> measured_;                 // of each dimension: whether its length is known
  std::vector<std::vector<std::byte>> parts_;  // of each entry
  std::vector<bool> given_;
};

}  // namespace aleator
