#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

#include "experiments/cli/command.hpp"
#include "experiments/cli/print.hpp"
#include "experiments/cli/progress.hpp"
#include "experiments/cli/run_options.hpp"
#include "experiments/cli/table.hpp"
#include "experiments/experiment.hpp"
#include "experiments/journal/resume.hpp"
#include "parallel/threads.hpp"

namespace aleator::cli {

namespace {

namespace po = boost::program_options;

constexpr const char* state_names[] = {"new", "done", "failed", "stale", "not needed"};

/// What the journal beside the results says of each point; nothing if there is none.
class Known {
 public:
  explicit Known(Experiment& experiment) {
    const auto path = journal_path(experiment.results);
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) return;
    journal_.emplace(path);
    resume_ = resume_with_needed_replicates(experiment, *journal_);
  }

  PointState state(std::int64_t point) const {
    return resume_ ? resume_->state().state[static_cast<std::size_t>(point)] : PointState::is_new;
  }
  /// "new", "stale (solve.tolerance changed)", ...
  std::string text(std::int64_t point) const {
    const std::string name = state_names[static_cast<std::size_t>(state(point))];
    const std::string reason = resume_ ? resume_->reason(point) : std::string();
    return reason.empty() ? name : fmt::format("{} ({})", name, reason);
  }

 private:
  std::optional<Journal> journal_;
  std::unique_ptr<Resume> resume_;
};

/// What the points that are not done need.
struct Totals {
  std::array<std::int64_t, 5> points{};  // by PointState
  double seconds = 0;
  double largest = 0;  // bytes of a run
  double records = 0;  // bytes of all

  void add(const std::vector<const Task*>& tasks, const Config& config, PointState state) {
    ++points[static_cast<std::size_t>(state)];
    if (state == PointState::unneeded) return;
    double bytes = 0;
    for (const Task* task : tasks) {
      const Estimate estimate = task->estimate(config);
      records += estimate.record_bytes;
      if (state == PointState::done || state == PointState::failed) continue;
      seconds += estimate.seconds;
      bytes += estimate.bytes;
    }
    largest = std::max(largest, bytes);
  }
};

Totals list_points(const Experiment& experiment, const Known& known) {
  Totals totals;
  Config config = experiment.config;
  for (std::int64_t point = 0; point < experiment.sweep.size(); ++point) {
    const auto position = experiment.sweep.position(point);
    experiment.sweep.apply(position, experiment.config, config);
    totals.add(experiment.tasks, config, known.state(point));
    if (known.state(point) == PointState::unneeded) continue;
    const std::string where = experiment.sweep.describe(position);
    print("{:>8}  {}{}{}\n", point, where, where.empty() ? "" : ": ", known.text(point));
  }
  return totals;
}

void print_totals(const Experiment& experiment, const Totals& totals) {
  const int threads = default_thread_count();
  const auto runs = experiment.sweep.size();
  const std::int64_t finished = totals.points[static_cast<std::size_t>(PointState::done)] +
                                totals.points[static_cast<std::size_t>(PointState::failed)] +
                                totals.points[static_cast<std::size_t>(PointState::unneeded)];
  constexpr double overhead_seconds = 5e-6;  // of a run, for its configuration and its place in the file
  constexpr double overhead_bytes = 300;
  const double seconds = totals.seconds / threads + overhead_seconds * static_cast<double>(runs - finished);
  const double records = totals.records + overhead_bytes * static_cast<double>(runs);
  std::vector<std::string> counts;
  for (std::size_t i = 0; i < totals.points.size(); ++i) {
    if (totals.points[i] > 0) counts.push_back(fmt::format("{} {}", totals.points[i], state_names[i]));
  }
  print(
      "\n{} run{} of {}: {}. Rough estimates for what is to be run, by the sizes of the processes whatever the method: "
      "{} on {} threads, {} of memory, a file of {}\n",
      runs, runs == 1 ? "" : "s", kind_names(experiment), fmt::format("{}", fmt::join(counts, ", ")),
      duration_text(seconds), threads, bytes_text(totals.largest * threads + records), bytes_text(records));
}

}  // namespace

int plan_command(const Arguments& arguments) {
  po::options_description options("Options");
  options.add_options()("output,o", po::value<std::string>(), "the results file; NAME.h5 unless given")(
      "set,s", po::value<std::vector<std::string>>()->composing(),
      "key=value: sets a key, or the values of a swept one");
  const auto map = parse(arguments, "plan", options, "FILE");
  if (!map) return done;
  Experiment experiment = read_experiment((*map)["FILE"].as<std::string>(), overrides_of(*map));
  if (map->count("output")) experiment.results = (*map)["output"].as<std::string>();
  const Known known(experiment);
  print_totals(experiment, list_points(experiment, known));
  if (experiment.until) {
    print(
        "Replicates of a point go on, in steps that double their number, until the mean of {} is known to {} ({} % "
        "confidence), to at most {}\n",
        experiment.until->of, experiment.until->half_width, 100 * experiment.until->confidence,
        experiment.until->at_most);
  }
  return done;
}

}  // namespace aleator::cli
