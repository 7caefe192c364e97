#include "experiments/results/grid_layout.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <set>

namespace aleator {

GridLayout::GridLayout(const ResultSchema& schema, const Records& records)
    : schema_(&schema),
      extents_(schema.dimensions().size(), 0),
      labels_(extents_.size()),
      differs_(extents_.size(), false) {
  std::vector<std::set<std::int64_t>> labels(extents_.size());
  std::vector<std::size_t> least(extents_.size(), std::numeric_limits<std::size_t>::max());
  for (std::size_t point = 0; point < records.size(); ++point) {
    const RecordView record = records[point];
    if (!record.has_data()) continue;
    for (std::size_t d = 0; d < extents_.size(); ++d) {
      extents_[d] = std::max<std::size_t>(extents_[d], record.extent(d));
      least[d] = std::min<std::size_t>(least[d], record.extent(d));
      const auto more = record.labels(d);
      if (!std::includes(labels[d].begin(), labels[d].end(), more.begin(), more.end())) {
        labels[d].insert(more.begin(), more.end());
      }
    }
  }
  for (std::size_t d = 0; d < extents_.size(); ++d) {
    if (schema.dimensions()[d].kind == Dimension::Kind::labelled) {
      labels_[d].assign(labels[d].begin(), labels[d].end());
      extents_[d] = labels[d].size();
    }
    differs_[d] = least[d] < extents_[d];
  }
}

std::size_t GridLayout::row_count(const ResultSchema::Entry& entry) const noexcept {
  std::size_t count = 1;
  for (const std::size_t d : entry.dimensions) count *= extents_[d];
  return count;
}

void GridLayout::place(const RecordView& record, std::size_t index, std::span<std::byte> row) const {
  const ResultSchema::Entry& entry = schema_->entries()[index];
  const auto bytes = record.output(index);
  if (bytes.empty()) return;
  const std::byte* from = bytes.data();
  place_level(record, entry, 0, from, row.data(), row_count(entry));
}

void GridLayout::place_level(const RecordView& record, const ResultSchema::Entry& entry, std::size_t level,
                             const std::byte*& from, std::byte* to, std::size_t to_elements) const {
  const std::size_t size = size_of(entry.output.type);
  if (level == entry.dimensions.size()) {
    std::memcpy(to, from, size);
    from += size;
    return;
  }
  const std::size_t d = entry.dimensions[level];
  const auto labels = record.labels(d);
  const bool moved = !std::ranges::equal(labels, labels_[d]);
  const std::size_t extent = record.extent(d);
  if (level + 1 == entry.dimensions.size() && !moved) {
    std::memcpy(to, from, extent * size);
    from += extent * size;
    return;
  }
  const std::size_t stride = to_elements / extents_[d];
  for (std::size_t i = 0; i < extent; ++i) {
    std::size_t position = i;
    if (moved) {
      const auto found = std::lower_bound(labels_[d].begin(), labels_[d].end(), labels[i]);
      position = static_cast<std::size_t>(found - labels_[d].begin());
    }
    place_level(record, entry, level + 1, from, to + position * stride * size, stride);
  }
}

}  // namespace aleator
