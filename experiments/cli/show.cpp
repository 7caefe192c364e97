// aleator show: what a results file holds.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/cli/command.hpp"
#include "experiments/cli/print.hpp"
#include "experiments/cli/runs_table.hpp"
#include "experiments/cli/summary.hpp"
#include "experiments/cli/table.hpp"
#include "experiments/results/netcdf_reader.hpp"
#include "experiments/run/record.hpp"

namespace aleator::cli {
namespace {

using results::NetcdfReader;
using results::ValueKind;
using results::VariableInfo;

constexpr std::size_t most_rows = 20;

void print_axes(const NetcdfReader& file, const std::vector<VariableInfo>& variables) {
  std::vector<std::vector<std::string>> rows = {{"dimension", "size", "values"}};
  for (const VariableInfo& variable : variables) {
    if (!is_axis(variable)) continue;
    auto values = texts(file, variable, variable.name);
    if (values.size() > 8) {
      values = {values[0], values[1], values[2], "...", values[values.size() - 2], values.back()};
    }
    rows.push_back({variable.name, std::to_string(variable.shape.front()), fmt::format("{}", fmt::join(values, ", "))});
  }
  print_table(rows);
}

void print_variables(const std::vector<VariableInfo>& variables) {
  std::vector<std::vector<std::string>> rows = {{"variable", "meaning"}};
  for (const VariableInfo& variable : variables) {
    if (is_axis(variable)) continue;
    const std::string unit = attribute(variable.attributes, "units");
    rows.push_back(
        {fmt::format("{}({})", variable.name, fmt::join(variable.dimensions, ", ")),
         attribute(variable.attributes, "long_name") + (unit == "1" || unit.empty() ? "" : " [" + unit + "]")});
  }
  print("\n");
  print_table(rows);
}

/// One row a run, or one row a column with its spread.
void print_runs(const NetcdfReader& file) {
  const auto columns = file.variables("runs");
  const std::size_t runs = columns.front().shape.front();
  std::vector<std::vector<std::string>> rows;
  if (runs <= most_rows) {
    rows.resize(runs + 1);
    for (const VariableInfo& column : columns) {
      if (column.name == "attempts" || (column.name == "replicate" && runs == 1)) continue;
      const auto values = column_texts(file, column);
      rows[0].push_back(column.name);
      for (std::size_t i = 0; i < runs; ++i) rows[i + 1].push_back(values[i]);
    }
  } else {
    rows = {{"of all runs", "least", "median", "most"}};
    for (const VariableInfo& column : columns) {
      if (is_axis(column) || column.name == "attempts" || !attribute(column.attributes, "flag_meanings").empty())
        continue;
      auto values = file.read_doubles("runs/" + column.name);
      std::erase_if(values, [](double x) { return std::isnan(x); });
      if (values.empty() || (column.name == "replicate" && values.back() == 0)) continue;
      std::sort(values.begin(), values.end());
      rows.push_back({column.name, number_text(values.front()), number_text(values[values.size() / 2]),
                      number_text(values.back())});
    }
  }
  print("\n");
  if (runs > 1) return print_table(rows);
  std::vector<std::vector<std::string>> turned = {{"", ""}};  // a single run reads better downwards
  for (std::size_t c = 1; c < rows[0].size(); ++c) turned.push_back({rows[0][c], rows[1][c]});
  turned.erase(turned.begin());
  for (const VariableInfo& variable : file.variables()) {  // which /runs has not
    if (variable.kind != ValueKind::strings || is_axis(variable)) continue;
    if (const auto text = file.read_strings(variable.name); !text.front().empty()) {
      turned.push_back({variable.name, text.front()});
    }
  }
  print_table(turned);
}

void print_messages(const NetcdfReader& file, const std::string& group, const std::string& what) {
  if (!file.has_group(group)) return;
  const auto runs = file.read_integers(group + "/run");
  const auto messages = file.read_strings(group + "/message");
  for (std::size_t i = 0; i < runs.size() && i < 10; ++i) print("  run {}{}: {}\n", runs[i], what, messages[i]);
  if (runs.size() > 10) print("  ... and {} more\n", runs.size() - 10);
}

void print_statuses(const NetcdfReader& file) {
  const auto statuses = file.read_integers("runs/status");
  for (const auto& [value, name] : run_status_flags()) {
    const auto count = std::count(statuses.begin(), statuses.end(), value);
    if (count > 0) print(", {} {}", count, name);
  }
  print("\n");
  print_messages(file, "failures", " failed");
  print_messages(file, "notes", "");
}

}  // namespace

void print_summary(const std::filesystem::path& path) {
  const NetcdfReader file(path);
  const auto attributes = file.attributes();
  const auto variables = file.variables();
  require_results(file, path.string());
  print("{}: {} ({}), {}", path.string(), attribute(attributes, "title"), attribute(attributes, "model"),
        bytes_text(static_cast<double>(std::filesystem::file_size(path))));
  print_statuses(file);
  print("\n");
  print_axes(file, variables);
  print_variables(variables);
  print_runs(file);
}

int show_command(const Arguments& arguments) {
  const auto map = parse(arguments, "show", boost::program_options::options_description("Options"), "OUT");
  if (!map) return done;
  print_summary((*map)["OUT"].as<std::string>());
  return done;
}

}  // namespace aleator::cli
