// The options that commands which run something share.
#pragma once

#include <boost/program_options.hpp>
#include <string>
#include <vector>

namespace aleator::cli {

/// --jobs, --set, --memory
void add_run_options(boost::program_options::options_description& options);

/// @throws UsageError for what is no number of threads
int threads_of(const boost::program_options::variables_map& map);

/// The "key=value" texts.
std::vector<std::string> overrides_of(const boost::program_options::variables_map& map);

inline constexpr const char* memory_help = "what may be taken of it, such as 16G; 80 % of what is free unless given";

/// What --memory gives, in bytes, or 80 % of what is free. @throws UsageError for what is no size
double memory_of(const boost::program_options::variables_map& map);

}  // namespace aleator::cli
