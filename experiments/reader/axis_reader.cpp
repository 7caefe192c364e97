#include "experiments/reader/axis_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/reader/sample_request.hpp"
#include "experiments/reader/toml_values.hpp"
#include "experiments/sweep/samples.hpp"
#include "experiments/sweep/spacing.hpp"

namespace aleator {
namespace {

const std::vector<std::string> spacings = {"values", "range", "linspace",       "logspace",
                                           "random", "sobol", "latin-hypercube"};
const std::vector<std::string> axis_keys = {"key",    "keys",  "values",          "range",  "linspace", "logspace",
                                            "random", "sobol", "latin-hypercube", "labels", "name",     "when"};

bool is_sampling(const std::string& kind) {
  return kind == "random" || kind == "sobol" || kind == "latin-hypercube";
}

bool is_variable_name(std::string_view name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return !name.empty() && letter(name.front()) &&
         std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || digit(c); });
}

constexpr const char* bad_name = "name: expected letters, digits and _, no digit first";

bool is_label(std::string_view text) {
  return !text.empty() && std::none_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; });
}

/// The arguments of a spacing: { from, to, count } or { from, to, step }.
struct Spacing {
  double from = 0;
  double to = 0;
  double third = 0;
};

Sampling sampling_of(const std::string& kind) {
  return kind == "random" ? Sampling::random : kind == "sobol" ? Sampling::sobol : Sampling::latin_hypercube;
}

std::vector<double> spaced(const std::string& kind, const Spacing& spacing) {
  if (kind == "range") return range_values(spacing.from, spacing.to, spacing.third);
  const auto count = static_cast<std::size_t>(spacing.third);
  return kind == "linspace" ? linspace_values(spacing.from, spacing.to, count)
                            : logspace_values(spacing.from, spacing.to, count);
}

}  // namespace

std::vector<std::string> axis_paths(const toml::table& table) {
  std::vector<std::string> paths;
  if (const auto* key = table["key"].as_string()) paths.push_back(key->get());
  if (const auto* keys = table["keys"].as_array()) {
    for (const toml::node& key : *keys) {
      if (const auto* text = key.as_string()) paths.push_back(text->get());
    }
  }
  return paths;
}

std::string path_ending_in(std::string_view key, const std::vector<std::string>& paths) {
  const auto found = std::find_if(paths.begin(), paths.end(),
                                  [&](const std::string& path) { return KeyPath::parse(path).key == key; });
  return found == paths.end() ? std::string() : *found;
}

std::vector<Axis> AxisReader::read(const toml::node& axes) {
  const toml::array* tables = axes.as_array();
  if (!tables || !std::all_of(tables->begin(), tables->end(), [](const toml::node& node) { return node.is_table(); })) {
    problems_->add(place_of(axes), axes.is_table() ? "axis: write [[axis]], in double brackets: there may be several"
                                                   : "axis: expected tables [[axis]]");
    return {};
  }
  for (const toml::node& table : *tables) read_axis(*table.as_table());
  return std::move(axes_);
}

void AxisReader::read_axis(const toml::table& table) {
  if (!check_keys(table)) return;
  const toml::node& key_node = table.contains("key") ? *table.get("key") : *table.get("keys");
  Axis axis;
  for (const std::string& path : axis_paths(table)) {
    if (table.contains("when") && dormant_.contains(path)) return;  // nowhere does it exist
    const Key* key = resolve(key_node, path);
    if (!key) return;
    axis.keys.push_back({KeyPath::parse(path), key->type, key->options.unit, key->options.help, {}, {}});
  }
  read_values(table, axis);
  const std::size_t size = axis.keys.front().values.size();
  for (const AxisKey& key : axis.keys) {
    if (key.values.size() != size || size == 0) return;  // told already
  }
  read_labels(table, axis);
  name_variables(table, axis);
  check_distinct(table, axis);
  read_when(table, axis);
  axes_.push_back(std::move(axis));
}

bool AxisReader::check_keys(const toml::table& table) {
  bool good = true;
  const auto fail = [&](const Place& place, const std::string& message) {
    problems_->add(place, message);
    good = false;
  };
  for (const auto& [key, node] : table) {
    if (std::find(axis_keys.begin(), axis_keys.end(), key.str()) != axis_keys.end()) continue;
    fail(place_of(key, node),
         fmt::format("unknown key \"{}\" of [[axis]]{}", key.str(), did_you_mean(key.str(), axis_keys)));
  }
  const bool one = table["key"].is_string();
  const toml::array* many = table["keys"].as_array();
  if (table.contains("key") == table.contains("keys")) {
    fail(place_of(table), "an [[axis]] needs either key = \"...\" or keys = [...]");
  } else if (!one && (!many || many->empty() || axis_paths(table).size() != many->size())) {
    fail(place_of(table.contains("key") ? *table.get("key") : *table.get("keys")),
         table.contains("key") ? "key: expected a string" : "keys: expected a list of strings");
  }
  const auto given = std::count_if(spacings.begin(), spacings.end(), [&](const auto& s) { return table.contains(s); });
  if (given != 1) fail(place_of(table), fmt::format("an [[axis]] needs one of {}", fmt::join(spacings, ", ")));
  return good;
}

