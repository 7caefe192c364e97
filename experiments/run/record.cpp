#include "experiments/run/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace aleator {

const std::vector<std::pair<int, std::string>>& run_status_flags() {
  static const std::vector<std::pair<int, std::string>> flags = {
      {-1, "not_run"}, {0, "ok"}, {1, "max_sweeps"}, {2, "precision_limit"}, {3, "failed"}, {4, "not_certified"}};
  return flags;
}

const std::string& status_name(RunStatus status) {
  const auto& flags = run_status_flags();
  return std::find_if(flags.begin(), flags.end(),
                      [&](const auto& flag) { return flag.first == static_cast<int>(status); })
      ->second;
}

std::size_t Record::count(const ResultSchema::Entry& entry) const noexcept {
  if (data.empty()) return 0;
  std::size_t count = 1;
  for (const std::size_t dimension : entry.dimensions) count *= extents[dimension];
  return count;
}

std::span<const std::byte> Record::bytes(const ResultSchema& schema, std::size_t index) const noexcept {
  std::size_t begin = 0;
  const auto size = [&](std::size_t i) {
    return count(schema.entries()[i]) * size_of(schema.entries()[i].output.type);
  };
  for (std::size_t i = 0; i < index; ++i) begin += size(i);
  return std::span(data).subspan(begin, size(index));
}

template <class T>
std::vector<T> Record::values(const ResultSchema& schema, std::string_view name) const {
  const std::size_t index = schema.entry(name);
  if (index == ResultSchema::npos) return {};
  const auto raw = bytes(schema, index);
  std::vector<T> values(raw.size() / sizeof(T));
  if (!raw.empty()) std::memcpy(values.data(), raw.data(), raw.size());
  return values;
}
template std::vector<double> Record::values(const ResultSchema&, std::string_view) const;
template std::vector<std::int64_t> Record::values(const ResultSchema&, std::string_view) const;
template std::vector<std::int32_t> Record::values(const ResultSchema&, std::string_view) const;
template std::vector<std::int8_t> Record::values(const ResultSchema&, std::string_view) const;

RecordBuilder::RecordBuilder(const ResultSchema& schema)
    : schema_(&schema),
      measured_(schema.dimensions().size(), false),
      parts_(schema.entries().size()),
      given_(schema.entries().size(), false) {
  record_.status = RunStatus::ok;
  record_.extents.assign(schema.dimensions().size(), 0);
  record_.labels.resize(schema.dimensions().size());
}

void RecordBuilder::dimension(std::string_view name, std::size_t extent) {
  const std::size_t index = schema_->dimension(name);
  if (index == ResultSchema::npos) return;
  if (measured_[index] && record_.extents[index] != extent) {
    throw std::logic_error(fmt::format("dimension {} is both {} and {} long", name, record_.extents[index], extent));
  }
  record_.extents[index] = static_cast<std::uint32_t>(extent);
  measured_[index] = true;
}

void RecordBuilder::dimension(std::string_view name, std::span<const std::int64_t> labels) {
  dimension(name, labels.size());
  const std::size_t index = schema_->dimension(name);
  if (index != ResultSchema::npos) record_.labels[index].assign(labels.begin(), labels.end());
}

void RecordBuilder::put_bytes(std::string_view output, ElementType type, std::span<const std::byte> bytes) {
  const std::size_t index = schema_->entry(output);
  if (index == ResultSchema::npos) return;
  const ResultSchema::Entry& entry = schema_->entries()[index];
  std::size_t expected = size_of(type);
  for (const std::size_t dimension : entry.dimensions) expected *= record_.extents[dimension];
  if (type != entry.output.type || bytes.size() != expected) {
    throw std::logic_error(fmt::format("output {}: {} bytes where {} are due", output, bytes.size(), expected));
  }
  parts_[index].assign(bytes.begin(), bytes.end());
  given_[index] = true;
}

void RecordBuilder::put_text(std::string_view output, std::string_view text) {
  const std::size_t index = schema_->entry(output);
  if (index == ResultSchema::npos) return;
  dimension(schema_->entries()[index].output.dimensions.front(), text.size());
  put(output, std::span(reinterpret_cast<const std::int8_t*>(text.data()), text.size()));
}

void RecordBuilder::status(RunStatus status, std::string message) {
  if (status <= record_.status) return;
  record_.status = status;
  record_.message = std::move(message);
}

void RecordBuilder::fill_missing() {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (given_[i]) continue;
    const ResultSchema::Entry& entry = schema_->entries()[i];
    std::size_t count = 1;
    for (const std::size_t dimension : entry.dimensions) count *= record_.extents[dimension];
    parts_[i].resize(count * size_of(entry.output.type));
    fill_with_missing(entry.output.type, parts_[i]);
    given_[i] = true;
  }
}

Record RecordBuilder::finish() && {
  std::size_t size = 0;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (!given_[i]) throw std::logic_error("output " + schema_->entries()[i].output.name + " was not written");
    size += parts_[i].size();
  }
  record_.data.reserve(size);
  for (const auto& part : parts_) record_.data.insert(record_.data.end(), part.begin(), part.end());
  return std::move(record_);
}

}  // namespace aleator
