#include "experiments/results/axis_variables.hpp"

#include <algorithm>
#include <numeric>

namespace aleator {
namespace {

using results::Attribute;
using results::NetcdfGroup;

std::vector<Attribute> attributes_of(const AxisKey& key) {
  return {{"long_name", key.help}, {"units", key.unit}, {"key", key.path.text()}};
}

template <class T>
std::vector<T> scalars(const AxisKey& key) {
  std::vector<T> values;
  for (const Located& located : key.values) values.push_back(std::get<T>(located.value));
  return values;
}

/// The values as text: strings as they are, anything else as TOML.
std::vector<std::string> texts(const AxisKey& key) {
  if (key.type == ValueType::string) return scalars<std::string>(key);
  std::vector<std::string> values;
  for (const Located& located : key.values) values.push_back(toml_text(located.value));
  return values;
}

bool is_numeric(const AxisKey& key) {
  return key.type == ValueType::integer || key.type == ValueType::number;
}

void write_coordinate(NetcdfGroup& root, const Axis& axis) {
  const AxisKey& key = axis.keys.front();
  if (!axis.labels.empty()) {
    root.axis(axis.dimension(), axis.labels, attributes_of(key));
  } else if (key.type == ValueType::number) {
    root.axis(axis.dimension(), scalars<double>(key), attributes_of(key));
  } else if (key.type == ValueType::integer) {
    root.axis(axis.dimension(), scalars<std::int64_t>(key), attributes_of(key));
  } else {
    root.axis(axis.dimension(), texts(key), attributes_of(key));
  }
}

/// The elements of list values side by side, shorter lists padded.
template <class T>
struct Table {
  std::size_t width = 0;
  std::vector<T> cells;
};

template <class T, class List>
Table<T> table_of(const AxisKey& key, T missing) {
  Table<T> table;
  for (const Located& value : key.values) table.width = std::max(table.width, std::get<List>(value.value).size());
  for (const Located& value : key.values) {
    const List& list = std::get<List>(value.value);
    table.cells.insert(table.cells.end(), list.begin(), list.end());
    table.cells.insert(table.cells.end(), table.width - list.size(), missing);
  }
  return table;
}

template <class T>
void write_table(NetcdfGroup& root, const std::string& name, const Axis& axis, const AxisKey& key,
                 const Table<T>& table, std::vector<std::string> inner = {}) {
  root.dimension(key.variable + "_entry", table.width);
  std::vector<std::string> dimensions = {axis.dimension(), key.variable + "_entry"};
  dimensions.insert(dimensions.end(), inner.begin(), inner.end());
  using Element = std::conditional_t<std::is_same_v<T, Jump>, std::int64_t, T>;
  root.variable(name, element_type_of<Element>, dimensions, attributes_of(key)).write(table.cells.data());
}

void write_values(NetcdfGroup& root, const std::string& name, const Axis& axis, const AxisKey& key) {
  const std::vector<std::string> dimension = {axis.dimension()};
  switch (key.type) {
    case ValueType::number:
      root.variable(name, ElementType::f64, dimension, attributes_of(key)).write(scalars<double>(key).data());
      break;
    case ValueType::integer:
      root.variable(name, ElementType::i64, dimension, attributes_of(key)).write(scalars<std::int64_t>(key).data());
      break;
    case ValueType::numbers:
      write_table(root, name, axis, key, table_of<double, std::vector<double>>(key, missing_float));
      break;
    case ValueType::integers:
      write_table(root, name, axis, key, table_of<std::int64_t, std::vector<std::int64_t>>(key, missing_integer));
      break;
    case ValueType::pairs:
      root.dimension(key.variable + "_end", 2);
      write_table(root, name, axis, key, table_of<Jump, std::vector<Jump>>(key, {missing_integer, missing_integer}),
                  {key.variable + "_end"});
      break;
    default:
      root.strings(name, dimension, texts(key), attributes_of(key));
  }
}

/// What is written of an axis besides its coordinate: the name and the key.
std::vector<std::pair<std::string, const AxisKey*>> extras(const Axis& axis) {
  std::vector<std::pair<std::string, const AxisKey*>> extras;
  if (!axis.labels.empty()) extras.emplace_back(axis.dimension() + "_values", &axis.keys.front());
  for (std::size_t i = 1; i < axis.keys.size(); ++i) extras.emplace_back(axis.keys[i].variable, &axis.keys[i]);
  return extras;
}

/// flag_values and flag_meanings for codes of `meanings`; none if they would not fit into attributes.
void add_flags(std::vector<Attribute>& attributes, std::vector<std::string> meanings) {
  std::string joined;
  for (std::string& meaning : meanings) {
    std::replace(meaning.begin(), meaning.end(), ' ', '_');
    joined += (joined.empty() ? "" : " ") + meaning;
  }
  if (joined.size() > 60'000 || meanings.size() > 10'000) return;
  std::vector<std::int32_t> codes(meanings.size());
  std::iota(codes.begin(), codes.end(), 0);
  attributes.push_back({"flag_values", std::move(codes)});
  attributes.push_back({"flag_meanings", std::move(joined)});
}

/// Calls write(i, position) for every point with its position on the axis.
template <class Write>
void for_positions(const Sweep& sweep, std::size_t axis, Write write) {
  std::size_t inner = static_cast<std::size_t>(sweep.replicates);
  for (std::size_t i = axis + 1; i < sweep.axes.size(); ++i) inner *= sweep.axes[i].size();
  const auto points = static_cast<std::size_t>(sweep.size());
  const std::size_t size =
      axis < sweep.axes.size() ? sweep.axes[axis].size() : static_cast<std::size_t>(sweep.replicates);
  if (axis == sweep.axes.size()) inner = 1;
  for (std::size_t point = 0; point < points; ++point) write(point, point / inner % size);
}

template <class T>
void write_column(NetcdfGroup& runs, const std::string& name, const Sweep& sweep, std::size_t axis,
                  const std::vector<T>& values, const std::vector<Attribute>& attributes) {
  std::vector<T> column(static_cast<std::size_t>(sweep.size()));
  for_positions(sweep, axis, [&](std::size_t point, std::size_t position) { column[point] = values[position]; });
  runs.variable(name, element_type_of<T>, {"run"}, attributes).write(column.data());
}

std::vector<std::int64_t> indices(std::size_t count) {
  std::vector<std::int64_t> values(count);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

}  // namespace

void write_axes(NetcdfGroup& root, const Sweep& sweep) {
  for (const Axis& axis : sweep.axes) {
    write_coordinate(root, axis);
    for (const auto& [name, key] : extras(axis)) write_values(root, name, axis, *key);
  }
  root.axis("replicate", indices(static_cast<std::size_t>(sweep.replicates)),
            {{"long_name", std::string("replicate, with random numbers of its own")}, {"units", std::string("1")}});
}

std::vector<std::string> extra_coordinates(const Sweep& sweep) {
  std::vector<std::string> names;
  for (const Axis& axis : sweep.axes) {
    for (const auto& [name, key] : extras(axis)) names.push_back(name);
  }
  return names;
}

std::vector<std::string> grid_dimensions(const Sweep& sweep) {
  std::vector<std::string> names;
  for (const Axis& axis : sweep.axes) names.push_back(axis.dimension());
  names.push_back("replicate");
  return names;
}

std::vector<std::uint64_t> grid_shape(const Sweep& sweep) {
  std::vector<std::uint64_t> shape;
  for (const Axis& axis : sweep.axes) shape.push_back(axis.size());
  shape.push_back(static_cast<std::uint64_t>(sweep.replicates));
  return shape;
}

void write_axis_columns(NetcdfGroup& runs, const Sweep& sweep) {
  for (std::size_t i = 0; i < sweep.axes.size(); ++i) {
    const Axis& axis = sweep.axes[i];
    for (const AxisKey& key : axis.keys) {
      const bool labelled = &key == &axis.keys.front() && !axis.labels.empty();
      auto attributes = attributes_of(key);
      if (is_numeric(key) && !labelled) {
        if (key.type == ValueType::number) write_column(runs, key.variable, sweep, i, scalars<double>(key), attributes);
        if (key.type == ValueType::integer)
          write_column(runs, key.variable, sweep, i, scalars<std::int64_t>(key), attributes);
        continue;
      }
      add_flags(attributes, labelled ? axis.labels : texts(key));
      std::vector<std::int32_t> codes(axis.size());
      std::iota(codes.begin(), codes.end(), 0);
      write_column(runs, key.variable, sweep, i, codes, attributes);
    }
  }
  write_column(runs, "replicate", sweep, sweep.axes.size(), indices(static_cast<std::size_t>(sweep.replicates)),
               {{"long_name", std::string("replicate")}, {"units", std::string("1")}});
}

}  // namespace aleator
