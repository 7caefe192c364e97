// Messages put together from values; doubles are written as the shortest text that reads back as the same number.
#pragma once

#include <charconv>
#include <concepts>
#include <string>
#include <string_view>

namespace aleator {

inline std::string to_text(std::string_view value) {
  return std::string(value);
}

inline std::string to_text(std::integral auto value) {
  return std::to_string(value);
}

inline std::string to_text(double value) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return {buffer, end};
}

/// The texts of all values, one after the other: text("tile ", 7) is "tile 7".
template <class... Values>
std::string text(const Values&... values) {
  std::string result;
  ((result += to_text(values)), ...);
  return result;
}

}  // namespace aleator
