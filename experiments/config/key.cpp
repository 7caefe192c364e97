#include "experiments/config/key.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace aleator {
namespace {

/// Whole numbers without an exponent.
std::string plain(double x) {
  const bool whole = std::abs(x) < 1e16 && x == std::floor(x);
  return whole ? fmt::format("{}", static_cast<std::int64_t>(x)) : fmt::format("{}", x);
}

template <class Number>
std::optional<std::string> number_problem(const Key& key, Number number) {
  if (!std::isfinite(static_cast<double>(number))) return fmt::format("{} is not a finite number", number);
  if (key.options.range.contains(static_cast<double>(number))) return std::nullopt;
  return fmt::format("{} is out of range: it must be {}", number, key.options.range.text());
}

std::optional<std::string> string_problem(const Key& key, const std::string& text) {
  if (!key.choices.empty() && std::find(key.choices.begin(), key.choices.end(), text) == key.choices.end()) {
    const std::string near = did_you_mean(text, key.choices);
    return fmt::format("there is no {} {}{}", key.name, toml_string(text),
                       near.empty() ? fmt::format(": it is one of {}", fmt::join(key.choices, ", ")) : near);
  }
  if (!key.options.check) return std::nullopt;
  std::string problem = key.options.check(text);
  return problem.empty() ? std::nullopt : std::optional(std::move(problem));
}

/// The number of single-character edits (insert, delete, replace, swap neighbours) between two texts.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  std::iota(d[0].begin(), d[0].end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

}  // namespace

std::string Range::text() const {
  const bool has_least = least > -std::numeric_limits<double>::max();
  const bool has_most = most < std::numeric_limits<double>::max();
  if (has_least && has_most) {
    return without_ends ? fmt::format("above {} and below {}", plain(least), plain(most))
                        : fmt::format("{} to {}", plain(least), plain(most));
  }
  if (has_least) return fmt::format("{} {}", without_ends ? "above" : "at least", plain(least));
  return {};
}

std::string Key::default_text() const {
  if (options.required) return "required";
  if (!options.default_text.empty()) return options.default_text;
  return default_value ? toml_text(*default_value) : "none";
}

Keys joined(Keys keys, Keys more) {
  keys.insert(keys.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  return keys;
}

const Key* find_key(const Keys& keys, std::string_view name) noexcept {
  const auto found = std::find_if(keys.begin(), keys.end(), [&](const Key& key) { return key.name == name; });
  return found == keys.end() ? nullptr : &*found;
}

namespace {

std::size_t list_length(const Value& value) {
  return std::visit(
      [](const auto& list) -> std::size_t {
        if constexpr (requires { list.size(); }) return list.size();
        return 0;
      },
      value);
}

}  // namespace

std::vector<ValueProblem> value_problems(const Key& key, const Value& value) {
  if (key.options.length && is_list(key.type) && list_length(value) != *key.options.length) {
    return {{{}, fmt::format("expected {} elements, got {}", *key.options.length, list_length(value))}};
  }
  std::vector<ValueProblem> problems;
  const auto note = [&](std::optional<std::size_t> element, const std::optional<std::string>& message) {
    if (message) problems.push_back({element, *message});
  };
  const auto each = [&](const auto& list, const auto& problem_of) {
    for (std::size_t i = 0; i < list.size(); ++i) note(i, problem_of(list[i]));
  };
  const auto number = [&](auto x) { return number_problem(key, x); };
  const auto string = [&](const std::string& x) { return string_problem(key, x); };
  switch (key.type) {
    case ValueType::integer:
      note({}, number(std::get<std::int64_t>(value)));
      break;
    case ValueType::number:
      note({}, number(std::get<double>(value)));
      break;
    case ValueType::string:
      note({}, string(std::get<std::string>(value)));
      break;
    case ValueType::integers:
      each(std::get<std::vector<std::int64_t>>(value), number);
      break;
    case ValueType::numbers:
      each(std::get<std::vector<double>>(value), number);
      break;
    case ValueType::strings:
      each(std::get<std::vector<std::string>>(value), string);
      break;
    case ValueType::boolean:
    case ValueType::pairs:
      break;
  }
  return problems;
}

std::string did_you_mean(std::string_view typed, const std::vector<std::string>& names) {
  std::size_t nearest = 1 + std::min<std::size_t>(typed.size() / 3, 2) + 1;
  const std::string* meant = nullptr;
  for (const std::string& name : names) {
    const std::size_t distance = edit_distance(typed, name);
    if (distance < nearest) {
      nearest = distance;
      meant = &name;
    }
  }
  return meant ? fmt::format(" (did you mean \"{}\"?)", *meant) : std::string();
}

}  // namespace aleator