const Key* AxisReader::resolve(const toml::node& node, const std::string& path) {
  const auto found = keys_.find(path);
  if (found == keys_.end()) {
    std::vector<std::string> names;
    for (const auto& [name, key] : keys_) names.push_back(name);
    const std::string section = KeyPath::parse(path).section;
    const std::string whole = path_ending_in(path, names);
    const std::string hint = whole.empty() ? did_you_mean(path, names) : fmt::format(" (did you mean \"{}\"?)", whole);
    problems_->add(place_of(node),
                   absent_.contains(section)
                       ? fmt::format("\"{}\" cannot be swept: there is no [{}] in this experiment", path, section)
                       : fmt::format("\"{}\" is not a key of this experiment that can be swept{}", path, hint));
    return nullptr;
  }
  if (!swept_.insert(path).second) {
    problems_->add(place_of(node), fmt::format("\"{}\" is swept twice", path));
    return nullptr;
  }
  return &found->second;
}

bool AxisReader::append(AxisKey& axis_key, const toml::node& node) {
  const std::string path = axis_key.path.text();
  auto value = read_value(node, keys_.at(path), path, *problems_);
  if (value) axis_key.values.push_back(std::move(*value));
  return value.has_value();
}

void AxisReader::read_values(const toml::table& table, Axis& axis) {
  if (read_overrides(axis)) return;
  for (const std::string& kind : spacings) {
    if (!table.contains(kind)) continue;
    if (kind == "values") {
      read_rows(*table.get(kind), axis);
    } else if (is_sampling(kind)) {
      read_samples(kind, *table.get(kind), axis);
    } else {
      read_spacing(kind, *table.get(kind), axis);
    }
  }
}

/// Options in place of the axis's own values; of several keys, for all or none of them. @return whether there are some
bool AxisReader::read_overrides(Axis& axis) {
  std::vector<const toml::node*> given;
  for (const AxisKey& key : axis.keys) {
    const auto found = overrides_->find(key.path.text());
    if (found != overrides_->end()) given.push_back(&found->second.begin()->second);
  }
  if (given.empty()) return false;
  if (given.size() < axis.keys.size()) {
    problems_->add(place_of(*given.front()), "is swept together with other keys: give values for all of them");
    return true;
  }
  for (std::size_t k = 0; k < axis.keys.size(); ++k) {
    Axis alone{{axis.keys[k]}, {}, {}, {}};
    read_override(*given[k], alone);
    axis.keys[k].values = std::move(alone.keys.front().values);
    if (axis.keys[k].values.size() == axis.keys.front().values.size()) continue;
    problems_->add(place_of(*given[k]), fmt::format("has {} values, and {} has {}", axis.keys[k].values.size(),
                                                    axis.keys.front().path.text(), axis.keys.front().values.size()));
  }
  return true;
}

/// A list of values, or one value, in place of the axis's own.
void AxisReader::read_override(const toml::node& node, Axis& axis) {
  const toml::array* array = node.as_array();
  const bool list_key = is_list(axis.keys.front().type);
  const bool nested = array && !array->empty() && (*array)[0].is_array() &&
                      (axis.keys.front().type != ValueType::pairs ||
                       (!(*array)[0].as_array()->empty() && (*(*array)[0].as_array())[0].is_array()));
  if (array && (!list_key || nested)) {
    read_rows(node, axis);
  } else {
    append(axis.keys.front(), node);
  }
}

void AxisReader::read_rows(const toml::node& values, Axis& axis) {
  const toml::array* rows = values.as_array();
  if (!rows || rows->empty()) {
    problems_->add(place_of(values), rows ? "values: the list is empty" : "values: expected a list");
    return;
  }
  for (const toml::node& row : *rows) {
    if (axis.keys.size() == 1) {
      if (!append(axis.keys.front(), row)) axis.keys.front().values.clear();
    } else {
      read_row(row, axis);
    }
  }
  if (axis.keys.front().values.size() != rows->size()) axis.keys.front().values.clear();
}

