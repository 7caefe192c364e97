#include "experiments/run/records.hpp"

#include <algorithm>
#include <cstring>

namespace aleator {
namespace {

constexpr std::size_t word = sizeof(std::int64_t);

constexpr std::size_t words(std::size_t bytes) noexcept {
  return (bytes + word - 1) / word;
}

bool is_labelled(const ResultSchema& schema, std::size_t dimension) noexcept {
  return schema.dimensions()[dimension].kind == Dimension::Kind::labelled;
}

std::size_t bytes_of_extents(const ResultSchema& schema) noexcept {
  return words(schema.dimensions().size() * sizeof(std::uint32_t)) * word;
}

template <class T>
void append(std::vector<std::byte>& bytes, std::span<const T> values) {
  const auto raw = std::as_bytes(values);
  bytes.insert(bytes.end(), raw.begin(), raw.end());
}

}  // namespace

std::vector<std::byte> record_bytes(const ResultSchema& schema, const Record& record) {
  std::vector<std::byte> bytes;
  if (record.data.empty()) return bytes;
  append(bytes, std::span<const std::uint32_t>(record.extents));
  bytes.resize(bytes_of_extents(schema));
  for (std::size_t d = 0; d < schema.dimensions().size(); ++d) {
    if (is_labelled(schema, d)) append(bytes, std::span<const std::int64_t>(record.labels[d]));
  }
  append(bytes, std::span<const std::byte>(record.data));
  return bytes;
}

bool is_record(const ResultSchema& schema, std::span<const std::byte> bytes) noexcept {
  if (bytes.empty()) return true;
  std::size_t size = bytes_of_extents(schema);
  if (bytes.size() < size) return false;
  const auto extent = [&](std::size_t d) {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data() + d * sizeof value, sizeof value);
    return std::size_t{value};
  };
  for (std::size_t d = 0; d < schema.dimensions().size(); ++d) {
    if (is_labelled(schema, d)) size += extent(d) * word;
  }
  for (const ResultSchema::Entry& entry : schema.entries()) {
    std::size_t count = size_of(entry.output.type);
    for (const std::size_t d : entry.dimensions) count *= extent(d);
    size += count;
  }
  return bytes.size() == size;
}

std::uint32_t RecordView::extent(std::size_t dimension) const noexcept {
  std::uint32_t value = 0;
  std::memcpy(&value, bytes_.data() + dimension * sizeof value, sizeof value);
  return value;
}

std::size_t RecordView::labels_begin() const noexcept {
  return bytes_of_extents(*schema_);
}

std::span<const std::int64_t> RecordView::labels(std::size_t dimension) const noexcept {
  if (bytes_.empty() || !is_labelled(*schema_, dimension)) return {};
  std::size_t begin = labels_begin() / word;
  for (std::size_t d = 0; d < dimension; ++d) begin += is_labelled(*schema_, d) ? extent(d) : 0;
  return {reinterpret_cast<const std::int64_t*>(bytes_.data()) + begin, extent(dimension)};
}

std::size_t RecordView::data_begin() const noexcept {
  std::size_t begin = labels_begin();
  for (std::size_t d = 0; d < schema_->dimensions().size(); ++d)
    begin += is_labelled(*schema_, d) ? extent(d) * word : 0;
  return begin;
}

std::span<const std::byte> RecordView::output(std::size_t index) const noexcept {
  if (bytes_.empty()) return {};
  const auto size = [this](std::size_t i) {
    const ResultSchema::Entry& entry = schema_->entries()[i];
    std::size_t bytes = size_of(entry.output.type);
    for (const std::size_t d : entry.dimensions) bytes *= extent(d);
    return bytes;
  };
  std::size_t begin = data_begin();
  for (std::size_t i = 0; i < index; ++i) begin += size(i);
  return bytes_.subspan(begin, size(index));
}

RecordView Records::operator[](std::size_t point) const noexcept {
  const Kept& kept = kept_[point];
  const auto message = messages_.find(point);
  RecordView view(*schema_, {kept.bytes, kept.size});
  view.status = kept.status;
  view.attempts = kept.attempts;
  view.seconds = kept.seconds;
  if (message != messages_.end()) view.message = message->second;
  return view;
}

std::byte* Records::room_for(std::size_t bytes) {
  constexpr std::size_t block_words = std::size_t{1} << 17;
  const std::size_t needed = words(bytes);
  if (needed > left_) {
    left_ = std::max(needed, block_words);
    blocks_.push_back(std::make_unique_for_overwrite<std::int64_t[]>(left_));
    next_ = blocks_.back().get();
  }
  auto* const room = reinterpret_cast<std::byte*>(next_);
  next_ += needed;
  left_ -= needed;
  return room;
}

void Records::put(std::size_t point, const RunOutcome& outcome, std::span<const std::byte> bytes) {
  Kept kept{nullptr, bytes.size(), outcome.seconds, outcome.attempts, outcome.status};
  if (!bytes.empty()) {
    std::byte* const room = room_for(bytes.size());
    std::copy(bytes.begin(), bytes.end(), room);
    kept.bytes = room;
  }
  kept_[point] = kept;
  messages_.erase(point);
  if (!outcome.message.empty()) messages_.emplace(point, outcome.message);
}

void Records::put(std::size_t point, const Record& record) {
  put(point, {record.status, record.status == RunStatus::not_run ? 0 : 1, record.seconds, record.message},
      record_bytes(*schema_, record));
}

}  // namespace aleator
