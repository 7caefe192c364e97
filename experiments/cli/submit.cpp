// aleator submit: a sweep as a job array of Slurm, and the job that merges its shards.
#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "experiments/cli/command.hpp"
#include "experiments/cli/print.hpp"
#include "experiments/cli/run_options.hpp"
#include "experiments/cli/shell_word.hpp"
#include "experiments/experiment.hpp"
#include "experiments/journal/shard.hpp"
#include "experiments/results/file_error.hpp"

namespace aleator::cli {
namespace {

namespace po = boost::program_options;
using std::filesystem::path;

struct Submission {
  std::string file;
  path output;
  std::int64_t tasks = 0;
  std::int64_t cpus = 1;
  std::int64_t most_tasks = 1000;  // of one array
  std::vector<std::string> overrides;
  std::vector<std::string> directives;  // for sbatch
  std::string memory;
};

std::string program() {
  return shell_word(std::filesystem::read_symlink("/proc/self/exe").string());
}

std::string directives(const Submission& job, const std::string& name, std::int64_t cpus) {
  std::string text =
      fmt::format("#!/bin/bash\n#SBATCH --job-name={}\n#SBATCH --ntasks=1\n#SBATCH --cpus-per-task={}\n", name, cpus);
  for (const std::string& directive : job.directives) text += fmt::format("#SBATCH {}\n", directive);
  return text;
}

/// The program takes the place of the shell, so that Slurm's warning a minute before the end reaches it.
std::string array_script(const Submission& job) {
  std::string text = directives(job, job.output.stem().string(), job.cpus);
  text += fmt::format(
      "#SBATCH --requeue\n#SBATCH --open-mode=append\n#SBATCH --signal=B:USR1@60\n"
      "#SBATCH --output={}.%A_%a.log\n",
      job.output.string());
  text += fmt::format("exec {} run {} -o {}", program(), shell_word(job.file), shell_word(job.output.string()));
  for (const std::string& override : job.overrides) text += " -s " + shell_word(override);
  if (!job.memory.empty()) text += " --memory " + shell_word(job.memory);
  return text + "\n";
}

/// Merges the shards that there are: those of tasks that never began are told as missing points.
std::string merge_script(const Submission& job) {
  std::string text = directives(job, job.output.stem().string() + "-merge", 1);
  text += fmt::format("#SBATCH --output={}.merge.log\nshards=()\n", job.output.string());
  text += fmt::format("for shard in $(seq 0 {}); do\n", job.tasks - 1);
  path stem = job.output;
  stem.replace_extension();
  text += fmt::format("  shard={}.shard-$shard-of-{}{}\n", shell_word(stem.string()), job.tasks,
                      shell_word(job.output.extension().string()));
  text += "  if [ -e \"$shard.journal\" ]; then shards+=(\"$shard\"); fi\ndone\n";
  text += fmt::format("exec {} merge {} \"${{shards[@]}}\"\n", program(), shell_word(job.output.string()));
  return text;
}

path write_script(path name, const std::string& text) {
  std::ofstream file(name);
  file << text;
  file.close();
  if (!file) throw results::FileError(fmt::format("{}: cannot be written", name.string()));
  std::filesystem::permissions(name, std::filesystem::perms::owner_exec, std::filesystem::perm_options::add);
  return name;
}

/// The first task of each array, and how many it has; the shards count on through all of them.
std::vector<std::pair<std::int64_t, std::int64_t>> arrays(const Submission& job) {
  std::vector<std::pair<std::int64_t, std::int64_t>> all;
  for (std::int64_t first = 0; first < job.tasks; first += job.most_tasks) {
    all.emplace_back(first, std::min(job.most_tasks, job.tasks - first));
  }
  return all;
}

std::string array_command(const Submission& job, const path& script, std::int64_t first, std::int64_t count) {
  return fmt::format("sbatch --parsable --array=0-{} --export=ALL,ALEATOR_ARRAY_OFFSET={},ALEATOR_ARRAY_COUNT={} {}",
                     count - 1, first, job.tasks, shell_word(script.string()));
}

std::string merge_command_line(const path& script, const std::string& jobs) {
  return fmt::format("sbatch --parsable --dependency=afterany:{} {}", jobs, shell_word(script.string()));
}

/// Runs sbatch. @return the number of the job
std::string submitted(const std::string& command) {
  FILE* const pipe = popen(command.c_str(), "r");
  if (!pipe) throw results::FileError("sbatch cannot be started");
  std::string answer;
  std::array<char, 256> buffer;
  while (std::fgets(buffer.data(), buffer.size(), pipe)) answer += buffer.data();
  const int status = pclose(pipe);
  if (status == -1 || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    throw results::FileError(fmt::format("`{}` failed", command));
  }
  return answer.substr(0, answer.find_first_of(";\n"));  // NUMBER[;CLUSTER]
}

void submit(const Submission& job, const path& array, const path& merge) {
  std::string jobs;
  for (const auto& [first, count] : arrays(job)) {
    const std::string number = submitted(array_command(job, array, first, count));
    print("job {}: tasks {} to {}\n", number, first, first + count - 1);
    jobs += (jobs.empty() ? "" : ":") + number;
  }
  print("job {}: merges them into {}\n", submitted(merge_command_line(merge, jobs)), job.output.string());
}

/// What a user would type to submit the scripts.
void print_commands(const Submission& job, const path& array, const path& merge) {
  print("\nTo submit them (--yes does it):\n");
  std::string jobs;
  for (const auto& [first, count] : arrays(job)) {
    const std::string name = fmt::format("job{}", first / job.most_tasks);
    print("  {}=$({})\n", name, array_command(job, array, first, count));
    jobs += fmt::format("{}${{{}}}", jobs.empty() ? "" : ":", name);
  }
  print("  {}\n", merge_command_line(merge, jobs));
}

std::int64_t number_of(const po::variables_map& map, const char* option, std::int64_t most) {
  const auto value = map[option].as<std::int64_t>();
  if (value >= 1 && value <= most) return value;
  throw UsageError(fmt::format("--{} {}: expected a number from 1 to {}", option, value, most));
}

}  // namespace

int submit_command(const Arguments& arguments) {
  po::options_description options("Options");
  options.add_options()("tasks", po::value<std::int64_t>()->required(), "shards: tasks of the job array")(
      "output,o", po::value<std::string>(), "the results file; NAME.h5 unless given")(
      "cpus", po::value<std::int64_t>()->default_value(1), "processors of a task")(
      "set,s", po::value<std::vector<std::string>>()->composing(),
      "key=value: sets a key, or the values of a swept one")(
      "memory", po::value<std::string>(), "what a task may take, such as 16G; unless given, what Slurm allows it")(
      "sbatch", po::value<std::vector<std::string>>()->composing(),
      "an option for sbatch, such as --sbatch=--time=2:00:00; several may be given")(
      "most-tasks", po::value<std::int64_t>()->default_value(1000),
      "tasks of one array, below the cluster's MaxArraySize: more are split into several")(
      "yes", "submit them; else the scripts are only written");
  const auto map = parse(arguments, "submit", options, "FILE");
  if (!map) return done;
  Submission job;
  job.file = std::filesystem::absolute((*map)["FILE"].as<std::string>()).string();
  job.tasks = number_of(*map, "tasks", 1'000'000);
  job.cpus = number_of(*map, "cpus", 100'000);
  job.most_tasks = number_of(*map, "most-tasks", 1'000'000);
  job.overrides = overrides_of(*map);
  if (map->count("memory")) {
    memory_of(*map);  // refuses what is no size
    job.memory = (*map)["memory"].as<std::string>();
  }
  if (map->count("sbatch")) job.directives = (*map)["sbatch"].as<std::vector<std::string>>();
  const Experiment experiment = read_experiment((*map)["FILE"].as<std::string>(), job.overrides);
  job.output = map->count("output") ? path((*map)["output"].as<std::string>()) : experiment.results;

  const path array = write_script(job.output.string() + ".array.sbatch", array_script(job));
  const path merge = write_script(job.output.string() + ".merge.sbatch", merge_script(job));
  print("{} runs in {} tasks: {} and {} are written\n", experiment.sweep.size(), job.tasks, array.string(),
        merge.string());
  if (map->count("yes")) {
    submit(job, array, merge);
  } else {
    print_commands(job, array, merge);
  }
  return done;
}

}  // namespace aleator::cli