void AxisReader::read_row(const toml::node& row, Axis& axis) {
  const toml::array* cells = row.as_array();
  if (!cells || cells->size() != axis.keys.size()) {
    problems_->add(place_of(row),
                   fmt::format("values: expected a list of {} values, one for each of keys", axis.keys.size()));
    return;
  }
  for (std::size_t i = 0; i < axis.keys.size(); ++i) append(axis.keys[i], (*cells)[i]);
}

void AxisReader::read_spacing(const std::string& kind, const toml::node& node, Axis& axis) {
  const std::string third = kind == "range" ? "step" : "count";
  const auto fail = [&](const std::string& message) { problems_->add(place_of(node), kind + ": " + message); };
  AxisKey& key = axis.keys.front();
  if (axis.keys.size() > 1 || (key.type != ValueType::integer && key.type != ValueType::number)) {
    return fail(axis.keys.size() > 1 ? "several keys need values = [[...], ...]"
                                     : fmt::format("{} takes {}: use values", key.path.text(), type_name(key.type)));
  }
  const toml::table* table = node.as_table();
  const std::vector<std::string> names = {"from", "to", third};
  const bool complete = table && table->size() == 3 && std::all_of(names.begin(), names.end(), [&](const auto& name) {
                          return table->contains(name) && table->get(name)->is_number();
                        });
  if (!complete) return fail(fmt::format("expected {{ from = number, to = number, {} = number }}", third));
  const auto number = [&](const std::string& name) { return *table->get(name)->value<double>(); };
  const Spacing spacing{number("from"), number("to"), number(third)};
  if (!std::isfinite(spacing.from) || !std::isfinite(spacing.to) || !std::isfinite(spacing.third)) {
    return fail("the numbers must be finite");
  }
  if (kind != "range" && (!table->get(third)->is_integer() || spacing.third < 1 || spacing.third > 1e7)) {
    return fail("count must be an integer from 1 to 10000000");
  }
  std::vector<double> values;
  try {
    values = spaced(kind, spacing);
  } catch (const std::invalid_argument& error) {
    return fail(error.what());
  }
  if (values.empty()) return fail("has no values");
  append_numbers(kind, node, key, values);
}

/// Of a key that takes integers or numbers; none if one of them is not allowed.
void AxisReader::append_numbers(const std::string& kind, const toml::node& node, AxisKey& key,
                                const std::vector<double>& values) {
  const auto fail = [&](const std::string& message) {
    key.values.clear();
    problems_->add(place_of(node), kind + ": " + message);
  };
  const Key& limits = keys_.at(key.path.text());
  for (const double value : values) {
    const bool whole = value == std::floor(value) && std::abs(value) <= 9007199254740992.0;
    if (key.type == ValueType::integer && !whole) {
      return fail(fmt::format("{} takes integers, and {} is among the values", key.path.text(), value));
    }
    Value typed = key.type == ValueType::integer ? Value(static_cast<std::int64_t>(value)) : Value(value);
    if (const auto wrong = value_problems(limits, typed); !wrong.empty()) {
      return fail(fmt::format("{}: {}", key.path.text(), wrong.front().message));
    }
    key.values.push_back({std::move(typed), place_of(node), {}});
  }
}

/// { from, to, count } with a number or, of several keys, a list of numbers for each of from and to; `scale` and `seed`
/// if given.
void AxisReader::read_samples(const std::string& kind, const toml::node& node, Axis& axis) {
  const auto fail = [&](const std::string& message) { problems_->add(place_of(node), kind + ": " + message); };
  for (const AxisKey& key : axis.keys) {
    if (key.type == ValueType::integer || key.type == ValueType::number) continue;
    return fail(fmt::format("{} takes {}: use values", key.path.text(), type_name(key.type)));
  }
  std::vector<SampledRange> ranges(axis.keys.size());
  SampleRequest request;
  try {
    request = read_sample_request(node, ranges);
    for (std::size_t k = 0; k < ranges.size(); ++k) ranges[k].whole = axis.keys[k].type == ValueType::integer;
    const std::vector<std::vector<double>> values =
        sampled_values(sampling_of(kind), request.count, request.seed, ranges);
    for (std::size_t k = 0; k < ranges.size(); ++k) append_numbers(kind, node, axis.keys[k], values[k]);
  } catch (const std::invalid_argument& error) {
    return fail(error.what());
  }
  axis.sample = "sample";
}

