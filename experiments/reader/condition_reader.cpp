#include "experiments/reader/condition_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "experiments/reader/toml_values.hpp"

namespace aleator {
namespace {

/// The key of some axis with this path, and the axis's number.
std::pair<const AxisKey*, std::size_t> find_axis_key(const std::vector<Axis>& axes, const std::string& path) {
  for (std::size_t i = 0; i < axes.size(); ++i) {
    for (const AxisKey& key : axes[i].keys) {
      if (key.path.text() == path) return {&key, i};
    }
  }
  return {nullptr, 0};
}

/// Whether a list gives several values of the key: lists of lists do, where the key takes lists itself.
bool is_list_of_values(const toml::node& node, ValueType type) {
  const toml::array* list = node.as_array();
  if (!list) return false;
  if (!is_list(type)) return true;
  return !list->empty() && std::all_of(list->begin(), list->end(),
                                       [](const toml::node& cell) { return cell.is_array() || cell.is_string(); });
}

}  // namespace

std::optional<Conditions> ConditionReader::read(const toml::node& node, const std::string& name) {
  name_ = name;
  conditions_.clear();
  good_ = true;
  const toml::table* table = node.as_table();
  if (!table || table->empty()) {
    problems_.add(place_of(node),
                  fmt::format("{}: expected swept keys with values, such as {{ solve.method = \"sor\" }}", name_));
    return std::nullopt;
  }
  read_table(*table, "");
  if (!good_) return std::nullopt;
  return std::move(conditions_);
}

/// solve.method = "sor" is a table `solve` in TOML, "solve.method" = "sor" is none.
void ConditionReader::read_table(const toml::table& table, const std::string& prefix) {
  for (const auto& [key, node] : table) {
    const std::string path = prefix + std::string(key.str());
    if (node.is_table() && !keys_.contains(path)) {
      read_table(*node.as_table(), path + ".");
    } else {
      read_condition(path, key, node);
    }
  }
}

void ConditionReader::read_condition(const std::string& path, const toml::key& key, const toml::node& node) {
  if (dormant_.contains(path) && !axes_.empty()) {
    conditions_.push_back({0, std::vector<bool>(axes_.front().size(), false)});
    return;
  }
  const auto [axis_key, axis] = find_axis_key(axes_, path);
  if (!axis_key) {
    good_ = false;
    std::vector<std::string> names;
    for (const Axis& other : axes_) {
      for (const AxisKey& known : other.keys) names.push_back(known.path.text());
    }
    return problems_.add(place_of(key, node), fmt::format("{}: no axis before this sweeps \"{}\"{}", name_, path,
                                                          did_you_mean(path, names)));
  }
  Condition condition{axis, std::vector<bool>(axes_[axis].size(), false)};
  if (is_list_of_values(node, axis_key->type)) {
    for (const toml::node& value : *node.as_array()) good_ = allow(condition, *axis_key, value) && good_;
  } else {
    good_ = allow(condition, *axis_key, node) && good_;
  }
  conditions_.push_back(std::move(condition));
}

/// Adds the positions of a value, or of a label, to those on which the condition holds.
bool ConditionReader::allow(Condition& condition, const AxisKey& axis_key, const toml::node& value) {
  const std::vector<std::string>& labels = axes_[condition.axis].labels;
  const auto text = value.value<std::string>();
  const auto label = text ? std::find(labels.begin(), labels.end(), *text) : labels.end();
  if (label != labels.end()) {
    condition.holds[static_cast<std::size_t>(label - labels.begin())] = true;
    return true;
  }
  const std::string path = axis_key.path.text();
  if (text && is_list(axis_key.type) && overrides_.contains(path)) return true;  // a label that options took away
  const auto wanted = read_value(value, keys_.at(path), fmt::format("{}: {}", name_, path), problems_);
  if (!wanted) return false;
  bool found = false;
  for (std::size_t i = 0; i < axis_key.values.size(); ++i) {
    if (axis_key.values[i].value != wanted->value) continue;
    condition.holds[i] = found = true;
  }
  if (found || overrides_.contains(path)) return true;
  problems_.add(place_of(value),
                fmt::format("{}: {} is not on the axis of \"{}\"", name_, toml_text(wanted->value), path));
  return false;
}

}  // namespace aleator
