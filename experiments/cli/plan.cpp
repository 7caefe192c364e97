#include <fmt/format.h>

#include "experiments/cli/command.hpp"
#include "experiments/cli/print.hpp"
#include "experiments/cli/progress.hpp"
#include "experiments/cli/table.hpp"
#include "experiments/experiment.hpp"
#include "parallel/threads.hpp"

namespace aleator::cli {

int plan_command(const Arguments& arguments) {
  namespace po = boost::program_options;
  po::options_description options("Options");
  options.add_options()("set,s", po::value<std::vector<std::string>>()->composing(),
                        "key=value: sets a key, or the values of a swept one");
  const auto map = parse(arguments, "plan", options, "FILE");
  if (!map) return done;
  const auto overrides = map->count("set") ? (*map)["set"].as<std::vector<std::string>>() : std::vector<std::string>();
  const Experiment experiment = read_experiment((*map)["FILE"].as<std::string>(), overrides);

  Config config = experiment.config;
  double seconds = 0;
  double largest = 0;
  double records = 0;
  for (std::int64_t point = 0; point < experiment.sweep.size(); ++point) {
    const auto position = experiment.sweep.position(point);
    experiment.sweep.apply(position, config);
    double bytes = 0;
    for (const Task* task : experiment.tasks) {
      const Estimate estimate = task->estimate(config);
      seconds += estimate.seconds;
      bytes += estimate.bytes;
      records += estimate.record_bytes;
    }
    largest = std::max(largest, bytes);
    const std::string text = experiment.sweep.describe(position);
    if (!text.empty()) print("{:>8}  {}\n", point, text);
  }
  const int threads = default_thread_count();
  const auto runs = experiment.sweep.size();
  constexpr double overhead_seconds = 5e-6;  // of a run, for its configuration and its place in the file
  constexpr double overhead_bytes = 300;
  seconds = seconds / threads + overhead_seconds * static_cast<double>(runs);
  records += overhead_bytes * static_cast<double>(runs);
  const bool listed = runs > 1 || !experiment.sweep.axes.empty();
  print(
      "{}{} run{} of {}. Rough estimates, by the sizes of the processes whatever the method: {} on {} threads, {} "
      "of memory, a file of {}\n",
      listed ? "\n" : "", runs, runs == 1 ? "" : "s", kind_names(experiment), duration_text(seconds), threads,
      bytes_text(largest * threads + records), bytes_text(records));
  return done;
}

}  // namespace aleator::cli
