// aleator merge: the shards of an experiment as one.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "experiments/cli/command.hpp"
#include "experiments/cli/output_file.hpp"
#include "experiments/cli/print.hpp"
#include "experiments/cli/provenance.hpp"
#include "experiments/cli/summary.hpp"
#include "experiments/journal/lock_file.hpp"
#include "experiments/journal/resume.hpp"
#include "experiments/results/file_error.hpp"

namespace aleator::cli {
namespace {

namespace po = boost::program_options;

void require_same_experiment(const Journal& first, const Journal& other) {
  for (const char* part : {"name", "experiment", "overrides"}) {
    if (first.text(part) == other.text(part)) continue;
    throw results::FileError(fmt::format("{} is of another experiment than {}: their {} differ", other.path().string(),
                                         first.path().string(),
                                         std::string_view(part) == "experiment" ? "experiment files" : part));
  }
}

/// The experiment of the shards, with its results at `output`.
Experiment experiment_of(const std::vector<std::string>& shards, const std::filesystem::path& output) {
  const Journal first(journal_path(shards.front()));
  for (const std::string& shard : shards) require_same_experiment(first, Journal(journal_path(shard)));
  Experiment experiment = noted_experiment(first);
  experiment.results = output;
  return experiment;
}

void say_missing(const Experiment& experiment, const SweepState& state) {
  constexpr std::size_t most = 5;
  std::vector<std::size_t> missing;
  for (std::size_t i = 0; i < state.number.size(); ++i) {
    if (state.number[i] == 0 && state.state[i] != PointState::unneeded) missing.push_back(i);
  }
  for (std::size_t i = 0; i < std::min(most, missing.size()); ++i) {
    print_error("no run of point {}: {}\n", missing[i],
                experiment.sweep.describe(experiment.sweep.position(static_cast<std::int64_t>(missing[i]))));
  }
  if (missing.size() > most) print_error("... and of {} more points\n", missing.size() - most);
}

}  // namespace

int merge_command(const Arguments& arguments) {
  po::options_description options("Options");
  options.add_options()("shards", po::value<std::vector<std::string>>(), "results files of the shards")(
      "omit-times", "leave out times, threads, host and command, so that equal results are equal files");
  const auto map = parse(arguments, "merge", options, "OUT", true, "shards");
  if (!map) return done;
  if (!map->count("shards")) throw UsageError("aleator merge needs OUT and SHARD... (see `aleator merge --help`)");
  const auto shards = (*map)["shards"].as<std::vector<std::string>>();
  const std::filesystem::path output = (*map)["OUT"].as<std::string>();

  Experiment experiment = experiment_of(shards, output);
  check_output(output, experiment.name(), false);
  const LockFile lock(output);
  Journal journal(journal_path(output), experiment.name());
  note_experiment(journal, experiment);
  for (const std::string& shard : shards) merge_runs(journal, Journal(journal_path(shard)));
  const auto resume = resume_with_needed_replicates(experiment, journal);
  const Records records = load_records(journal, experiment.schema, resume->state().number);
  const bool omit_times = map->count("omit-times") > 0;
  Provenance provenance = provenance_of(experiment);
  if (!omit_times) add_times(provenance, "merge", arguments, 1, utc_now(), 0);
  write_results(output, experiment, records, provenance, {.omit_times = omit_times});
  print_summary(output);
  say_missing(experiment, resume->state());
  return resume->state().to_run(true).empty() ? done : some_failed;
}

}  // namespace aleator::cli
