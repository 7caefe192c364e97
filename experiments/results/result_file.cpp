#include "experiments/results/result_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "experiments/build_info.hpp"
#include "experiments/registry.hpp"
#include "experiments/results/axis_variables.hpp"
#include "experiments/results/grid_layout.hpp"
#include "experiments/results/netcdf_writer.hpp"

namespace aleator {
namespace {

using results::Attribute;
using results::NetcdfGroup;
using results::NetcdfVariable;

constexpr std::size_t slab_bytes = std::size_t{8} << 20;

std::vector<Attribute> flag_attributes(ElementType type, const std::vector<std::pair<int, std::string>>& flags) {
  if (flags.empty()) return {};
  std::string meanings;
  std::vector<std::int8_t> narrow;
  std::vector<std::int32_t> wide;
  for (const auto& [value, meaning] : flags) {
    meanings += (meanings.empty() ? "" : " ") + meaning;
    narrow.push_back(static_cast<std::int8_t>(value));
    wide.push_back(value);
  }
  Attribute values{"flag_values", wide};
  if (type == ElementType::i8) values.value = narrow;
  return {values, {"flag_meanings", meanings}};
}

std::vector<Attribute> attributes_of(const Output& output) {
  std::vector<Attribute> attributes = {{"long_name", output.long_name}, {"units", output.unit}};
  for (Attribute& flag : flag_attributes(output.type, output.flags)) attributes.push_back(std::move(flag));
  return attributes;
}

/// Whether outputs over the grid have the dimension.
bool is_on_grid(const Dimension& dimension) {
  return dimension.kind == Dimension::Kind::index || dimension.kind == Dimension::Kind::labelled;
}

/// Writes a variable over (grid..., inner...) slab by slab, each a run of whole rows in the order of the points.
class SlabWriter {
 public:
  SlabWriter(std::vector<std::uint64_t> grid, std::vector<std::uint64_t> inner, ElementType type)
      : grid_(std::move(grid)), inner_(std::move(inner)), type_(type) {
    row_bytes_ = size_of(type);
    for (const std::uint64_t extent : inner_) row_bytes_ *= extent;
    while (split_ + 1 < grid_.size() && rows_below() * row_bytes_ > slab_bytes) ++split_;
  }

  /// @param fill  fill(point, bytes) writes the row of a point, which holds missing values
  template <class Fill>
  void write(NetcdfVariable variable, Fill fill) const {
    if (row_bytes_ == 0) return;
    const std::size_t below = rows_below();
    const std::size_t most = std::max<std::size_t>(1, slab_bytes / (below * row_bytes_));
    std::vector<std::byte> buffer;
    std::vector<std::uint64_t> offset(grid_.size() + inner_.size(), 0);
    std::vector<std::uint64_t> count(offset.size(), 1);
    std::copy(grid_.begin() + static_cast<std::ptrdiff_t>(split_), grid_.end(),
              count.begin() + static_cast<std::ptrdiff_t>(split_));
    std::copy(inner_.begin(), inner_.end(), count.end() - static_cast<std::ptrdiff_t>(inner_.size()));
    const std::size_t prefixes = product(grid_, 0, split_);
    std::size_t point = 0;
    for (std::size_t prefix = 0; prefix < prefixes; ++prefix) {
      for (std::size_t k = split_, rest = prefix; k-- > 0; rest /= grid_[k]) offset[k] = rest % grid_[k];
      for (offset[split_] = 0; offset[split_] < grid_[split_]; offset[split_] += count[split_]) {
        count[split_] = std::min<std::uint64_t>(most, grid_[split_] - offset[split_]);
        buffer.resize(count[split_] * below * row_bytes_);
        fill_with_missing(type_, buffer);
        for (std::size_t row = 0; row < count[split_] * below; ++row) {
          fill(point++, std::span(buffer).subspan(row * row_bytes_, row_bytes_));
        }
        variable.write(offset, count, buffer.data());
      }
    }
  }

 private:
  static std::size_t product(const std::vector<std::uint64_t>& shape, std::size_t begin, std::size_t end) {
    return std::accumulate(shape.begin() + static_cast<std::ptrdiff_t>(begin),
                           shape.begin() + static_cast<std::ptrdiff_t>(end), std::size_t{1}, std::multiplies<>());
  }
  std::size_t rows_below() const { return product(grid_, split_ + 1, grid_.size()); }

