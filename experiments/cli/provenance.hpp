// Where results come from, as /provenance of a results file tells it.
#pragma once

#include <string>

#include "experiments/cli/command.hpp"
#include "experiments/experiment.hpp"
#include "experiments/results/result_file.hpp"

namespace aleator::cli {

/// What is the same whenever and wherever the experiment runs: its text and keys, the program, the instructions.
Provenance provenance_of(const Experiment& experiment);

/// What a run adds: the command, the host, threads, the start in UTC, the wall time.
void add_times(Provenance& provenance, const std::string& command, const Arguments& arguments, int threads,
               const std::string& started, double seconds);

}  // namespace aleator::cli
