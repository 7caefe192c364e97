// aleator export: models for other programs, and runs as a plain table.
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "experiments/cli/command.hpp"
#include "experiments/cli/print.hpp"
#include "experiments/cli/run_options.hpp"
#include "experiments/cli/runs_table.hpp"
#include "experiments/experiment.hpp"
#include "experiments/model_files/model_file.hpp"
#include "experiments/results/netcdf_reader.hpp"

namespace aleator::cli {
namespace {

namespace po = boost::program_options;

struct NamedFormat {
  std::string_view name;
  ModelFormat format;
  std::string_view ending;
};

constexpr NamedFormat formats[] = {
    {"prism", ModelFormat::prism, ".tra"}, {"drn", ModelFormat::drn, ".drn"}, {"hdf5", ModelFormat::hdf5, ".model.h5"}};

const NamedFormat& format_named(const std::string& name) {
  for (const NamedFormat& format : formats) {
    if (format.name == name) return format;
  }
  throw UsageError(fmt::format("--format {}: it is one of prism, drn, hdf5", name));
}

/// The model of an experiment's first point, or one that stands in a file itself.
struct Exported {
  LabelledMdp model;
  std::string name;
};

/// @param memory  bytes that the model of an experiment may take
Exported read_exported(const std::string& path, const std::vector<std::string>& overrides, double memory) {
  if (!path.ends_with(".toml")) {
    if (!overrides.empty()) throw UsageError("-s is for experiment files");
    return {read_model_file(path), std::filesystem::path(path).stem().string()};
  }
  const Experiment experiment = read_experiment(path, overrides);
  Config config = experiment.config;
  experiment.sweep.apply(experiment.sweep.position(0), experiment.config, config);
  const ModelKind& kind = kind_of(config);
  try {
    require_plain_rows(kind.size(config), memory);
  } catch (const std::invalid_argument& error) {
    throw UsageError(error.what());
  }
  const auto process = kind.make(config, 0).process;
  if (!process) {
    throw UsageError(fmt::format("kind \"{}\" is no decision process that could be exported", kind.variant.name));
  }
  return {process->labelled_mdp(), experiment.name()};
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

/// The values of a column of /runs: codes by their meanings, numbers so that they can be read back, NaN as nothing.
std::vector<std::string> csv_column(const results::NetcdfReader& file, const results::VariableInfo& column) {
  if (!attribute(column.attributes, "flag_meanings").empty()) return column_texts(file, column);
  std::vector<std::string> texts;
  if (column.kind == results::ValueKind::integers) {
    for (const std::int64_t value : file.read_integers("runs/" + column.name)) texts.push_back(std::to_string(value));
  } else {
    for (const double value : file.read_doubles("runs/" + column.name)) {
      texts.push_back(std::isnan(value) ? std::string() : fmt::format("{}", value));
    }
  }
  return texts;
}

/// The table /runs of a results file, one line a run, to stdout or a file.
int export_csv(const std::string& path, const po::variables_map& map) {
  const results::NetcdfReader file(path);
  require_results(file, path);
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> columns;
  for (const results::VariableInfo& column : file.variables("runs")) {
    names.push_back(csv_field(column.name));
    columns.push_back(csv_column(file, column));
    for (std::string& text : columns.back()) text = csv_field(text);
  }
  std::string text = fmt::format("{}\n", fmt::join(names, ","));
  for (std::size_t run = 0; run < columns.front().size(); ++run) {
    for (std::size_t i = 0; i < columns.size(); ++i) text += (i > 0 ? "," : "") + columns[i][run];
    text += '\n';
  }
  if (!map.count("output")) {
    print("{}", text);
    return done;
  }
  const std::string output = map["output"].as<std::string>();
  std::ofstream written(output, std::ios::binary);
  written << text;
  written.close();
  if (!written) throw results::FileError(fmt::format("cannot write {}: {}", output, std::strerror(errno)));
  print("{}: {} runs\n", output, columns.front().size());
  return done;
}

/// A name that -o gives is looked at before the model is made.
std::optional<std::string> output_name(const po::variables_map& map, ModelFormat format) {
  if (!map.count("output")) return std::nullopt;
  std::string name = map["output"].as<std::string>();
  if (const std::string problem = model_name_problem(name, format); !problem.empty()) throw UsageError(problem);
  return name;
}

}  // namespace

int export_command(const Arguments& arguments) {
  po::options_description options("Options");
  options.add_options()("csv", "the runs of a results file as a plain table, to stdout unless -o names a file")(
      "format,f", po::value<std::string>()->default_value("prism"), "prism, drn or hdf5")(
      "output,o", po::value<std::string>(), "the file; NAME.tra, NAME.drn or NAME.model.h5 unless given")(
      "set,s", po::value<std::vector<std::string>>()->composing(), "key=value: sets a key of an experiment file")(
      "memory", po::value<std::string>(), memory_help);
  const auto map = parse(arguments, "export", options, "MODEL");
  if (!map) return done;
  if (map->count("csv")) return export_csv((*map)["MODEL"].as<std::string>(), *map);
  const NamedFormat& format = format_named((*map)["format"].as<std::string>());
  const auto overrides = map->count("set") ? (*map)["set"].as<std::vector<std::string>>() : std::vector<std::string>();
  const std::optional<std::string> named = output_name(*map, format.format);
  const Exported exported = read_exported((*map)["MODEL"].as<std::string>(), overrides, memory_of(*map));
  const std::string output = named.value_or(exported.name + std::string(format.ending));
  write_model_file(exported.model, output, format.format);
  print("{}: {} states, {} actions, {} transitions\n", output, exported.model.mdp.num_states(),
        exported.model.mdp.num_rows(), exported.model.mdp.num_transitions());
  return done;
}

}  // namespace aleator::cli