  std::vector<std::uint64_t> grid_;
  std::vector<std::uint64_t> inner_;
  ElementType type_;
  std::size_t row_bytes_ = 0;
  std::size_t split_ = 0;  // slabs are cut along this dimension of the grid
};

class ResultFile {
 public:
  ResultFile(const std::filesystem::path& path, const Experiment& experiment, const Records& records,
             const ResultOptions& options)
      : writer_(path),
        root_(writer_.root()),
        experiment_(experiment),
        records_(records),
        options_(options),
        layout_(experiment.schema, records),
        compression_(static_cast<int>(experiment.config.as<OutputKeys>("output").compression)) {}

  void write(const Provenance& provenance) {
    write_attributes();
    write_axes(root_, experiment_.sweep);
    write_dimensions();
    write_grid();
    write_runs();
    write_failures();
    write_traces();
    write_provenance(provenance);
    writer_.commit();
  }

 private:
  void write_attributes();
  void write_dimensions();
  void write_grid();
  void write_output(std::size_t index);
  void write_text(std::size_t index);
  void write_extents(std::size_t dimension);
  void write_status();
  void write_runs();
  void write_messages(const std::string& group, const std::string& dimension, const std::string& meaning,
                      bool (*told)(const RecordView&));
  void write_failures();
  void write_traces();
  void write_trace(NetcdfGroup& traces, std::size_t index, std::uint64_t samples);
  void write_provenance(const Provenance& provenance);

  std::vector<Attribute> with_coordinates(std::vector<Attribute> attributes) const;
  NetcdfVariable grid_variable(const std::string& name, ElementType type, const std::vector<std::string>& inner,
                               std::vector<Attribute> attributes);
  template <class T, class Value>
  void write_column(NetcdfGroup& group, const std::string& name, const std::vector<Attribute>& attributes, Value value);

