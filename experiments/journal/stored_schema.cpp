#include "experiments/journal/stored_schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "experiments/results/file_error.hpp"

namespace aleator {
namespace {

/// What of an entry decides its bytes: one line of schema_text.
std::string form_of(const ResultSchema& schema, const ResultSchema::Entry& entry) {
  std::string form = std::to_string(static_cast<int>(entry.output.type));
  for (const std::size_t d : entry.dimensions) {
    form += fmt::format(" {}:{}", schema.dimensions()[d].name, static_cast<int>(schema.dimensions()[d].kind));
  }
  return form;
}

/// The record with the outputs of `wanted`, all of which it has.
Record converted(const RecordView& record, const ResultSchema& from, const ResultSchema& wanted) {
  Record result;
  result.extents.assign(wanted.dimensions().size(), 0);
  result.labels.resize(wanted.dimensions().size());
  for (std::size_t d = 0; d < wanted.dimensions().size(); ++d) {
    const std::size_t old = from.dimension(wanted.dimensions()[d].name);
    result.extents[d] = record.extent(old);
    const auto labels = record.labels(old);
    result.labels[d].assign(labels.begin(), labels.end());
  }
  for (const ResultSchema::Entry& entry : wanted.entries()) {
    const auto bytes = record.output(from.entry(entry.output.name));
    result.data.insert(result.data.end(), bytes.begin(), bytes.end());
  }
  return result;
}

}  // namespace

ResultSchema stored_schema(const std::string& text) {
  std::vector<Dimension> dimensions;
  std::vector<Output> outputs;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    Output output;
    int type = 0;
    if (!(words >> output.name >> type) || type < 0 || type > static_cast<int>(ElementType::i8)) {
      throw results::FileError("the journal is damaged: its outputs cannot be read");
    }
    output.type = static_cast<ElementType>(type);
    for (std::string word; words >> word;) {
      const std::size_t colon = word.rfind(':');
      const std::string name = word.substr(0, colon);
      output.dimensions.push_back(name);
      const auto kind = static_cast<Dimension::Kind>(colon == std::string::npos ? 0 : word[colon + 1] - '0');
      dimensions.push_back({name, kind, {}, {}});
    }
    outputs.push_back(std::move(output));
  }
  return ResultSchema(dimensions, outputs, {});
}

std::string first_lacking(const ResultSchema& stored, const ResultSchema& wanted) {
  for (const ResultSchema::Entry& entry : wanted.entries()) {
    const std::size_t found = stored.entry(entry.output.name);
    if (found == ResultSchema::npos || form_of(stored, stored.entries()[found]) != form_of(wanted, entry)) {
      return entry.output.name;
    }
  }
  return {};
}

namespace {

constexpr std::string_view of_version = " version";

/// "[simulate]", of a fact about a key or the version of one of its variants.
std::string table_of(const std::string& about) {
  return fmt::format("[{}]", about.substr(0, about.find_first_of(". ")));
}

/// The tables that the facts speak of.
std::set<std::string> tables_of(const Facts& facts) {
  std::set<std::string> tables;
  for (const auto& [about, fact] : facts) {
    if (about.ends_with(of_version)) tables.insert(table_of(about));
  }
  return tables;
}

}  // namespace

std::string changed_facts(const Facts& before, const Facts& now) {
  const std::set<std::string> tables_before = tables_of(before);
  const std::set<std::string> tables_now = tables_of(now);
  std::vector<std::string> changes;
  for (const std::string& table : tables_now) {
    if (!tables_before.contains(table)) changes.push_back(table + " is new");
  }
  for (const std::string& table : tables_before) {
    if (!tables_now.contains(table)) changes.push_back(table + " is gone");
  }
  Facts all = before;
  all.insert(now.begin(), now.end());
  for (const auto& [about, fact] : all) {
    const auto old = before.find(about);
    const auto current = now.find(about);
    const bool both = tables_before.contains(table_of(about)) == tables_now.contains(table_of(about));
    if (!both || (old != before.end() && current != now.end() && old->second == current->second)) continue;
    const bool is_version = about.ends_with(of_version) && old != before.end() && current != now.end();
    changes.push_back(is_version ? fmt::format("{} {} -> {}", about, old->second, current->second)
                                 : fmt::format("{} changed", about));
  }
  if (changes.empty()) return "a file that a swept key names changed";
  return fmt::format("{}", fmt::join(changes, ", "));
}

const StoredSchemas::Stored& StoredSchemas::stored(std::int64_t number) {
  const auto found = stored_.find(number);
  if (found != stored_.end()) return found->second;
  const std::string text = journal_.schema(number);
  return stored_.emplace(number, Stored{stored_schema(text), text == schema_text(wanted_)}).first->second;
}

std::span<const std::byte> StoredSchemas::read(std::int64_t schema, std::span<const std::byte> bytes) {
  if (bytes.empty()) return {};
  const Stored& from = stored(schema);
  if (!is_record(from.schema, bytes)) throw results::FileError("the journal is damaged: a record has a wrong length");
  if (from.is_wanted) return bytes;
  aligned_.resize((bytes.size() + sizeof(std::int64_t) - 1) / sizeof(std::int64_t));
  std::memcpy(aligned_.data(), bytes.data(), bytes.size());
  const RecordView view(from.schema, std::as_bytes(std::span(aligned_)).first(bytes.size()));
  buffer_ = record_bytes(wanted_, converted(view, from.schema, wanted_));
  return buffer_;
}

}  // namespace aleator
