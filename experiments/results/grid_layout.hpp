// How runs of different extents and labels fit into one dense grid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "experiments/run/records.hpp"

namespace aleator {

/// The dimensions of the outputs in the file: each as long as the longest run's, a labelled one the union of the
/// labels.
class GridLayout {
 public:
  GridLayout(const ResultSchema& schema, const Records& records);

  /// The length of a dimension in the file. @pre not a trace
  std::size_t extent(std::size_t dimension) const noexcept { return extents_[dimension]; }

  /// The labels of a labelled dimension, ascending.
  const std::vector<std::int64_t>& labels(std::size_t dimension) const noexcept { return labels_[dimension]; }

  /// Whether some run is shorter than the file in this dimension.
  bool differs(std::size_t dimension) const noexcept { return differs_[dimension]; }

  /// The elements of one run of an output in the file.
  std::size_t row_count(const ResultSchema::Entry& entry) const noexcept;

  /// Puts output `index` of a record where its dimensions say in `row`, which holds row_count elements; the others
  /// stay as they are.
  void place(const RecordView& record, std::size_t index, std::span<std::byte> row) const;

 private:
  void place_level(const RecordView& record, const ResultSchema::Entry& entry, std::size_t level,
                   const std::byte*& from, std::byte* to, std::size_t to_elements) const;

  const ResultSchema* schema_;
  std::vector<std::size_t> extents_;
  std::vector<std::vector<std::int64_t>> labels_;
  std::vector<bool> differs_;
};

}  // namespace aleator
