#include "experiments/config/value.hpp"

#include <fmt/format.h>

#include <cmath>

namespace aleator {
namespace {

std::string toml(bool value) {
  return value ? "true" : "false";
}
std::string toml(std::int64_t value) {
  return std::to_string(value);
}
std::string toml(const std::string& value) {
  return toml_string(value);
}

std::string toml(double value) {
  if (!std::isfinite(value)) return std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
  const std::string text = fmt::format("{}", value);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string toml(const Jump& pair) {
  return fmt::format("[{}, {}]", pair[0], pair[1]);
}

template <class T>
std::string toml(const std::vector<T>& list) {
  std::string text = "[";
  for (const T& element : list) {
    if (text.size() > 1) text += ", ";
    text += toml(element);
  }
  return text + "]";
}

}  // namespace

std::string_view type_name(ValueType type) noexcept {
  switch (type) {
    case ValueType::boolean:
      return "true or false";
    case ValueType::integer:
      return "an integer";
    case ValueType::number:
      return "a number";
    case ValueType::string:
      return "a string";
    case ValueType::integers:
      return "a list of integers";
    case ValueType::numbers:
      return "a list of numbers";
    case ValueType::strings:
      return "a list of strings";
    case ValueType::pairs:
      return "a list of pairs of integers";
  }
  return {};
}

std::string_view short_type_name(ValueType type) noexcept {
  switch (type) {
    case ValueType::boolean:
      return "boolean";
    case ValueType::integer:
      return "integer";
    case ValueType::number:
      return "number";
    case ValueType::string:
      return "string";
    case ValueType::integers:
      return "integers";
    case ValueType::numbers:
      return "numbers";
    case ValueType::strings:
      return "strings";
    case ValueType::pairs:
      return "pairs";
  }
  return {};
}

bool is_list(ValueType type) noexcept {
  return type >= ValueType::integers;
}

std::string toml_text(const Value& value) {
  return std::visit([](const auto& v) { return toml(v); }, value);
}

std::string toml_string(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    switch (c) {
      case '"':
        quoted += "\\\"";
        break;
      case '\\':
        quoted += "\\\\";
        break;
      case '\n':
        quoted += "\\n";
        break;
      case '\t':
        quoted += "\\t";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
          quoted += fmt::format("\\u{:04X}", static_cast<unsigned>(c));
        } else {
          quoted += c;
        }
    }
  }
  return quoted + "\"";
}

}  // namespace aleator
