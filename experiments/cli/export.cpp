// aleator export: models for other programs.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>

#include "experiments/cli/command.hpp"
#include "experiments/cli/print.hpp"
#include "experiments/cli/run_options.hpp"
#include "experiments/experiment.hpp"
#include "experiments/model_files/model_file.hpp"

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
  options.add_options()("format,f", po::value<std::string>()->default_value("prism"), "prism, drn or hdf5")(
      "output,o", po::value<std::string>(), "the file; NAME.tra, NAME.drn or NAME.model.h5 unless given")(
      "set,s", po::value<std::vector<std::string>>()->composing(), "key=value: sets a key of an experiment file")(
      "memory", po::value<std::string>(), memory_help);
  const auto map = parse(arguments, "export", options, "MODEL");
  if (!map) return done;
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
