#include "experiments/reader/toml_values.hpp"

#include <fmt/format.h>

#include <cmath>

namespace aleator {
namespace {

constexpr std::string_view option_prefix = "-s ";

std::optional<Value> scalar(const toml::node& node, ValueType type) {
  switch (type) {
    case ValueType::boolean:
      if (const auto* value = node.as_boolean()) return Value(value->get());
      break;
    case ValueType::integer:
      if (const auto* value = node.as_integer()) return Value(std::int64_t{value->get()});
      break;
    case ValueType::number:
      if (const auto* value = node.as_floating_point()) return Value(value->get());
      if (const auto* value = node.as_integer()) return Value(static_cast<double>(value->get()));
      break;
    case ValueType::string:
      if (const auto* value = node.as_string()) return Value(value->get());
      break;
    default:
      break;
  }
  return std::nullopt;
}

std::optional<Jump> pair(const toml::node& node) {
  const toml::array* array = node.as_array();
  if (!array || array->size() != 2 || !(*array)[0].is_integer() || !(*array)[1].is_integer()) return std::nullopt;
  return Jump{(*array)[0].as_integer()->get(), (*array)[1].as_integer()->get()};
}

/// "expected an integer, got 1e6 (write 1000000)"
std::string mismatch(const toml::node& node, std::string_view expected) {
  std::string hint;
  if (const auto* number = node.as_floating_point(); number && expected == type_name(ValueType::integer)) {
    const double x = number->get();
    if (x == std::floor(x) && std::abs(x) < 9e15) hint = fmt::format(" (write {})", static_cast<std::int64_t>(x));
  }
  return fmt::format("expected {}, got {}{}", expected, describe_node(node), hint);
}

/// { reach = 512 } as "reach:512", for keys whose texts are of this form.
std::optional<Value> named_value(const toml::node& node, const Key& key) {
  const toml::table* table = node.as_table();
  if (!table || table->size() != 1 || key.type != ValueType::string || !key.options.check) return std::nullopt;
  const auto only = table->begin();
  for (const ValueType type : {ValueType::integer, ValueType::number, ValueType::string}) {
    const auto value = scalar(only->second, type);
    if (!value) continue;
    const std::string written = type == ValueType::string ? std::get<std::string>(*value) : toml_text(*value);
    return Value(fmt::format("{}:{}", only->first.str(), written));
  }
  return std::nullopt;
}

/// Reads a list element by element with `element_of`, noting each that is not `expected`.
template <class T, class ElementOf>
std::optional<Value> list(const toml::array& array, ElementOf element_of, std::string_view expected,
                          const std::string& path, ProblemList& problems) {
  std::vector<T> values;
  bool good = true;
  for (const toml::node& node : array) {
    if (const std::optional<T> element = element_of(node)) {
      values.push_back(*element);
    } else {
      problems.add(place_of(node), fmt::format("{}: {}", path, mismatch(node, expected)));
      good = false;
    }
  }
  return good ? std::optional(Value(std::move(values))) : std::nullopt;
}

template <class T>
std::optional<Value> list_of(const toml::array& array, ValueType element, const std::string& path,
                             ProblemList& problems) {
  const auto element_of = [element](const toml::node& node) -> std::optional<T> {
    const auto value = scalar(node, element);
    return value ? std::optional(std::get<T>(*value)) : std::nullopt;
  };
  return list<T>(array, element_of, type_name(element), path, problems);
}

std::optional<Value> read_list(const toml::array& array, ValueType type, const std::string& path,
                               ProblemList& problems) {
  switch (type) {
    case ValueType::integers:
      return list_of<std::int64_t>(array, ValueType::integer, path, problems);
    case ValueType::numbers:
      return list_of<double>(array, ValueType::number, path, problems);
    case ValueType::strings:
      return list_of<std::string>(array, ValueType::string, path, problems);
    default:
      return list<Jump>(array, pair, "a pair of integers", path, problems);
  }
}

}  // namespace

std::string option_source(std::string_view path) {
  return fmt::format("{}{}", option_prefix, path);
}

Place place_of(const toml::source_region& region) {
  static const auto unknown = std::make_shared<const std::string>("experiment");
  if (!region.path) return {unknown, 0, 0};
  const bool option = region.path->starts_with(option_prefix);
  return {region.path, option ? 0 : region.begin.line, option ? 0 : region.begin.column};
}

Place place_of(const toml::key& key, const toml::node& node) {
  const Place value = place_of(node);
  const bool from_option = node.source().path && value.line == 0;
  return from_option || !key.source().path ? value : place_of(key.source());
}

std::string describe_node(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::string:
      return fmt::format("the string {}", toml_string(node.as_string()->get()));
    case toml::node_type::integer:
      return fmt::format("the integer {}", node.as_integer()->get());
    case toml::node_type::floating_point:
      return fmt::format("the number {}", toml_text(Value(node.as_floating_point()->get())));
    case toml::node_type::boolean:
      return node.as_boolean()->get() ? "true" : "false";
    case toml::node_type::array:
      return fmt::format("a list of {}", node.as_array()->size());
    case toml::node_type::table:
      return "a table";
    default:
      return "a date or time";
  }
}

std::optional<Located> read_value(const toml::node& node, const Key& key, const std::string& path,
                                  ProblemList& problems) {
  Located located{{}, place_of(node), {}};
  std::optional<Value> value;
  if (const toml::array* array = node.as_array(); array && is_list(key.type)) {
    for (const toml::node& element : *array) located.elements.push_back(place_of(element));
    value = read_list(*array, key.type, path, problems);
    if (!value) return std::nullopt;
  } else {
    value = scalar(node, key.type);
    if (!value) value = named_value(node, key);
  }
  if (!value) {
    problems.add(located.place, fmt::format("{}: {}", path, mismatch(node, type_name(key.type))));
    return std::nullopt;
  }
  located.value = std::move(*value);
  const auto wrong = value_problems(key, located.value);
  for (const ValueProblem& problem : wrong) {
    problems.add(located.place_of(problem.element), fmt::format("{}: {}", path, problem.message));
  }
  return wrong.empty() ? std::optional(std::move(located)) : std::nullopt;
}

}  // namespace aleator
