#include "experiments/cli/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/text.hpp"
#include "experiments/cli/command.hpp"
#include "experiments/cli/runs_table.hpp"
#include "experiments/config/key.hpp"

namespace aleator::cli {
namespace {

using results::NetcdfReader;
using results::VariableInfo;
using Columns = std::vector<VariableInfo>;
using Texts = std::vector<std::string>;

const VariableInfo* find(const Columns& columns, const std::string& name) {
  const auto found = std::find_if(columns.begin(), columns.end(), [&](const auto& c) { return c.name == name; });
  return found == columns.end() ? nullptr : &*found;
}

std::string key_of(const VariableInfo& column) {
  return attribute(column.attributes, "key");
}

/// Whether the key of a column says how a problem is solved, not which one it is.
bool is_way(const VariableInfo& column) {
  constexpr std::string_view ways[] = {
      "method", "tolerance",    "max_sweeps",        "start",   "stop",   "encoding", "order", "relaxation",
      "krylov", "block_states", "evaluation_sweeps", "restart", "forcing"};
  const std::string key = key_of(column);
  return key.starts_with("solve.") && std::find(std::begin(ways), std::end(ways), key.substr(6)) != std::end(ways);
}

/// The columns of /runs that say where a run stands: the axes and the replicate.
Columns place_columns(const Columns& columns) {
  const auto status = std::find_if(columns.begin(), columns.end(), [](const auto& c) { return c.name == "status"; });
  Columns places(columns.begin(), status);
  std::erase_if(places, [](const VariableInfo& c) { return is_axis(c); });  // `run` itself
  return places;
}

const VariableInfo& compared_column(const Columns& places, const std::optional<std::string>& axis) {
  const std::string wanted = axis.value_or("solve.method");
  const auto last = [](const std::string& key) { return key.substr(key.rfind('.') + 1); };
  Texts names;
  for (const VariableInfo& column : places) {
    if (column.name == wanted || key_of(column) == wanted) return column;
    names.push_back(column.name);
  }
  for (const VariableInfo& column : places) {
    if (last(key_of(column)) == wanted) return column;
  }
  const std::string has = fmt::format("it has {}", fmt::join(names, ", "));
  if (!axis) throw UsageError("the file has no axis solve.method; name another one with --axis: " + has);
  throw UsageError(
      fmt::format("--axis {}: the file has no such axis{}: {}", wanted, did_you_mean(last(wanted), names), has));
}

/// The values of a column of /runs, different texts for different values.
Texts exact_texts(const NetcdfReader& file, const VariableInfo& column) {
  if (!attribute(column.attributes, "flag_meanings").empty()) return column_texts(file, column);
  Texts texts;
  for (const double value : file.read_doubles("runs/" + column.name)) texts.push_back(to_text(value));
  return texts;
}

/// The method of each run; empty if it is the same one for all.
Texts methods_of_runs(const NetcdfReader& file, const Columns& places, const Columns& root) {
  const auto column =
      std::find_if(places.begin(), places.end(), [](const auto& c) { return key_of(c) == "solve.method"; });
  if (column == places.end()) return {};
  const std::string labelled = column->name + "_values";
  if (!find(root, labelled)) return column_texts(file, *column);
  const Texts names = file.read_strings(labelled);
  Texts methods;
  for (const std::int64_t code : file.read_integers("runs/" + column->name)) {
    methods.push_back(names.at(static_cast<std::size_t>(code)));
  }
  return methods;
}

/// Whether a column belongs to the dimension of the grid that the compared one belongs to.
bool are_zipped(const Columns& root, const VariableInfo& column, const VariableInfo& compared) {
  const VariableInfo* one = find(root, column.name);
  const VariableInfo* other = find(root, compared.name);
  return one && other && one->dimensions.front() == other->dimensions.front();
}

/// What each run solved, as text.
Texts problems_of_runs(const NetcdfReader& file, const Columns& places, const VariableInfo& compared) {
  const Columns root = file.variables();
  Texts problems(file.read_integers("runs/status").size());
  for (const VariableInfo& column : places) {
    if (column.name == compared.name || (is_way(column) && are_zipped(root, column, compared))) continue;
    const Texts values = exact_texts(file, column);
    for (std::size_t i = 0; i < problems.size(); ++i) problems[i] += values[i] + "\n";
  }
  const Texts methods = methods_of_runs(file, places, root);
  for (std::size_t i = 0; i < methods.size(); ++i) {
    if (methods[i] == "backward-induction") problems[i] += "horizon";
  }
  return problems;
}

/// Numbers each distinct text in the order of its first appearance.
struct Numbering {
  std::map<std::string, std::size_t> number;
  Texts texts;

  std::size_t of(const std::string& text) {
    const auto [entry, is_new] = number.emplace(text, texts.size());
    if (is_new) texts.push_back(text);
    return entry->second;
  }
};

void read_figures(const NetcdfReader& file, const Columns& columns, std::vector<ComparedRun>& runs) {
  const auto take = [&](const char* name, double ComparedRun::*member) {
    if (!find(columns, name)) return;
    const auto values = file.read_doubles(std::string("runs/") + name);
    for (std::size_t i = 0; i < values.size(); ++i) runs[i].*member = values[i];
  };
  take("seconds", &ComparedRun::seconds);
  take("transitions_processed", &ComparedRun::transitions);
  take("sweeps", &ComparedRun::sweeps);
  take("error_bound", &ComparedRun::error_bound);
  take("initial_value", &ComparedRun::initial_value);
}

}  // namespace

Comparison read_comparison(const NetcdfReader& file, const std::optional<std::string>& axis) {
  const Columns columns = file.variables("runs");
  const Columns places = place_columns(columns);
  const VariableInfo& compared = compared_column(places, axis);
  const Texts variant = exact_texts(file, compared);
  const Texts problem = problems_of_runs(file, places, compared);
  const auto status = file.read_integers("runs/status");
  Comparison comparison{compared.name, is_way(compared), {}, 0, {}};
  Numbering variants, problems;
  const auto ran = [&](std::size_t i) { return status[i] >= 0; };
  for (std::size_t i = 0; i < status.size(); ++i) {
    comparison.runs.push_back({variants.of(variant[i]), ran(i) ? problems.of(problem[i]) : 0, status[i] == 0});
  }
  read_figures(file, columns, comparison.runs);
  std::size_t i = 0;
  std::erase_if(comparison.runs, [&](const ComparedRun&) { return !ran(i++); });
  comparison.variants = std::move(variants.texts);
  comparison.problems = problems.texts.size();
  return comparison;
}

}  // namespace aleator::cli
