// The values that keys of an experiment file can have.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/games/board.hpp"

namespace aleator {

using Value = std::variant<bool, std::int64_t, double, std::string, std::vector<std::int64_t>, std::vector<double>,
                           std::vector<std::string>, std::vector<Jump>>;

/// Which alternative of Value a key takes, in the same order.
enum class ValueType : std::uint8_t { boolean, integer, number, string, integers, numbers, strings, pairs };

template <class T>
constexpr ValueType value_type_of() {
  return static_cast<ValueType>(Value(T{}).index());
}

/// "an integer", "a list of numbers", ...
std::string_view type_name(ValueType type) noexcept;

/// "integer", "numbers", ...
std::string_view short_type_name(ValueType type) noexcept;

bool is_list(ValueType type) noexcept;

/// As it would be typed in an experiment file: 0.5, "hasbro", [0.25, 0.5, 0.25], [[1, 38]].
std::string toml_text(const Value& value);

/// Text in double quotes, with TOML's escapes.
std::string toml_string(std::string_view text);

}  // namespace aleator
