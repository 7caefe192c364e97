#include "experiments/cli/command.hpp"
#include "experiments/cli/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <new>
#include <sstream>

#include "experiments/build_info.hpp"
#include "experiments/config/key.hpp"
#include "experiments/config/place.hpp"
#include "experiments/results/file_error.hpp"

namespace aleator::cli {
namespace {

namespace po = boost::program_options;

FindFarm given_farm_finder = nullptr;

const Command* find_command(std::string_view name) {
  const auto& all = commands();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Command& c) { return c.name == name; });
  return found == all.end() ? nullptr : &*found;
}

void print_help() {
  print("aleator {}: solves, searches, simulates and optimises games of chance and skill\n\n", build_info::version);
  for (const Command& command : commands()) {
    print("  aleator {}{}{}\n      {}\n", command.name, command.synopsis.empty() ? "" : " ", command.synopsis,
          command.help);
  }
  print(
      "\n`aleator COMMAND --help` lists the options of a command.\n"
      "Exit codes: 0 all runs done, 1 some runs failed, 2 the experiment or the command line is wrong,\n"
      "3 a file cannot be read or written, 130 interrupted.\n");
}

int dispatch(const Arguments& arguments) {
  if (arguments.empty() || arguments[0] == "-h" || arguments[0] == "--help" || arguments[0] == "help") {
    print_help();
    return arguments.empty() ? wrong_usage : done;
  }
  if (arguments[0] == "--version") {
    print("aleator {} ({}, {}, {})\n", build_info::version, build_info::git_revision, build_info::compiler,
          build_info::build_type);
    return done;
  }
  const Command* command = find_command(arguments[0]);
  if (!command) {
    std::vector<std::string> names;
    for (const Command& known : commands()) names.push_back(known.name);
    throw UsageError(fmt::format("there is no command \"{}\"{}; `aleator --help` lists them", arguments[0],
                                 did_you_mean(arguments[0], names)));
  }
  return command->run(Arguments(arguments.begin() + 1, arguments.end()));
}

}  // namespace

const std::vector<Command>& commands() {
  static const std::vector<Command> all = {
      {"run",
       "FILE [-o OUT] [-j N] [-s key=value]... [--memory 16G] [--shard i/n] [--simd TARGET] [--fresh] [--retry-failed] "
       "[--omit-times]",
       "runs what is not yet done of an experiment file, and writes its results", run_command},
      {"plan", "FILE [-o OUT] [-s key=value]...",
       "lists the points of an experiment: new, done, failed or stale, and why; with estimates; runs nothing",
       plan_command},
      {"list", "", "the models and what can be done with them", list_command},
      {"describe", "KIND | TABLE | experiment",
       "every key of a model and its tasks, of a table such as solve, model or axis, or of every experiment",
       describe_command},
      {"ask", "FILE --state STATE [-s key=value]... [-j N] [--memory 16G]",
       "the value of every action in a state, by the experiment's solver or searcher, or from a kept table",
       ask_command},
      {"show", "OUT", "a results file in the terminal", show_command},
      {"compare", "OUT [--axis KEY]", "solver methods, or the values of another axis, side by side", compare_command},
      {"export", "OUT --csv [-o FILE] | MODEL [--format prism|drn|hdf5] [-o FILE] [-s key=value]... [--memory 16G]",
       "the runs of a results file as a plain table; or the model of an experiment file, or a model file, for PRISM, "
       "Storm or as HDF5",
       export_command},
      {"watch", "OUT [--once]", "how far a sweep is that runs elsewhere, from its journal", watch_command},
      {"rerun", "OUT --point N [-j N] [--memory 16G]", "runs one point again, and tells the command that runs it alone",
       rerun_command},
      {"merge", "OUT SHARD... [--omit-times]", "the results of shards as those of one run", merge_command},
      {"submit", "FILE --tasks N [-o OUT] [--cpus N] [--sbatch=OPTION]... [--yes]",
       "a sweep as a job array of Slurm, and the job that merges its shards", submit_command},
  };
  return all;
}

std::optional<po::variables_map> parse(const Arguments& arguments, const std::string& command,
                                       const po::options_description& options, const std::string& positional,
                                       bool required, const std::string& more) {
  po::options_description all;
  all.add(options).add_options()("help,h", "this text");
  po::options_description with_positional;
  with_positional.add(all).add_options()(positional.c_str(), po::value<std::string>());
  po::positional_options_description positions;
  positions.add(positional.c_str(), 1);
  if (!more.empty()) positions.add(more.c_str(), -1);
  po::variables_map map;
  try {
    const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    po::store(po::command_line_parser(arguments).options(with_positional).positional(positions).style(style).run(),
              map);
    po::notify(map);
  } catch (const po::error& error) {
    throw UsageError(fmt::format("{} (see `aleator {} --help`)", error.what(), command));
  }
  if (map.count("help")) {
    const Command& self = *find_command(command);
    std::ostringstream text;
    text << all;
    print("aleator {} {}\n  {}\n{}", self.name, self.synopsis, self.help, text.str());
    return std::nullopt;
  }
  if (required && !map.count(positional)) {
    throw UsageError(fmt::format("aleator {} needs {} (see `aleator {} --help`)", command, positional, command));
  }
  return map;
}

FindFarm farm_finder() noexcept {
  return given_farm_finder;
}

int main(int argc, char** argv, FindFarm find_farm) {
  given_farm_finder = find_farm;
  const auto fail = [](int code, const std::string& message) {
    std::fflush(stdout);
    print_error("{}\n", message);
    return code;
  };
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows beyond its limit is then an error of the write
  try {
    const int code = dispatch(Arguments(argv + std::min(argc, 1), argv + argc));
    if (std::fflush(stdout) != 0 || std::ferror(stdout))
      return fail(file_trouble, "aleator: cannot write the standard output");
    return code;
  } catch (const UsageError& error) {
    return fail(wrong_usage, fmt::format("aleator: {}", error.what()));
  } catch (const ConfigError& error) {
    return fail(wrong_usage, error.what());
  } catch (const results::FileError& error) {
    return fail(file_trouble, fmt::format("aleator: {}", error.what()));
  } catch (const std::filesystem::filesystem_error& error) {
    return fail(file_trouble, fmt::format("aleator: {}: {}", error.path1().string(), error.code().message()));
  } catch (const std::bad_alloc&) {
    return fail(some_failed, "aleator: out of memory");
  } catch (const std::exception& error) {
    return fail(some_failed, fmt::format("aleator: internal error: {}", error.what()));
  }
}

}  // namespace aleator::cli
