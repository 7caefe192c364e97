// aleator ask: the value of every action in a state.
#include "experiments/run/ask.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "experiments/cli/command.hpp"
#include "experiments/cli/print.hpp"
#include "experiments/cli/run_options.hpp"
#include "experiments/cli/table.hpp"
#include "experiments/registry.hpp"
#include "experiments/results/netcdf_reader.hpp"

namespace aleator::cli {
namespace {

namespace po = boost::program_options;

void print_answer(const Answer& answer) {
  for (const std::string& line : answer.state) print("{}\n", line);
  if (!answer.lines.empty()) {
    print("\n");
    std::vector<std::vector<std::string>> rows = {answer.columns};
    rows.insert(rows.end(), answer.lines.begin(), answer.lines.end());
    print_table(rows);
  }
  for (const std::string& note : answer.notes) print("\n{}\n", note);
}

bool is_hdf5(const std::string& file) {
  const std::string extension = std::filesystem::path(file).extension().string();
  return extension == ".h5" || extension == ".hdf5";
}

Answer ask_file(const std::string& file, const std::string& state) {
  const results::NetcdfReader reader(file);
  for (const results::Attribute& attribute : reader.attributes()) {
    const std::string* format = std::get_if<std::string>(&attribute.value);
    if (attribute.name != "format" || !format) continue;
    for (const TableFormat& table : table_formats()) {
      if (table.format == *format) return table.ask(file, state);
    }
  }
  throw UsageError(
      fmt::format("{}: no table of a solved game; ask the experiment file, or the table that "
                  "keep_table has written",
                  file));
}

Answer ask_experiment(const std::string& file, const std::string& state, const po::variables_map& map) {
  Experiment experiment = read_experiment(file, overrides_of(map));
  experiment.memory = memory_of(map);
  if (experiment.sweep.size() > 1) {
    print_error("of the first of {} points: {}\n", experiment.sweep.size(),
                experiment.sweep.describe(experiment.sweep.position(0)));
  }
  TbbExecutor executor(threads_of(map));
  return ask(experiment, state, executor);
}

}  // namespace

int ask_command(const Arguments& arguments) {
  po::options_description options("Options");
  options.add_options()("state", po::value<std::string>()->required(),
                        "the state: a number, or what `describe KIND` says");
  add_run_options(options);
  const auto map = parse(arguments, "ask", options, "FILE");
  if (!map) return done;
  const std::string file = (*map)["FILE"].as<std::string>();
  const std::string state = (*map)["state"].as<std::string>();
  try {
    print_answer(is_hdf5(file) ? ask_file(file, state) : ask_experiment(file, state, *map));
  } catch (const std::invalid_argument& error) {
    throw UsageError(error.what());
  }
  return done;
}

}  // namespace aleator::cli
