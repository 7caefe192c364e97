#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <thread>

#include "core/simd.hpp"
#include "experiments/build_info.hpp"
#include "experiments/cli/command.hpp"
#include "experiments/cli/output_file.hpp"
#include "experiments/cli/print.hpp"
#include "experiments/cli/progress.hpp"
#include "experiments/cli/provenance.hpp"
#include "experiments/cli/run_options.hpp"
#include "experiments/cli/signals.hpp"
#include "experiments/cli/summary.hpp"
#include "experiments/experiment.hpp"
#include "experiments/journal/journaled_sweep.hpp"
#include "experiments/results/result_file.hpp"

namespace aleator::cli {
namespace {

namespace po = boost::program_options;

struct RunOptions {
  std::string file;
  std::filesystem::path output;  // empty: NAME.h5
  int threads = 1;
  std::vector<std::string> overrides;
  bool fresh = false;
  bool retry_failed = false;
  Shard shard;
  bool omit_times = false;
  double memory = 0;  // bytes
  std::string simd;   // empty: the best of this processor
};

Shard parse_shard(const std::string& text) {
  if (const auto shard = Shard::parse(text)) return *shard;
  throw UsageError(fmt::format("--shard {}: expected i/n with 0 <= i < n, such as 0/4", text));
}

/// x.h5 -> x.shard-1-of-4.h5; of the only one: as it is.
std::filesystem::path shard_path(std::filesystem::path path, const Shard& shard) {
  if (shard.count == 1) return path;
  const std::string extension = path.extension().string();
  return path.replace_extension(fmt::format("shard-{}-of-{}{}", shard.index, shard.count, extension));
}

void pin_simd(const std::string& target) {
  try {
    set_simd_target(target);
  } catch (const std::invalid_argument& error) {
    throw UsageError(fmt::format("--simd {}: {}", target, error.what()));
  }
}

std::optional<RunOptions> parse_run(const Arguments& arguments) {
  po::options_description options("Options");
  options.add_options()("output,o", po::value<std::string>(), "the results file; NAME.h5 unless given");
  add_run_options(options);
  options.add_options()("fresh", "begin anew: an existing results file and its journal are renamed to NAME.1.h5")(
      "retry-failed", "run again what has failed before")(
      "shard", po::value<std::string>(),
      "i/n: only the points of one of n shards, 0 to n-1; inside a Slurm job array unless given")(
      "simd", po::value<std::string>(),
      "the set of vector instructions: results are bitwise the same within one; the best of this processor unless "
      "given")("omit-times", "leave out times, threads, host and command, so that equal results are equal files");
  const auto map = parse(arguments, "run", options, "FILE");
  if (!map) return std::nullopt;
  RunOptions run;
  run.file = (*map)["FILE"].as<std::string>();
  if (map->count("output")) run.output = (*map)["output"].as<std::string>();
  if (map->count("output") && run.output.empty()) throw UsageError("-o: the name is empty");
  run.threads = threads_of(*map);
  run.overrides = overrides_of(*map);
  run.fresh = map->count("fresh") > 0;
  run.retry_failed = map->count("retry-failed") > 0;
  run.shard = map->count("shard") ? parse_shard((*map)["shard"].as<std::string>()) : slurm_shard();
  // Tasks of an array are started by one command: each has a file of its own, whatever -o says.
  if (!run.output.empty() && !map->count("shard")) run.output = shard_path(run.output, run.shard);
  run.omit_times = map->count("omit-times") > 0;
  run.memory = memory_of(*map);
  if (map->count("simd")) run.simd = (*map)["simd"].as<std::string>();
  return run;
}

/// The processes that share the points. @throws UsageError if there are some of which this program cannot know
std::unique_ptr<Farm> find_farm() {
  if (const FindFarm find = farm_finder()) return find();
  for (const char* variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    const char* const size = std::getenv(variable);
    if (!size || std::string_view(size) == "1") continue;
    throw UsageError(
        fmt::format("mpirun started {} processes, and this program was built without MPI: configure it "
                    "with -DALEATOR_MPI=ON",
                    size));
  }
  return nullptr;
}

/// Of a process of a farm that is not the first: runs what it is given.
int work(Farm& farm, Experiment& experiment, int threads) {
  TbbExecutor executor(threads);
  std::stop_source stop;
  const std::jthread watch([&](const std::stop_token& end) {
    while (!end.stop_requested()) {
      if (SignalGuard::interrupted()) stop.request_stop();
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  });
  farm.work(experiment, executor, stop.get_token());
  return done;
}

/// How a sweep went.
struct Finished {
  std::int64_t done = 0;  // now, failed ones included
  std::int64_t failed = 0;
  std::int64_t left = 0;  // that were to be run
  std::string started;
  double seconds = 0;
};

/// Writes the results so far.
void write_so_far(const Experiment& experiment, const Records& records, const RunOptions& options,
                  const Arguments& arguments, const Finished& finished) {
  Provenance provenance = provenance_of(experiment);
  if (!options.omit_times) {
    add_times(provenance, "run", arguments, options.threads, finished.started, finished.seconds);
  }
  write_results(options.output, experiment, records, provenance, {.omit_times = options.omit_times});
}

/// Runs what is to be run, and writes the results so far now and then.
void run_points(const Experiment& experiment, JournaledSweep& sweep, const std::vector<std::int64_t>& points,
                const RunOptions& options, const Arguments& arguments, Farm* farm, Finished& finished) {
  SweepProgress progress;
  std::stop_source stop;
  TbbExecutor executor(options.threads);
  const ProgressDisplay display(progress, static_cast<std::int64_t>(points.size()), stop);
  sweep.run(
      points, executor, progress, stop,
      [&](const Records& records) { write_so_far(experiment, records, options, arguments, finished); }, farm);
  finished.seconds += display.seconds();
  finished.done += progress.done;
  finished.failed += progress.failed;
  finished.left = static_cast<std::int64_t>(points.size()) - progress.done;
}

/// Runs what is to be run; where replicates go on until a mean is known well enough, until it is.
Finished run_all(const Experiment& experiment, JournaledSweep& sweep, const RunOptions& options,
                 const Arguments& arguments, Farm* farm) {
  Finished finished;
  finished.started = utc_now();
  auto points = sweep.to_run(options.retry_failed);
  run_points(experiment, sweep, points, options, arguments, farm, finished);
  while (experiment.until && finished.left == 0) {
    sweep.look_again();
    points = sweep.to_run(false);
    if (points.empty()) break;
    run_points(experiment, sweep, points, options, arguments, farm, finished);
  }
  return finished;
}

/// Writes the results; a file from before there was a journal keeps a name of its own if runs have failed since.
void write_file(const Experiment& experiment, const JournaledSweep& sweep, const Records& records,
                const RunOptions& options, const Finished& finished, const Arguments& arguments) {
  std::filesystem::path kept;
  if (sweep.is_new() && finished.failed > 0) kept = keep_old(options.output);
  try {
    write_so_far(experiment, records, options, arguments, finished);
  } catch (...) {
    std::error_code ignored;
    if (!kept.empty() && std::filesystem::exists(options.output, ignored)) std::filesystem::remove(kept, ignored);
    throw;
  }
  say_kept(options.output, kept);
}

/// What to say if the simulated return is not near the value; empty if it is.
std::string disagreement(const RecordView& record) {
  const auto agrees = record.values<std::int8_t>("agrees_with_value");
  if (agrees.empty() || agrees.front() != 0) return {};
  const auto mean = record.values<double>("return_mean");
  const auto value = record.values<double>("value");
  const auto bound = record.values<double>("error_bound");
  if (mean.empty() || value.empty() || bound.empty()) return "the simulated return disagrees with the value";
  const bool loose = bound.front() > 1e-6 * std::max(1.0, std::abs(value.front()));
  return fmt::format("simulated play earned {:.6g}, but value(0) is {:.6g}{}", mean.front(), value.front(),
                     loose
                         ? fmt::format(": an error bound of {:.3g} may be too loose to tell good steps from bad ones; "
                                       "lower solve.tolerance",
                                       bound.front())
                         : std::string());
}

/// What deserves a look though the file is written: failed runs, solvers that gave up, simulations that disagree.
void print_warnings(const Experiment& experiment, const Records& records) {
  std::size_t shown = 0;
  std::size_t troubled = 0;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const RecordView record = records[i];
    std::string message(record.message);
    if (record.status == RunStatus::failed) message = "failed: " + message;
    if (message.empty()) message = disagreement(record);
    if (message.empty()) continue;
    ++troubled;
    if (++shown > 5) continue;
    const std::string point = experiment.sweep.describe(experiment.sweep.position(static_cast<std::int64_t>(i)));
    print_error("run {}{}{}: {}\n", i, point.empty() ? "" : ", ", point, message);
  }
  if (troubled > 5) print_error("... and {} more such runs\n", troubled - 5);
}

std::int64_t count_done(const Records& records) {
  std::int64_t done = 0;
  for (std::size_t i = 0; i < records.size(); ++i) done += records[i].status != RunStatus::not_run;
  return done;
}

std::int64_t count_failed(const Records& records) {
  std::int64_t failed = 0;
  for (std::size_t i = 0; i < records.size(); ++i) failed += records[i].status == RunStatus::failed;
  return failed;
}

/// "3 runs in 12 s on 2 threads, 7 done before, 1 failed"
std::string headline(const Finished& finished, std::int64_t all_done, std::int64_t failed, const RunOptions& options,
                     const Farm* farm) {
  std::string line = fmt::format("{} run{} in {} on {} thread{}", finished.done, finished.done == 1 ? "" : "s",
                                 duration_text(finished.seconds), options.threads, options.threads == 1 ? "" : "s");
  if (farm) line += fmt::format(" of {} process{}", farm->workers(), farm->workers() == 1 ? "" : "es");
  if (options.shard.count > 1) line = fmt::format("shard {}: {}", options.shard.text(), line);
  if (all_done > finished.done) line += fmt::format(", {} done before", all_done - finished.done);
  if (failed > 0) line += fmt::format(", {} failed", failed);
  return line;
}

}  // namespace

int run_command(const Arguments& arguments) {
  auto options = parse_run(arguments);
  if (!options) return done;
  pin_simd(options->simd);
  const SignalGuard signals;
  Experiment experiment = read_experiment(options->file, options->overrides);
  experiment.memory = options->memory;
  if (options->output.empty()) options->output = shard_path(experiment.results, options->shard);
  experiment.results = options->output;
  const std::unique_ptr<Farm> farm = find_farm();
  if (farm && !farm->is_first()) return work(*farm, experiment, options->threads);
  check_output(options->output, experiment.name(), options->fresh);
  if (options->fresh) keep_all_old(options->output);

  JournaledSweep sweep(experiment, options->shard);
  const Finished finished = run_all(experiment, sweep, *options, arguments, farm.get());
  const Records records = sweep.records();
  write_file(experiment, sweep, records, *options, finished, arguments);
  const std::int64_t all_done = count_done(records);
  if (finished.left > 0) {
    print_error("interrupted after {} of {} runs: the same command goes on\n", all_done, all_done + finished.left);
    return interrupted;
  }
  print_warnings(experiment, records);
  print("{}\n\n", headline(finished, all_done, count_failed(records), *options, farm.get()));
  print_summary(options->output);
  if (SignalGuard::interrupted()) return interrupted;  // too late to matter: the file is written
  return count_failed(records) > 0 ? some_failed : done;
}

}  // namespace aleator::cli