void AxisReader::read_labels(const toml::table& table, Axis& axis) {
  const bool replaced = axis.keys.size() == 1 && overrides_->contains(axis.keys.front().path.text());
  const toml::node* node = replaced ? nullptr : table.get("labels");
  if (node && !axis.sample.empty()) {
    problems_->add(place_of(*node), "labels: drawn values have none: they are numbered");
  } else if (node) {
    const Key strings{"labels", ValueType::strings, {}, {}, {}, {}, {}};
    const auto labels = read_value(*node, strings, "labels", *problems_);
    if (!labels) return;
    axis.labels = std::get<std::vector<std::string>>(labels->value);
    if (axis.labels.size() != axis.size()) {
      problems_->add(place_of(*node), fmt::format("labels: needs one label for each of the {} values, and has {}",
                                                  axis.size(), axis.labels.size()));
    }
    for (std::size_t i = 0; i < axis.labels.size(); ++i) {
      if (is_label(axis.labels[i])) continue;
      problems_->add(labels->place_of(i), fmt::format("labels: {} is none: a label is one line of text, not empty",
                                                      toml_string(axis.labels[i])));
    }
  } else if (is_list(axis.keys.front().type)) {
    for (const Located& value : axis.keys.front().values) axis.labels.push_back(toml_text(value.value));
  }
}

/// The last part of the key; if that is taken, the whole key with _; `name` names the first.
void AxisReader::name_variables(const toml::table& table, Axis& axis) {
  const toml::node* sample = axis.sample.empty() ? nullptr : table.get("name");
  if (sample) axis.sample = sample->value_or(std::string());
  if (sample && !is_variable_name(axis.sample)) {
    problems_->add(place_of(*sample), bad_name);
    axis.sample = "sample";
  }
  if (!axis.sample.empty()) take_name(table, sample, axis.sample);
  for (AxisKey& key : axis.keys) {
    key.variable = key.path.key;
    if (taken_.contains(key.variable) && !key.path.section.empty())
      key.variable = key.path.section + "_" + key.path.key;
    const toml::node* name = !sample && &key == &axis.keys.front() ? table.get("name") : nullptr;
    if (name) {
      if (!name->is_string() || !is_variable_name(name->as_string()->get())) {
        problems_->add(place_of(*name), bad_name);
        continue;
      }
      key.variable = name->as_string()->get();
    }
    take_name(table, name, key.variable);
  }
  if (axis.labels.empty()) return;
  for (const char* ending : {"_values", "_entry", "_end"}) take_name(table, nullptr, axis.dimension() + ending);
}

/// Notes the name of a variable or a dimension, and says so if there is one of that name.
void AxisReader::take_name(const toml::table& table, const toml::node* name, const std::string& variable) {
  if (taken_.insert(variable).second) return;
  problems_->add(place_of(name ? *name : static_cast<const toml::node&>(table)),
                 fmt::format("the variable name \"{}\" is taken: give the axis another with name = \"...\"", variable));
}

void AxisReader::read_when(const toml::table& table, Axis& axis) {
  const toml::node* when = table.get("when");
  if (!when) return;
  if (auto conditions = ConditionReader(axes_, keys_, dormant_, *overrides_, *problems_).read(*when, "when")) {
    axis.when = std::move(*conditions);
  }
}

std::vector<Conditions> AxisReader::read_excluded(const toml::node& exclude, const std::vector<Axis>& axes) {
  const toml::array* tables = exclude.as_array();
  if (!tables) {
    problems_->add(place_of(exclude), "exclude: write [[exclude]], in double brackets: there may be several");
    return {};
  }
  std::vector<Conditions> excluded;
  ConditionReader reader(axes, keys_, dormant_, *overrides_, *problems_);
  for (const toml::node& table : *tables) {
    if (auto conditions = reader.read(table, "exclude")) excluded.push_back(std::move(*conditions));
  }
  return excluded;
}

void AxisReader::check_distinct(const toml::table& table, const Axis& axis) {
  if (!axis.sample.empty()) return;  // a number may well be drawn twice
  std::set<std::string> seen;
  for (std::size_t i = 0; i < axis.size(); ++i) {
    std::string text;
    for (const AxisKey& key : axis.keys) text += toml_text(key.values[i].value) + " ";
    text.pop_back();
    if (!seen.insert(text).second) {
      problems_->add(axis.keys.front().values[i].place, fmt::format("the value {} is on the axis twice", text));
    }
  }
  seen.clear();
  for (std::string label : axis.labels) {
    std::replace(label.begin(), label.end(), ' ', '_');  // as among the flag_meanings of /runs
    if (!seen.insert(label).second) {
      const toml::node* node = table.get("labels");
      problems_->add(place_of(node ? *node : static_cast<const toml::node&>(table)),
                     fmt::format("the label \"{}\" is on the axis twice (blanks count as _)", label));
    }
  }
}

}  // namespace aleator
