// The command line: one function a command, listed in one table.
#pragma once

#include <boost/program_options.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "experiments/run/farm.hpp"

namespace aleator::cli {

/// How the program ends.
enum Exit : int { done = 0, some_failed = 1, wrong_usage = 2, file_trouble = 3, interrupted = 130 };

/// The command line is wrong; the message says how.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

using Arguments = std::vector<std::string>;  // what stands after the command's name

struct Command {
  std::string name;
  std::string synopsis;  // "FILE [-o OUT] ..."
  std::string help;
  int (*run)(const Arguments&);
};

const std::vector<Command>& commands();

int run_command(const Arguments&);
int plan_command(const Arguments&);
int list_command(const Arguments&);
int describe_command(const Arguments&);
int show_command(const Arguments&);
int compare_command(const Arguments&);
int ask_command(const Arguments&);
int export_command(const Arguments&);
int watch_command(const Arguments&);
int rerun_command(const Arguments&);
int merge_command(const Arguments&);
int submit_command(const Arguments&);

/// Parses the options and one positional argument (named as in `option`, required unless it is optional) of a command.
/// @param more  the option that takes all further positional arguments; empty: there are none
/// -h prints the command's help, after which none is returned.
/// @throws UsageError
std::optional<boost::program_options::variables_map> parse(const Arguments& arguments, const std::string& command,
                                                           const boost::program_options::options_description& options,
                                                           const std::string& positional, bool required = true,
                                                           const std::string& more = {});

/// The whole program: finds the command, runs it, prints errors to stderr.
/// @param find_farm  finds the processes that share the points of a sweep; nullptr: this program works alone
/// @return the exit code
int main(int argc, char** argv, FindFarm find_farm = nullptr);

/// What main() was given.
FindFarm farm_finder() noexcept;

}  // namespace aleator::cli
