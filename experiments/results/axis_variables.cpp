#include "experiments/results/axis_variables.hpp"

#include <algorithm>
#include <numeric>

namespace aleator {
namespace {

using results::Attribute;
using results::NetcdfGroup;

constexpr const char* point_dimension = "point";

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

std::vector<std::int64_t> indices(std::size_t count) {
  std::vector<std::int64_t> values(count);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

std::vector<Attribute> sample_attributes() {
  return {{"long_name", std::string("number of the sample")}, {"units", std::string("1")}};
}

/// What a variable stands along: an axis of the grid, or the points where they are no grid.
class Along {
 public:
  /// The axis with its own values.
  explicit Along(const Axis& axis) : dimension_(axis.dimension()) {}
  /// The points, each with its position on axis number `axis`.
  Along(const Sweep& sweep, std::size_t axis) : dimension_(point_dimension), is_of_points_(true) {
    const std::int64_t points = sweep.size_without_replicates();
    for (std::int64_t i = 0; i < points; ++i) positions_.push_back(sweep.position(i * sweep.replicates)[axis]);
  }

  const std::string& dimension() const noexcept { return dimension_; }

  /// Rows of `width` values by position, put where they belong; `missing` where the axis does not exist.
  template <class T>
  std::vector<T> spread(std::vector<T> values, const T& missing, std::size_t width = 1) const {
    if (!is_of_points_) return values;
    std::vector<T> all;
    all.reserve(positions_.size() * width);
    for (const std::size_t position : positions_) {
      if (position == Sweep::absent) {
        all.insert(all.end(), width, missing);
      } else {
        const auto row = values.begin() + static_cast<std::ptrdiff_t>(position * width);
        all.insert(all.end(), row, row + static_cast<std::ptrdiff_t>(width));
      }
    }
    return all;
  }

 private:
  std::string dimension_;
  bool is_of_points_ = false;
  std::vector<std::size_t> positions_;
};

void write_coordinate(NetcdfGroup& root, const Axis& axis) {
  const AxisKey& key = axis.keys.front();
  if (!axis.sample.empty()) {
    root.axis(axis.sample, indices(axis.size()), sample_attributes());
  } else if (!axis.labels.empty()) {
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

template <class T, class List>
void write_table(NetcdfGroup& root, const std::string& name, const Along& along, const AxisKey& key, const T& missing,
                 std::vector<std::string> inner = {}) {
  const Table<T> table = table_of<T, List>(key, missing);
  root.dimension(key.variable + "_entry", table.width);
  std::vector<std::string> dimensions = {along.dimension(), key.variable + "_entry"};
  dimensions.insert(dimensions.end(), inner.begin(), inner.end());
  using Element = std::conditional_t<std::is_same_v<T, Jump>, std::int64_t, T>;
  root.variable(name, element_type_of<Element>, dimensions, attributes_of(key))
      .write(along.spread(table.cells, missing, table.width).data());
}

void write_values(NetcdfGroup& root, const std::string& name, const Along& along, const AxisKey& key) {
  const std::vector<std::string> dimension = {along.dimension()};
  switch (key.type) {
    case ValueType::number:
      root.variable(name, ElementType::f64, dimension, attributes_of(key))
          .write(along.spread(scalars<double>(key), missing_float).data());
      break;
    case ValueType::integer:
      root.variable(name, ElementType::i64, dimension, attributes_of(key))
          .write(along.spread(scalars<std::int64_t>(key), std::int64_t{missing_integer}).data());
      break;
    case ValueType::numbers:
      write_table<double, std::vector<double>>(root, name, along, key, missing_float);
      break;
    case ValueType::integers:
      write_table<std::int64_t, std::vector<std::int64_t>>(root, name, along, key, missing_integer);
      break;
    case ValueType::pairs:
      root.dimension(key.variable + "_end", 2);
      write_table<Jump, std::vector<Jump>>(root, name, along, key, {missing_integer, missing_integer},
                                           {key.variable + "_end"});
      break;
    default:
      root.strings(name, dimension, along.spread(texts(key), std::string()), attributes_of(key));
  }
}

/// What is written of an axis besides its coordinate: the name and the key.
std::vector<std::pair<std::string, const AxisKey*>> extras(const Axis& axis) {
  std::vector<std::pair<std::string, const AxisKey*>> extras;
  if (!axis.labels.empty()) extras.emplace_back(axis.dimension() + "_values", &axis.keys.front());
  for (const AxisKey& key : axis.keys) {
    if (&key != &axis.keys.front() || !axis.sample.empty()) extras.emplace_back(key.variable, &key);
  }
  return extras;
}

/// The coordinate of an axis as a variable over points.
void write_along_points(NetcdfGroup& root, const Sweep& sweep, std::size_t axis_number) {
  const Axis& axis = sweep.axes[axis_number];
  const Along points(sweep, axis_number);
  if (!axis.sample.empty()) {
    root.variable(axis.sample, ElementType::i64, {points.dimension()}, sample_attributes())
        .write(points.spread(indices(axis.size()), std::int64_t{missing_integer}).data());
  } else if (!axis.labels.empty()) {
    root.strings(axis.dimension(), {points.dimension()}, points.spread(axis.labels, std::string()),
                 attributes_of(axis.keys.front()));
  } else {
    write_values(root, axis.dimension(), points, axis.keys.front());
  }
  for (const auto& [name, key] : extras(axis)) write_values(root, name, points, *key);
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

/// Calls write(i, position) for every run with its position on the axis, or its replicate.
template <class Write>
void for_positions(const Sweep& sweep, std::size_t axis, Write write) {
  const auto runs = static_cast<std::size_t>(sweep.size());
  if (!sweep.is_grid()) {
    for (std::size_t i = 0; i < runs; ++i) write(i, sweep.position(static_cast<std::int64_t>(i))[axis]);
    return;
  }
  std::size_t inner = static_cast<std::size_t>(sweep.replicates);
  for (std::size_t i = axis + 1; i < sweep.axes.size(); ++i) inner *= sweep.axes[i].size();
  const std::size_t size =
      axis < sweep.axes.size() ? sweep.axes[axis].size() : static_cast<std::size_t>(sweep.replicates);
  if (axis == sweep.axes.size()) inner = 1;
  for (std::size_t run = 0; run < runs; ++run) write(run, run / inner % size);
}

template <class T>
void write_column(NetcdfGroup& runs, const std::string& name, const Sweep& sweep, std::size_t axis,
                  const std::vector<T>& values, const T& missing, const std::vector<Attribute>& attributes) {
  std::vector<T> column(static_cast<std::size_t>(sweep.size()), missing);
  for_positions(sweep, axis, [&](std::size_t run, std::size_t position) {
    if (position != Sweep::absent) column[run] = values[position];
  });
  runs.variable(name, element_type_of<T>, {"run"}, attributes).write(column.data());
}

void write_key_column(NetcdfGroup& runs, const Sweep& sweep, std::size_t axis, const AxisKey& key, bool labelled) {
  auto attributes = attributes_of(key);
  if (key.type == ValueType::number && !labelled) {
    write_column(runs, key.variable, sweep, axis, scalars<double>(key), missing_float, attributes);
  } else if (key.type == ValueType::integer && !labelled) {
    write_column(runs, key.variable, sweep, axis, scalars<std::int64_t>(key), std::int64_t{missing_integer},
                 attributes);
  } else {
    add_flags(attributes, labelled ? sweep.axes[axis].labels : texts(key));
    std::vector<std::int32_t> codes(sweep.axes[axis].size());
    std::iota(codes.begin(), codes.end(), 0);
    write_column(runs, key.variable, sweep, axis, codes, std::int32_t{missing_integer}, attributes);
  }
}

}  // namespace

void write_axes(NetcdfGroup& root, const Sweep& sweep) {
  if (!sweep.is_grid()) {
    root.axis(point_dimension, indices(static_cast<std::size_t>(sweep.size_without_replicates())),
              {{"long_name", std::string("point of the sweep: the values on its axes are coordinates")},
               {"units", std::string("1")}});
  }
  for (std::size_t i = 0; i < sweep.axes.size(); ++i) {
    const Axis& axis = sweep.axes[i];
    if (!sweep.is_grid()) {
      write_along_points(root, sweep, i);
      continue;
    }
    write_coordinate(root, axis);
    for (const auto& [name, key] : extras(axis)) write_values(root, name, Along(axis), *key);
  }
  root.axis("replicate", indices(static_cast<std::size_t>(sweep.replicates)),
            {{"long_name", std::string("replicate, with random numbers of its own")}, {"units", std::string("1")}});
}

std::vector<std::string> extra_coordinates(const Sweep& sweep) {
  std::vector<std::string> names;
  for (const Axis& axis : sweep.axes) {
    if (!sweep.is_grid()) names.push_back(axis.dimension());
    for (const auto& [name, key] : extras(axis)) names.push_back(name);
  }
  return names;
}

std::vector<std::string> grid_dimensions(const Sweep& sweep) {
  std::vector<std::string> names;
  if (!sweep.is_grid()) names.emplace_back(point_dimension);
  for (const Axis& axis : sweep.axes) {
    if (sweep.is_grid()) names.push_back(axis.dimension());
  }
  names.emplace_back("replicate");
  return names;
}

std::vector<std::uint64_t> grid_shape(const Sweep& sweep) {
  std::vector<std::uint64_t> shape;
  if (!sweep.is_grid()) shape.push_back(static_cast<std::uint64_t>(sweep.size_without_replicates()));
  for (const Axis& axis : sweep.axes) {
    if (sweep.is_grid()) shape.push_back(axis.size());
  }
  shape.push_back(static_cast<std::uint64_t>(sweep.replicates));
  return shape;
}

void write_axis_columns(NetcdfGroup& runs, const Sweep& sweep) {
  for (std::size_t i = 0; i < sweep.axes.size(); ++i) {
    const Axis& axis = sweep.axes[i];
    if (!axis.sample.empty()) {
      write_column(runs, axis.sample, sweep, i, indices(axis.size()), std::int64_t{missing_integer},
                   sample_attributes());
    }
    for (const AxisKey& key : axis.keys) {
      write_key_column(runs, sweep, i, key, &key == &axis.keys.front() && !axis.labels.empty());
    }
  }
  write_column(runs, "replicate", sweep, sweep.axes.size(), indices(static_cast<std::size_t>(sweep.replicates)),
               std::int64_t{missing_integer}, {{"long_name", std::string("replicate")}, {"units", std::string("1")}});
}

}  // namespace aleator
