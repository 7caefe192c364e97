#include "experiments/results/grid_layout.hpp"

#include <algorithm>
#include <cstring>
#include <set>

namespace aleator {

GridLayout::GridLayout(const ResultSchema& schema, const std::vector<Record>& records)
    : schema_(&schema),
      extents_(schema.dimensions().size(), 0),
      labels_(extents_.size()),
      differs_(extents_.size(), false) {
  for (std::size_t d = 0; d < extents_.size(); ++d) {
    std::set<std::int64_t> labels;
    for (const Record& record : records) {
      if (record.data.empty()) continue;
      extents_[d] = std::max<std::size_t>(extents_[d], record.extents[d]);
      labels.insert(record.labels[d].begin(), record.labels[d].end());
    }
    if (schema.dimensions()[d].kind == Dimension::Kind::labelled) {
      labels_[d].assign(labels.begin(), labels.end());
      extents_[d] = labels.size();
    }
    differs_[d] = std::any_of(records.begin(), records.end(), [&](const Record& record) {
      return !record.data.empty() && record.extents[d] != extents_[d];
    });
  }
}

std::size_t GridLayout::row_count(const ResultSchema::Entry& entry) const noexcept {
  std::size_t count = 1;
  for (const std::size_t d : entry.dimensions) count *= extents_[d];
  return count;
}

void GridLayout::place(const Record& record, std::size_t index, std::span<std::byte> row) const {
  const ResultSchema::Entry& entry = schema_->entries()[index];
  const auto bytes = record.bytes(*schema_, index);
  if (bytes.empty()) return;
  const std::byte* from = bytes.data();
  place_level(record, entry, 0, from, row.data(), row_count(entry));
}

void GridLayout::place_level(const Record& record, const ResultSchema::Entry& entry, std::size_t level,
                             const std::byte*& from, std::byte* to, std::size_t to_elements) const {
  const std::size_t size = size_of(entry.output.type);
  if (level == entry.dimensions.size()) {
    std::memcpy(to, from, size);
    from += size;
    return;
  }
  const std::size_t d = entry.dimensions[level];
  const bool moved = record.labels[d] != labels_[d];
  const std::size_t extent = record.extents[d];
  if (level + 1 == entry.dimensions.size() && !moved) {
    std::memcpy(to, from, extent * size);
    from += extent * size;
    return;
  }
  const std::size_t stride = to_elements / extents_[d];
  for (std::size_t i = 0; i < extent; ++i) {
    std::size_t position = i;
    if (moved) {
      const auto found = std::lower_bound(labels_[d].begin(), labels_[d].end(), record.labels[d][i]);
      position = static_cast<std::size_t>(found - labels_[d].begin());
    }
    place_level(record, entry, level + 1, from, to + position * stride * size, stride);
  }
}

}  // namespace aleator
