#include "experiments/reader/document.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <system_error>

#include "experiments/config/config.hpp"
#include "experiments/reader/axis_reader.hpp"
#include "experiments/reader/toml_values.hpp"
#include "experiments/results/file_error.hpp"

namespace aleator {
namespace {

toml::table parse(const std::string& text, const std::string& path) {
  try {
    return toml::parse(text, path);
  } catch (const toml::parse_error& error) {
    throw ConfigError({fmt::format("{}: {}", place_of(error.source()).text(), error.description())});
  }
}

/// The value of an option as { v = value }: TOML, else a string.
toml::table option_value(const std::string& path, const std::string& value) {
  const std::string source = option_source(path);
  try {
    toml::table table = toml::parse("v = " + value, source);
    if (table.size() == 1) return table;
  } catch (const toml::parse_error&) {
  }
  try {
    return toml::parse("v = " + toml_string(value), source);
  } catch (const toml::parse_error&) {
    throw ConfigError({fmt::format("{}: the value is not UTF-8", source)});
  }
}

std::set<std::string> swept_paths(const toml::table& document) {
  std::set<std::string> paths;
  if (const toml::array* axes = document["axis"].as_array()) {
    for (const toml::node& axis : *axes) {
      if (!axis.is_table()) continue;
      for (const std::string& path : axis_paths(*axis.as_table())) paths.insert(path);
    }
  }
  return paths;
}

void lay_over(Document& document, const KeyPath& path, toml::table&& value) {
  toml::table* section = &document.table;
  if (!path.section.empty()) {
    if (!document.table.contains(path.section)) {
      document.table.insert(path.section, toml::table{});
      document.created.emplace(path.section, option_source(path.text()));
    }
    section = document.table[path.section].as_table();
  }
  if (!section) throw ConfigError({fmt::format("{}: {} is not a table", option_source(path.text()), path.section)});
  section->insert_or_assign(path.key, std::move(value.begin()->second));
}

void add_texts(const toml::node* node, std::vector<std::string>& texts) {
  if (!node) return;
  if (const auto text = node->value<std::string>()) texts.push_back(*text);
  if (const toml::array* list = node->as_array()) {
    for (const toml::node& element : *list) add_texts(&element, texts);
  }
}

}  // namespace

std::vector<std::string> Document::swept_texts(const std::string& path) const {
  std::vector<std::string> texts;
  if (const auto given = for_axes.find(path); given != for_axes.end()) {
    add_texts(&given->second.begin()->second, texts);
    return texts;
  }
  const toml::array* axes = table["axis"].as_array();
  if (!axes) return texts;
  for (const toml::node& node : *axes) {
    const toml::table* axis = node.as_table();
    if (!axis) continue;
    const auto paths = axis_paths(*axis);
    const auto at = static_cast<std::size_t>(std::find(paths.begin(), paths.end(), path) - paths.begin());
    const toml::array* values = (*axis)["values"].as_array();
    if (at == paths.size() || !values) continue;
    if (axis->contains("key")) add_texts(values, texts);
    for (const toml::node& row : *values) {
      if (row.is_array()) add_texts(row.as_array()->get(at), texts);
    }
  }
  return texts;
}

std::string read_text(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    throw results::FileError(fmt::format("cannot read {}: Is a directory", path));
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (!file) {
    const int reason = errno;
    throw results::FileError(fmt::format("cannot read {}: {}", path, reason ? std::strerror(reason) : "unknown error"));
  }
  return text;
}

Document read_document(const std::string& path, std::string text, const std::vector<std::string>& overrides) {
  Document document;
  document.text = std::move(text);
  document.table = parse(document.text, path);
  document.swept = swept_paths(document.table);
  for (const std::string& option : overrides) {
    const auto equals = option.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw ConfigError({fmt::format("{}: expected key=value", option_source(option))});
    }
    const KeyPath key = KeyPath::parse(option.substr(0, equals));
    toml::table value = option_value(key.text(), option.substr(equals + 1));
    if (document.swept.contains(key.text())) {
      document.for_axes.insert_or_assign(key.text(), std::move(value));
    } else {
      lay_over(document, key, std::move(value));
    }
  }
  return document;
}

}  // namespace aleator
