// aleator rerun: one point of a results file again.
#include <fmt/format.h>

#include <filesystem>

#include "experiments/cli/command.hpp"
#include "experiments/cli/output_file.hpp"
#include "experiments/cli/print.hpp"
#include "experiments/cli/progress.hpp"
#include "experiments/cli/provenance.hpp"
#include "experiments/cli/run_options.hpp"
#include "experiments/cli/shell_word.hpp"
#include "experiments/journal/journaled_sweep.hpp"
#include "experiments/results/result_file.hpp"

namespace aleator::cli {
namespace {

namespace po = boost::program_options;

/// The command that runs the point alone, with all of its replicates, into another file.
std::string command_of(const Experiment& experiment, std::int64_t point) {
  const auto option = [](const std::string& text) { return fmt::format(" -s {}", shell_word(text)); };
  std::string command = fmt::format("aleator run {} -o point-{}.h5", shell_word(experiment.file), point);
  for (const std::string& override : experiment.overrides) command += option(override);
  const auto position = experiment.sweep.position(point);
  for (std::size_t i = 0; i < experiment.sweep.axes.size(); ++i) {
    if (position[i] == Sweep::absent) continue;
    for (const AxisKey& key : experiment.sweep.axes[i].keys) {
      command += option(fmt::format("{}=[{}]", key.path.text(), toml_text(key.values[position[i]].value)));
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
  check_output(output, experiment.name(), false);
  JournaledSweep sweep(experiment);
  if (point < 0 || point >= experiment.sweep.size()) {
    throw UsageError(fmt::format("--point {}: the runs are 0 to {}", point, experiment.sweep.size() - 1));
  }
  if (sweep.state(point) == PointState::unneeded) {
    throw UsageError(fmt::format("--point {}: is not needed: the mean of {} is known without this replicate", point,
                                 experiment.until->of));
  }
  print("{}\n{}\n", experiment.sweep.describe(experiment.sweep.position(point)), command_of(experiment, point));
  SweepProgress progress;
  std::stop_source stop;
  TbbExecutor executor(threads_of(*map));
  sweep.run({point}, executor, progress, stop, [](const Records&) {});
  const bool was_good = sweep.state(point) == PointState::done;
  const Records all = sweep.records();
  const RecordView record = all[static_cast<std::size_t>(point)];
  print("{} after {}, attempt {}{}{}\n", status_name(record.status), duration_text(record.seconds), record.attempts,
        record.message.empty() ? "" : ": ", record.message);
  if (record.status == RunStatus::failed && was_good) print("the results keep what it found before\n");
  sweep.look_again();
  write_results(output, experiment, sweep.records(), provenance_of(experiment), {});
  return record.status == RunStatus::failed ? some_failed : done;
}

}  // namespace aleator::cli
