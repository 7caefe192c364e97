// aleator rerun: one point of a results file again.
#include <fmt/format.h>

#include <filesystem>

#include "experiments/cli/command.hpp"
#include "experiments/cli/print.hpp"
#include "experiments/cli/progress.hpp"
#include "experiments/cli/provenance.hpp"
#include "experiments/cli/run_options.hpp"
#include "experiments/journal/journaled_sweep.hpp"
#include "experiments/results/result_file.hpp"

namespace aleator::cli {
namespace {

namespace po = boost::program_options;

/// The command that runs the point alone, into another file.
std::string command_of(const Experiment& experiment, std::int64_t point) {
  std::string command = fmt::format("aleator run {} -o point-{}.h5", experiment.file, point);
  for (const std::string& option : experiment.overrides) command += fmt::format(" -s '{}'", option);
  const auto position = experiment.sweep.position(point);
  for (std::size_t i = 0; i < experiment.sweep.axes.size(); ++i) {
    if (position[i] == Sweep::absent) continue;
    for (const AxisKey& key : experiment.sweep.axes[i].keys) {
      command += fmt::format(" -s '{}=[{}]'", key.path.text(), toml_text(key.values[position[i]].value));
    }
  }
  return command;
}

}  // namespace

int rerun_command(const Arguments& arguments) {
  po::options_description options("Options");
  options.add_options()("point", po::value<std::int64_t>()->required(), "the number of the run in /runs");
  add_run_options(options);
  const auto map = parse(arguments, "rerun", options, "OUT");
  if (!map) return done;
  if (map->count("set")) throw UsageError("-s is not for rerun: a point is repeated as it was");
  const std::filesystem::path output = (*map)["OUT"].as<std::string>();
  const auto point = (*map)["point"].as<std::int64_t>();

  Experiment experiment = noted_experiment(Journal(journal_path(output)));
  experiment.memory = memory_of(*map);
  JournaledSweep sweep(experiment);
  if (point < 0 || point >= experiment.sweep.size()) {
    throw UsageError(fmt::format("--point {}: the runs are 0 to {}", point, experiment.sweep.size() - 1));
  }
  print("{}\n{}\n", experiment.sweep.describe(experiment.sweep.position(point)), command_of(experiment, point));
  SweepProgress progress;
  std::stop_source stop;
  TbbExecutor executor(threads_of(*map));
  sweep.run({point}, executor, progress, stop, [](const Records&) {});
  const Records records = sweep.records();
  write_results(output, experiment, records, provenance_of(experiment), {});
  const RecordView record = records[static_cast<std::size_t>(point)];
  print("{} after {}, attempt {}{}{}\n", status_name(record.status), duration_text(record.seconds), record.attempts,
        record.message.empty() ? "" : ": ", record.message);
  return record.status == RunStatus::failed ? some_failed : done;
}

}  // namespace aleator::cli
