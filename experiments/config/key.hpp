// The table of keys that a model, a task or the experiment itself takes: the one place that says name, type, range,
// default, unit and help. It reads the file, prints `describe` and writes the attributes.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "experiments/config/value.hpp"

namespace aleator {

/// Allowed numbers; applies to each element of a list.
struct Range {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool without_ends = false;

  bool contains(double x) const noexcept { return without_ends ? x > least && x < most : x >= least && x <= most; }
  /// "at least 1", "0 to 9", "above 0 and below 1"; empty if all finite numbers are allowed.
  std::string text() const;
};

constexpr Range at_least(double least) {
  return {least, std::numeric_limits<double>::max(), false};
}
constexpr Range above(double least) {
  return {least, std::numeric_limits<double>::infinity(), true};
}
constexpr Range between(double least, double most) {
  return {least, most, false};
}
constexpr Range inside(double least, double most) {
  return {least, most, true};
}

/// The file that a text names.
inline std::vector<std::string> named_file(const std::string& text) {
  return {text};
}

struct KeyOptions {
  std::string help;
  std::string unit = "1";
  Range range = {};
  bool required = false;
  bool sweepable = true;
  std::string default_text = {};                              // for keys whose default depends on others
  std::optional<std::size_t> length = {};                     // of a list; none: any
  std::function<std::string(const std::string&)> check = {};  // of strings: what is wrong, or empty
  /// Of strings: the files whose contents results depend on, if there are such.
  std::function<std::vector<std::string>(const std::string&)> files = {};
  bool changes_results = true;
};

struct Key {
  std::string name;
  ValueType type;
  KeyOptions options;
  std::vector<std::string> choices;    // of strings; empty: any
  std::optional<Value> default_value;  // none: the key is optional or required
  std::function<std::optional<Value>(const void*)> get;
  std::function<void(void*, const Value&)> set;

  /// The default as a user reads it.
  std::string default_text() const;
};

using Keys = std::vector<Key>;

/// Both tables, one after the other.
Keys joined(Keys keys, Keys more);

namespace detail {
template <class T>
struct Unwrapped {
  using type = T;
};
template <class T>
struct Unwrapped<std::optional<T>> {
  using type = T;
};
}  // namespace detail

/// The key `name` for a member of Rules; its default is the member's in Rules{}. A std::optional member has none.
template <class Rules, class Member>
Key key(std::string name, Member Rules::*member, KeyOptions options) {
  using T = typename detail::Unwrapped<Member>::type;
  Key result{std::move(name), value_type_of<T>(), std::move(options), {}, {}, {}, {}};
  result.get = [member](const void* rules) -> std::optional<Value> {
    const Member& value = static_cast<const Rules*>(rules)->*member;
    if constexpr (std::is_same_v<Member, T>) {
      return Value(value);
    } else {
      return value ? std::optional<Value>(Value(*value)) : std::nullopt;
    }
  };
  result.set = [member](void* rules, const Value& value) { static_cast<Rules*>(rules)->*member = std::get<T>(value); };
  const Rules defaults{};
  if (!result.options.required) result.default_value = result.get(&defaults);
  return result;
}

/// The key `name` for an enumeration, written by name.
template <class Rules, class Enum>
Key choice(std::string name, Enum Rules::*member, std::vector<std::pair<std::string, Enum>> names, KeyOptions options) {
  Key result{std::move(name), ValueType::string, std::move(options), {}, {}, {}, {}};
  for (const auto& [text, value] : names) result.choices.push_back(text);
  result.get = [member, names](const void* rules) -> std::optional<Value> {
    for (const auto& [text, value] : names) {
      if (value == static_cast<const Rules*>(rules)->*member) return Value(text);
    }
    return std::nullopt;
  };
  result.set = [member, names](void* rules, const Value& value) {
    for (const auto& [text, meant] : names) {
      if (text == std::get<std::string>(value)) static_cast<Rules*>(rules)->*member = meant;
    }
  };
  const Rules defaults{};
  result.default_value = result.get(&defaults);
  return result;
}

/// nullptr if there is no such key.
const Key* find_key(const Keys& keys, std::string_view name) noexcept;

/// What is wrong with a value of the right type (range, choice, check of the key): the element of a list and a message.
struct ValueProblem {
  std::optional<std::size_t> element;
  std::string message;
};
std::vector<ValueProblem> value_problems(const Key& key, const Value& value);

/// " (did you mean "x"?)" for the nearest of `names`, or empty if none is near.
std::string did_you_mean(std::string_view typed, const std::vector<std::string>& names);

}  // namespace aleator
