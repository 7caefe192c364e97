#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <filesystem>

#include "core/simd.hpp"
#include "experiments/build_info.hpp"
#include "experiments/cli/command.hpp"
#include "experiments/cli/output_file.hpp"
#include "experiments/cli/print.hpp"
#include "experiments/cli/progress.hpp"
#include "experiments/cli/run_options.hpp"
#include "experiments/cli/signals.hpp"
#include "experiments/cli/summary.hpp"
#include "experiments/experiment.hpp"
#include "experiments/results/result_file.hpp"
#include "experiments/run/runner.hpp"

namespace aleator::cli {
namespace {

namespace po = boost::program_options;

struct RunOptions {
  std::string file;
  std::filesystem::path output;  // empty: NAME.h5
  int threads = 1;
  std::vector<std::string> overrides;
  bool fresh = false;
  bool omit_times = false;
  double memory = 0;  // bytes
  std::string simd;   // empty: the best of this processor
};

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
  options.add_options()("fresh", "rename an existing results file to NAME.1.h5 instead of replacing it")(
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
  run.omit_times = map->count("omit-times") > 0;
  run.memory = memory_of(*map);
  if (map->count("simd")) run.simd = (*map)["simd"].as<std::string>();
  return run;
}

/// Text that every reader takes: bytes that are not UTF-8 become question marks.
std::string valid_utf8(std::string text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const std::size_t length = byte < 0x80                   ? 1
                               : byte >= 0xc2 && byte < 0xe0 ? 2
                               : byte >= 0xe0 && byte < 0xf0 ? 3
                               : byte >= 0xf0 && byte < 0xf5 ? 4
                                                             : 0;
    bool good = length > 0 && i + length <= text.size();
    for (std::size_t k = 1; good && k < length; ++k) good = (static_cast<unsigned char>(text[i + k]) & 0xc0) == 0x80;
    if (!good) text[i] = '?';
    i += good ? length : 1;
  }
  return text;
}

std::string utc(std::time_t time) {
  std::array<char, 32> text{};
  std::tm parts{};
  gmtime_r(&time, &parts);
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

/// What a sweep leaves.
struct Finished {
  std::vector<Record> records;
  std::int64_t done = 0;
  std::int64_t failed = 0;
  std::time_t started = 0;
  double seconds = 0;
};

Finished run_points(const Experiment& experiment, int threads) {
  Finished finished;
  finished.started = std::time(nullptr);
  finished.records.resize(static_cast<std::size_t>(experiment.sweep.size()));
  SweepProgress progress;
  std::stop_source stop;
  {
    TbbExecutor executor(threads);
    const ProgressDisplay display(progress, experiment.sweep.size(), stop);
    run_sweep(experiment, executor, progress, stop.get_token(), [&](std::int64_t point, Record record) {
      finished.records[static_cast<std::size_t>(point)] = std::move(record);
    });
    finished.seconds = display.seconds();
  }
  finished.done = progress.done;
  finished.failed = progress.failed;
  return finished;
}

Provenance provenance_of(const Experiment& experiment, const RunOptions& options, const Arguments& arguments,
                         const Finished& finished) {
  Provenance provenance = {
      {"experiment", experiment.text},
      {"overrides", fmt::format("{}", fmt::join(experiment.overrides, "\n"))},
      {"resolved", resolved_text(experiment.config)},
      {"version", std::string(build_info::version)},
      {"git_revision", std::string(build_info::git_revision)},
      {"compiler", fmt::format("{}, {}", build_info::compiler, build_info::build_type)},
      {"simd_target", simd_target()},
  };
  if (!options.omit_times) {
    provenance.emplace_back("command", fmt::format("aleator run {}", fmt::join(arguments, " ")));
    provenance.emplace_back("host", host_name());
    provenance.emplace_back("threads", std::to_string(options.threads));
    provenance.emplace_back("started", utc(finished.started));
    provenance.emplace_back("seconds", fmt::format("{:.3f}", finished.seconds));
  }
  for (auto& [name, text] : provenance) text = valid_utf8(std::move(text));
  return provenance;
}

/// Writes the results; an old file that runs have failed since, or that --fresh asks for, keeps a name of its own.
void write_file(const Experiment& experiment, const RunOptions& options, const Finished& finished,
                const Arguments& arguments) {
  std::filesystem::path kept;
  if (options.fresh || finished.failed > 0) kept = keep_old(options.output);
  try {
    write_results(options.output, experiment, finished.records, provenance_of(experiment, options, arguments, finished),
                  {.omit_times = options.omit_times});
  } catch (...) {
    std::error_code ignored;
    if (!kept.empty() && std::filesystem::exists(options.output, ignored)) std::filesystem::remove(kept, ignored);
    throw;
  }
  if (!kept.empty())
    print_error("the old {} is now {}\n", options.output.filename().string(), kept.filename().string());
}

/// What to say if the simulated return is not near the value; empty if it is.
std::string disagreement(const ResultSchema& schema, const Record& record) {
  const auto agrees = record.values<std::int8_t>(schema, "agrees_with_value");
  if (agrees.empty() || agrees.front() != 0) return {};
  const auto mean = record.values<double>(schema, "return_mean");
  const auto value = record.values<double>(schema, "value");
  const auto bound = record.values<double>(schema, "error_bound");
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
void print_warnings(const Experiment& experiment, const std::vector<Record>& records) {
  std::size_t shown = 0;
  std::size_t troubled = 0;
  for (std::size_t i = 0; i < records.size(); ++i) {
    std::string message = records[i].message;
    if (records[i].status == RunStatus::failed) message = "failed: " + message;
    if (message.empty()) message = disagreement(experiment.schema, records[i]);
    if (message.empty()) continue;
    ++troubled;
    if (++shown > 5) continue;
    const std::string point = experiment.sweep.describe(experiment.sweep.position(static_cast<std::int64_t>(i)));
    print_error("run {}{}{}: {}\n", i, point.empty() ? "" : ", ", point, message);
  }
  if (troubled > 5) print_error("... and {} more such runs\n", troubled - 5);
}

}  // namespace

int run_command(const Arguments& arguments) {
  auto options = parse_run(arguments);
  if (!options) return done;
  pin_simd(options->simd);
  const SignalGuard signals;
  Experiment experiment = read_experiment(options->file, options->overrides);
  experiment.memory = options->memory;
  if (options->output.empty()) options->output = experiment.results;
  check_output(options->output, experiment.name(), options->fresh);
  experiment.results = options->output;

  Finished finished = run_points(experiment, options->threads);
  if (SignalGuard::interrupted()) {
    print_error("interrupted after {} of {} runs: nothing was written\n", finished.done, finished.records.size());
    return interrupted;
  }
  write_file(experiment, *options, finished, arguments);
  print_warnings(experiment, finished.records);
  const std::size_t runs = finished.records.size();
  print("{} run{} in {} on {} thread{}{}\n\n", runs, runs == 1 ? "" : "s", duration_text(finished.seconds),
        options->threads, options->threads == 1 ? "" : "s",
        finished.failed > 0 ? fmt::format(", {} failed", finished.failed) : "");
  print_summary(options->output);
  if (SignalGuard::interrupted()) return interrupted;  // too late to matter: the file is written
  return finished.failed > 0 ? some_failed : done;
}

}  // namespace aleator::cli