  results::NetcdfWriter writer_;
  NetcdfGroup root_;
  const Experiment& experiment_;
  const Records& records_;
  ResultOptions options_;
  GridLayout layout_;
  int compression_;
};

void ResultFile::write_attributes() {
  root_.attribute({"Conventions", std::string("CF-1.8")});
  root_.attribute({"title", experiment_.name()});
  root_.attribute({"source", fmt::format("aleator {}", build_info::version)});
  root_.attribute({"model", kind_names(experiment_)});
}

void ResultFile::write_dimensions() {
  const auto& dimensions = experiment_.schema.dimensions();
  for (std::size_t d = 0; d < dimensions.size(); ++d) {
    const Dimension& dimension = dimensions[d];
    if (!is_on_grid(dimension)) continue;
    std::vector<std::int64_t> values = layout_.labels(d);
    if (dimension.kind == Dimension::Kind::index) {
      values.resize(layout_.extent(d));
      std::iota(values.begin(), values.end(), 0);
    }
    root_.axis(dimension.name, values, {{"long_name", dimension.long_name}, {"units", dimension.unit}});
  }
}

void ResultFile::write_grid() {
  write_status();
  for (std::size_t d = 0; d < experiment_.schema.dimensions().size(); ++d) {
    if (is_on_grid(experiment_.schema.dimensions()[d]) && layout_.differs(d)) write_extents(d);
  }
  for (std::size_t i = 0; i < experiment_.schema.entries().size(); ++i) {
    const ResultSchema::Entry& entry = experiment_.schema.entries()[i];
    if (entry.is_text) {
      write_text(i);
    } else if (!entry.is_trace) {
      write_output(i);
    }
  }
}

std::vector<Attribute> ResultFile::with_coordinates(std::vector<Attribute> attributes) const {
  const auto coordinates = extra_coordinates(experiment_.sweep);
  if (!coordinates.empty()) attributes.push_back({"coordinates", fmt::format("{}", fmt::join(coordinates, " "))});
  return attributes;
}

NetcdfVariable ResultFile::grid_variable(const std::string& name, ElementType type,
                                         const std::vector<std::string>& inner, std::vector<Attribute> attributes) {
  auto dimensions = grid_dimensions(experiment_.sweep);
  dimensions.insert(dimensions.end(), inner.begin(), inner.end());
  return root_.variable(name, type, dimensions, with_coordinates(std::move(attributes)), compression_);
}

void ResultFile::write_status() {
  std::vector<Attribute> attributes = {{"long_name", std::string("how the run ended")}, {"units", std::string("1")}};
  for (Attribute& flag : flag_attributes(ElementType::i8, run_status_flags())) attributes.push_back(std::move(flag));
  std::vector<std::int8_t> status;
  for (std::size_t i = 0; i < records_.size(); ++i) status.push_back(static_cast<std::int8_t>(records_[i].status));
  grid_variable("status", ElementType::i8, {}, std::move(attributes)).write(status.data());
}

void ResultFile::write_extents(std::size_t dimension) {
  const std::string& name = experiment_.schema.dimensions()[dimension].name;
  const bool labelled = experiment_.schema.dimensions()[dimension].kind == Dimension::Kind::labelled;
  std::vector<std::int32_t> extents;
  for (std::size_t i = 0; i < records_.size(); ++i) {
    const RecordView record = records_[i];
    extents.push_back(record.has_data() ? static_cast<std::int32_t>(record.extent(dimension)) : missing_integer);
  }
  grid_variable(
      fmt::format("num_{}s", name), ElementType::i32, {},
      {{"long_name", labelled ? fmt::format("number of {}s of this run; those it lacks are padding", name)
                              : fmt::format("length of dimension {} in this run; what is beyond is padding", name)},
       {"units", std::string("1")}})
      .write(extents.data());
}

void ResultFile::write_output(std::size_t index) {
  const ResultSchema::Entry& entry = experiment_.schema.entries()[index];
  std::vector<std::uint64_t> inner;
  for (const std::size_t d : entry.dimensions) inner.push_back(layout_.extent(d));
  const auto variable =
      grid_variable(entry.output.name, entry.output.type, entry.output.dimensions, attributes_of(entry.output));
  SlabWriter(grid_shape(experiment_.sweep), inner, entry.output.type)
      .write(variable,
             [&](std::size_t point, std::span<std::byte> row) { layout_.place(records_[point], index, row); });
}

/// A string for every point; empty where a run failed.
void ResultFile::write_text(std::size_t index) {
  const Output& output = experiment_.schema.entries()[index].output;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < records_.size(); ++i) {
    const auto bytes = records_[i].output(index);
    texts.emplace_back(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  root_.strings(output.name, grid_dimensions(experiment_.sweep), texts, with_coordinates(attributes_of(output)));
}

template <class T, class Value>
void ResultFile::write_column(NetcdfGroup& group, const std::string& name, const std::vector<Attribute>& attributes,
                              Value value) {
  std::vector<T> column;
  column.reserve(records_.size());
  for (std::size_t i = 0; i < records_.size(); ++i) column.push_back(value(records_[i]));
  group.variable(name, element_type_of<T>, {"run"}, attributes).write(column.data());
}

void ResultFile::write_runs() {
  NetcdfGroup runs = root_.group("runs");
  std::vector<std::int64_t> number(records_.size());
  std::iota(number.begin(), number.end(), 0);
  runs.axis("run", number,
            {{"long_name", std::string("number of the run, in the order of the grid")}, {"units", std::string("1")}});
  write_axis_columns(runs, experiment_.sweep);
  std::vector<Attribute> status = {{"long_name", std::string("how the run ended")}, {"units", std::string("1")}};
  for (Attribute& flag : flag_attributes(ElementType::i8, run_status_flags())) status.push_back(std::move(flag));
  write_column<std::int8_t>(runs, "status", status,
                            [](const RecordView& r) { return static_cast<std::int8_t>(r.status); });
  write_column<std::int32_t>(runs, "attempts",
                             {{"long_name", std::string("times the run was started")}, {"units", std::string("1")}},
                             [](const RecordView& r) { return r.attempts; });
  write_column<double>(runs, "seconds",
                       {{"long_name", std::string("wall time of the run")}, {"units", std::string("s")}},
                       [&](const RecordView& r) { return options_.omit_times ? missing_float : r.seconds; });
  for (std::size_t i = 0; i < experiment_.schema.entries().size(); ++i) {
    const ResultSchema::Entry& entry = experiment_.schema.entries()[i];
    if (!entry.dimensions.empty()) continue;
    SlabWriter({records_.size()}, {}, entry.output.type)
        .write(runs.variable(entry.output.name, entry.output.type, {"run"}, attributes_of(entry.output)),
               [&](std::size_t point, std::span<std::byte> row) { layout_.place(records_[point], i, row); });
  }
}

/// A group with the messages of the runs that `told` picks; none if there are none.
void ResultFile::write_messages(const std::string& group, const std::string& dimension, const std::string& meaning,
                                bool (*told)(const RecordView&)) {
  std::vector<std::int64_t> runs;
  std::vector<std::string> messages;
  for (std::size_t i = 0; i < records_.size(); ++i) {
    if (!told(records_[i])) continue;
    runs.push_back(static_cast<std::int64_t>(i));
    messages.emplace_back(records_[i].message);
  }
  if (runs.empty()) return;
  NetcdfGroup table = root_.group(group);
  table.dimension(dimension, runs.size());
  table
      .variable("run", ElementType::i64, {dimension},
                {{"long_name", std::string("number of the run in /runs")}, {"units", std::string("1")}})
      .write(runs.data());
  table.strings("message", {dimension}, messages, {{"long_name", meaning}});
}

void ResultFile::write_failures() {
  write_messages("failures", "failure", "why the run failed",
                 [](const RecordView& record) { return record.status == RunStatus::failed; });
  write_messages("notes", "note", "what a run that is not ok found", [](const RecordView& record) {
    return record.status != RunStatus::failed && !record.message.empty();
  });
}

void ResultFile::write_traces() {
  const auto& dimensions = experiment_.schema.dimensions();
  const bool any =
      std::any_of(dimensions.begin(), dimensions.end(), [](const auto& d) { return d.kind == Dimension::Kind::trace; });
  if (!any) return;
  NetcdfGroup traces = root_.group("traces");
  traces.dimension("run", records_.size());
  std::string row_size = "row_size";
  for (std::size_t d = 0; d < dimensions.size(); ++d) {
    if (dimensions[d].kind != Dimension::Kind::trace) continue;
    std::uint64_t samples = 0;
    for (std::size_t i = 0; i < records_.size(); ++i) samples += records_[i].has_data() ? records_[i].extent(d) : 0;
    traces.dimension(dimensions[d].name, samples);
    write_column<std::int64_t>(
        traces, row_size,
        {{"long_name", fmt::format("samples of the run in dimension {}", dimensions[d].name)},
         {"units", std::string("1")},
         {"sample_dimension", dimensions[d].name}},
        [&](const RecordView& r) { return r.has_data() ? static_cast<std::int64_t>(r.extent(d)) : 0; });
    row_size = dimensions[d].name + "_row_size";  // of a second trace dimension
    for (std::size_t i = 0; i < experiment_.schema.entries().size(); ++i) {
      const auto& entry = experiment_.schema.entries()[i];
      if (entry.is_trace && entry.dimensions.front() == d) write_trace(traces, i, samples);
    }
  }
}

void ResultFile::write_trace(NetcdfGroup& traces, std::size_t index, std::uint64_t samples) {
  const Output& output = experiment_.schema.entries()[index].output;
  std::vector<std::byte> all;
  all.reserve(samples * size_of(output.type));
  for (std::size_t i = 0; i < records_.size(); ++i) {
    const auto bytes = records_[i].output(index);
    all.insert(all.end(), bytes.begin(), bytes.end());
  }
  traces.variable(output.name, output.type, output.dimensions, attributes_of(output), compression_).write(all.data());
}

void ResultFile::write_provenance(const Provenance& provenance) {
  NetcdfGroup group = root_.group("provenance");
  for (const auto& [name, text] : provenance) {
    std::string words = name;
    std::replace(words.begin(), words.end(), '_', ' ');
    group.strings(name, {}, std::span(&text, 1), {{"long_name", words}, {"units", std::string("1")}});
  }
}

}  // namespace

void write_results(const std::filesystem::path& path, const Experiment& experiment, const Records& records,
                   const Provenance& provenance, const ResultOptions& options) {
  ResultFile(path, experiment, records, options).write(provenance);
}

}  // namespace aleator
