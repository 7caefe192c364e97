#include "experiments/cli/runs_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/cli/table.hpp"
#include "experiments/model_files/hdf5_model.hpp"
#include "experiments/results/file_error.hpp"

namespace aleator::cli {
namespace {

/// The codes that flag_meanings are the names of.
std::vector<std::int64_t> flag_values(const results::VariableInfo& column) {
  for (const auto& entry : column.attributes) {
    if (entry.name != "flag_values") continue;
    if (const auto* codes = std::get_if<std::vector<std::int64_t>>(&entry.value)) return *codes;
    if (const auto* code = std::get_if<std::int64_t>(&entry.value)) return {*code};
  }
  return {};
}

}  // namespace

std::string attribute(const std::vector<results::Attribute>& attributes, const std::string& name) {
  for (const auto& entry : attributes) {
    const auto* text = std::get_if<std::string>(&entry.value);
    if (text && entry.name == name) return *text;
  }
  return {};
}

std::vector<std::string> texts(const results::NetcdfReader& file, const results::VariableInfo& variable,
                               const std::string& path) {
  if (variable.kind == results::ValueKind::strings) return file.read_strings(path);
  std::vector<std::string> texts;
  for (const double value : file.read_doubles(path)) texts.push_back(number_text(value));
  return texts;
}

/// The values of a column of /runs; codes by their meanings.
std::vector<std::string> column_texts(const results::NetcdfReader& file, const results::VariableInfo& column) {
  const std::string meanings = attribute(column.attributes, "flag_meanings");
  if (meanings.empty()) return texts(file, column, "runs/" + column.name);
  std::vector<std::string> names = wrap(meanings, 0);
  const auto codes = file.read_integers("runs/" + column.name);
  const std::vector<std::int64_t> values = flag_values(column);
  std::vector<std::string> result;
  for (const std::int64_t code : codes) {
    const auto index = static_cast<std::size_t>(std::find(values.begin(), values.end(), code) - values.begin());
    result.push_back(index < std::min(names.size(), values.size()) ? names[index] : std::to_string(code));
  }
  return result;
}

bool is_axis(const results::VariableInfo& variable) {
  return variable.dimensions.size() == 1 && variable.dimensions.front() == variable.name;
}

void require_results(const results::NetcdfReader& file, const std::string& path) {
  if (attribute(file.attributes(), "source").starts_with("aleator ")) return;
  const bool is_process = attribute(file.attributes(), "format") == hdf5_model_format;
  throw results::FileError(fmt::format("{} is not a results file of aleator{}", path,
                                       is_process ? ": it is a process, for kind = \"file\"" : ""));
}

}  // namespace aleator::cli
